defmodule Boardwright.BotArenaTest do
  @moduledoc "Bots that are there or not, their games and their ratings; time is what the test says."

  use ExUnit.Case, async: true

  import ExUnit.CaptureLog

  alias Boardwright.{BotArena, BotRegistry, Error, ExternalEngine, Question, TableClock, Wires}

  # Guards against hangs alone.
  @long 120_000

  defp start!(options) do
    clock = TableClock.clock(1_000_000)
    {:ok, arena} = start_supervised({BotArena, TableClock.timed(clock) ++ options})
    assert_receive {:set, 30_000, :look}, @long
    {arena, clock}
  end

  defp health(arena), do: Map.new(BotArena.lobby(arena), &{&1["name"], &1["health"]})

  defp lobby_later(arena), do: Task.async(fn -> health(arena) end)

  # The timer of the next look at an engine.
  defp patience do
    assert_receive {:set, 2_000, {:late, _} = message}, @long
    message
  end

  test "bots of the library play each other, and are rated once" do
    {arena, _} = start!([])

    for name <- ["random", "heuristic"],
        do: :ok = BotArena.register(arena, name, player: name, modes: ["chess"])

    seats = %{"white" => "random", "black" => "heuristic"}
    options = [nodes: 10, ply_limit: 20, seed: 3, id: "first"]
    assert {:ok, result} = BotArena.play(arena, "chess", seats, options)
    assert length(result["moves"]) == 20
    assert %{"draw" => true, "reason" => "ply_limit"} = result["outcome"]
    assert result["rated"] == true
    assert {:ok, %{"rated" => false}} = BotArena.play(arena, "chess", seats, options)
    registry = BotArena.registry(arena)
    assert {:ok, %{"draws" => 1}} = BotRegistry.rating(registry, "random", "chess")

    for {game, seats, word} <- [
          {"chess", %{"white" => "random", "black" => "nobody"}, "nobody"},
          {"chess", %{"white" => "random"}, "white, black"},
          {"crazyhouse", seats, "does not play crazyhouse"}
        ] do
      assert {:error, %Error{code: :invalid_option, message: message}} =
               BotArena.play(arena, game, seats)

      assert message =~ word
    end

    :ok = BotArena.set_status(arena, "random", :paused)
    assert {:error, %Error{message: "random is paused"}} = BotArena.play(arena, "chess", seats)
    assert health(arena) == %{"random" => "unknown", "heuristic" => "online"}
    :ok = BotArena.set_status(arena, "random", :retired)
    assert health(arena) == %{"heuristic" => "online"}
  end

  test "an engine plays against a bot of the library over a transport, and another that hangs loses" do
    good = Wires.engine("good", &Wires.uci/1)
    hangs = Wires.engine("hangs", &if(&1 =~ ~r/^go/, do: nil, else: Wires.uci(&1)))
    ways = %{"good" => good, "hangs" => hangs}

    reach = fn name, bot ->
      if(way = ways[name], do: {:transport, {Wires, way}, []}, else: library(bot))
    end

    {arena, _} = start!(reach: reach)
    :ok = BotArena.register(arena, "random", player: "random")

    for name <- ["good", "hangs"],
        do: :ok = BotArena.register(arena, name, kind: :external, modes: ["chess"])

    assert health(arena) == %{"random" => "online", "good" => "online", "hangs" => "online"}

    results =
      for game <- 1..19 do
        seats =
          if rem(game, 2) == 0,
            do: %{"white" => "random", "black" => "good"},
            else: %{"white" => "good", "black" => "random"}

        assert {:ok, result} =
                 BotArena.play(arena, "chess", seats, movetime: 50, ply_limit: 60, seed: game)

        result["outcome"]
      end

    assert length(results) == 19

    assert {:ok, %{"outcome" => outcome}} =
             BotArena.play(arena, "chess", %{"white" => "hangs", "black" => "random"},
               movetime: 1,
               bot_timeout: 50
             )

    assert outcome["winners"] == ["black"]
    registry = BotArena.registry(arena)

    count = fn name ->
      Enum.sum(
        for key <- ~w(wins draws losses),
            {:ok, r} = BotRegistry.rating(registry, name, "chess"),
            do: r[key]
      )
    end

    assert {count.("good"), count.("random"), count.("hangs")} == {19, 20, 1}
    assert {:ok, %{"losses" => 1}} = BotRegistry.rating(registry, "hangs", "chess")
  end

  test "an engine speaks UBI over a transport in twenty games of bughouse, in one of which it hangs" do
    reach = fn
      "ubi", _ -> {:transport, {Wires, {:library, "ubi", nil}}, protocol: "ubi"}
      "hangs", _ -> {:transport, {Wires, {:library, "ubi", "go"}}, protocol: "ubi"}
      _, bot -> library(bot)
    end

    {arena, _} = start!(reach: reach)
    bughouse = %{"bughouse" => ["one_seat"]}
    for name <- ~w(a b c), do: :ok = BotArena.register(arena, name, player: "random")

    for name <- ~w(ubi hangs),
        do: :ok = BotArena.register(arena, name, kind: :external, modes: bughouse)

    assert %{"ubi" => "online", "hangs" => "online"} = health(arena)
    others = %{"A.black" => "a", "B.white" => "b", "B.black" => "c"}
    options = [nodes: 20, ply_limit: 24]

    for game <- 1..19 do
      seats = Map.put(others, "A.white", "ubi")
      options = [seed: game] ++ options
      assert {:ok, %{"outcome" => outcome}} = BotArena.play(arena, "bughouse", seats, options)
      assert outcome["reason"] in ["ply_limit", "checkmate", "stalemate"]
    end

    seats = Map.put(others, "A.white", "hangs")
    options = [bot_timeout: 50] ++ options
    # The other board goes on meanwhile, and may come to an end first.
    assert {:ok, %{"outcome" => outcome}} = BotArena.play(arena, "bughouse", seats, options)
    assert outcome["winners"] in [[], ["A.black", "B.white"], ["A.white", "B.black"]]
    registry = BotArena.registry(arena)
    {:ok, ubi} = BotRegistry.rating(registry, "ubi", "bughouse")
    assert ubi["wins"] + ubi["draws"] + ubi["losses"] == 19
    {:ok, hangs} = BotRegistry.rating(registry, "hangs", "bughouse")
    assert hangs["wins"] + hangs["draws"] + hangs["losses"] == 1
  end

  defp library(%{"kind" => "internal"}), do: :library
  defp library(_bot), do: :none

  test "an engine that does not answer in time is offline, and others are not held up" do
    test = self()
    answers = :atomics.new(1, [])

    slow =
      Wires.engine("slow", fn line ->
        if line == "isready" and :atomics.get(answers, 1) == 1 do
          send(test, {:asked, self()})
          receive do: (:answer -> :ok)
        end

        Wires.uci(line)
      end)

    {arena, _} = start!(reach: fn "slow", _ -> {:transport, {Wires, slow}, []} end)
    :ok = BotArena.register(arena, "slow", kind: :external, modes: ["chess"])
    assert health(arena) == %{"slow" => "online"}
    patience()
    :atomics.put(answers, 1, 1)
    lobby = lobby_later(arena)
    late = patience()
    assert_receive {:asked, engine}, @long
    send(arena, late)
    assert Task.await(lobby, @long) == %{"slow" => "offline"}
    # Nobody waits for the look that has not come back.
    assert health(arena) == %{"slow" => "offline"}

    assert {:error, %Error{code: :bot_failed, message: "slow is offline"}} =
             BotArena.play(arena, "chess", %{"white" => "slow", "black" => "slow"})

    # Its late answer says nothing; the next look does.
    :atomics.put(answers, 1, 0)
    send(engine, :answer)
    wait(fn -> :sys.get_state(arena).looks == %{} end)
    assert :sys.get_state(arena).bots["slow"].health == "offline"
    send(arena, :look)
    wait(fn -> :sys.get_state(arena).bots["slow"].health == "online" end)
    assert_receive {:set, 30_000, :look}, @long
  end

  test "an engine that is gone is opened anew, and one that cannot be reached is offline" do
    test = self()

    ways = %{
      "gone" => Wires.engine("gone", &Wires.uci/1),
      "closed" => :closed,
      "raises" => :raises,
      "silent" => Wires.engine("silent", fn _ -> :gone end)
    }

    {arena, _} = start!(reach: fn name, _ -> {:transport, {Wires, ways[name]}, name: name} end)

    for {name, _} <- ways,
        do: :ok = BotArena.register(arena, name, kind: :external, modes: ["chess"])

    offline = %{"closed" => "offline", "raises" => "offline", "silent" => "offline"}
    log = capture_log(fn -> send(test, health(arena)) end)
    assert_receive %{"gone" => "online"} = found
    assert Map.delete(found, "gone") == offline
    assert log =~ "no way"
    assert_receive {:opened, "gone", _pid}, @long
    # A way that has ended is noticed when it is looked at, and opened anew by the next look.
    %{engines: engines} = :sys.get_state(arena).bots["gone"]
    [engine] = Map.values(engines)
    assert :ok = ExternalEngine.check(engine)
    stop_supervised(BotArena)
    assert_receive {:closed, "gone"}, @long
  end

  test "a bot with a process is started again when it crashes, and not at once when soon again" do
    test = self()

    start = fn ->
      pid =
        spawn(fn ->
          receive do
            {:boardwright_question, question} ->
              send(test, :questioned)
              Question.answer(question, resign: true)
              Process.sleep(:infinity)
          end
        end)

      send(test, {:started, pid})
      {:ok, pid}
    end

    {arena, clock} = start!(reach: fn _, _ -> {:process, start} end)
    :ok = BotArena.register(arena, "own", modes: ["chess"])
    :ok = BotArena.register(arena, "other", modes: ["chess"])
    assert health(arena) == %{"own" => "online", "other" => "online"}
    seats = %{"white" => "own", "black" => "other"}
    assert {:ok, %{"outcome" => outcome}} = BotArena.play(arena, "chess", seats)
    assert %{"winners" => ["black"], "reason" => "resigned"} = outcome
    %{process: first} = :sys.get_state(arena).bots["own"]
    TableClock.set(clock, 1_010_000)
    Process.exit(first, :kill)
    wait(fn -> :sys.get_state(arena).bots["own"].process not in [first, nil] end)
    # Soon after its start: by the next look.
    %{process: second} = :sys.get_state(arena).bots["own"]
    Process.exit(second, :kill)
    wait(fn -> :sys.get_state(arena).bots["own"].health == "offline" end)
    assert %{"own" => "online"} = health(arena)
  end

  @tag :tmp_dir
  test "the registry is in the file before a change is answered", %{tmp_dir: folder} do
    path = Path.join(folder, "bots.json")
    {arena, _} = start!(path: path)
    :ok = BotArena.register(arena, "random", player: "random")
    {:ok, kept} = BotRegistry.load(path)
    assert Map.keys(BotRegistry.bots(kept)) == ["random"]
    stop_supervised(BotArena)
    {arena, _} = start!(path: path)
    assert health(arena) == %{"random" => "online"}
    File.rm_rf!(folder)
    assert {:error, %Error{message: "cannot write" <> _}} = BotArena.remove(arena, "random")
    assert health(arena) == %{"random" => "online"}
  end

  # Waits for a condition, as long as it takes.
  defp wait(condition) do
    unless condition.() do
      Process.sleep(1)
      wait(condition)
    end
  end
end
