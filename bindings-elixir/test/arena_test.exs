defmodule Boardwright.ArenaTest do
  @moduledoc "Tournaments: the tables of every language, progress, cutting short and going on."

  use ExUnit.Case, async: true

  alias Boardwright.{Arena, Bot, Error, Observation, Question, Scenarios}

  @cases Scenarios.read("arena.json")

  defp given(scenario, more \\ []) do
    {game, options} = Map.pop!(scenario["options"], "game")
    {players, options} = Map.pop!(options, "players")
    players = Enum.map(players, &player/1)
    options = for {name, value} <- options, do: {String.to_atom(name), value}
    {game, players, Keyword.merge(options, more)}
  end

  # The bots of the host's own that the cases name by number, as every language has them.
  defp player(%{"name" => name, "own" => number}), do: %{name: name, bot: own(number)}
  defp player(player), do: player

  defp own(0), do: &hd(Observation.candidates(&1.observation))
  defp own(1), do: &List.last(Observation.candidates(&1.observation))
  defp own(2), do: fn _question -> %{resign: true} end

  for {scenario, i} <- Enum.with_index(@cases) do
    test scenario["name"] do
      scenario = Enum.at(@cases, unquote(i))
      this = self()
      {game, players, options} = given(scenario, progress: &send(this, {:told, &1["id"]}))
      assert {:ok, report} = Arena.tournament(game, players, options)
      assert report["table"] == scenario["table"]
      assert report["markdown"] =~ "| # | player |"
      for id <- 0..(report["table"]["games"] - 1), do: assert_received({:told, ^id})
    end
  end

  test "finished games are a stream" do
    {game, players, options} = given(hd(@cases))
    ids = for finished <- Arena.stream!(:tournament, game, players, options), do: finished["id"]
    assert Enum.sort(ids) == Enum.to_list(0..23)
  end

  @tag :tmp_dir
  test "a tournament that is left goes on from its file", %{tmp_dir: folder} do
    log = Path.join(folder, "games.jsonl")
    {game, players, options} = given(hd(@cases), log: log)

    for _ <- 1..3 do
      # A stream that is left waits for the end of what is under way.
      assert length(Enum.take(Arena.stream!(:tournament, game, players, options), 5)) == 5
    end

    kept = log |> File.read!() |> String.split("\n", trim: true) |> length()
    this = self()
    options = [progress: &send(this, {:left, &1["id"]})] ++ options
    assert {:ok, report} = Arena.tournament(game, players, options)
    assert report["table"] == hd(@cases)["table"]
    assert log |> File.read!() |> String.split("\n", trim: true) |> length() == 25
    {:messages, messages} = Process.info(self(), :messages)
    assert length(messages) == 25 - kept
  end

  test "games are messages" do
    options = [games: 2, ply_limit: 10, opening_plies: 0]
    assert {:ok, _job} = Arena.start(:match, "chess", ["random", "random"], options, :mine)
    assert_receive {:boardwright, :mine, {:game, %{"games" => 2, "done" => 1}}}, 60_000
    assert_receive {:boardwright, :mine, {:game, %{"done" => 2}}}, 60_000
    assert_receive {:boardwright, :mine, {:ok, %{"table" => %{"games" => 2}}}}, 60_000
  end

  test "matches and selfplay" do
    short = [ply_limit: 10, opening_plies: 0, concurrency: 2]
    players = ["random", %{bot: "heuristic"}]
    assert {:ok, report} = apply(Arena, :match, ["crazyhouse" | players] ++ [[games: 4] ++ short])
    assert report["table"]["games"] == 4
    assert report["table"]["estimate"]
    assert {:ok, report} = Arena.selfplay("crazyhouse", "random", [games: 3] ++ short)
    assert Enum.map(report["table"]["players"], & &1["name"]) == ["random", "random #2"]
  end

  test "what is wrong is named" do
    assert {:error, %Error{code: :unknown_bot}} = Arena.tournament("chess", ["random", "nobody"])
    assert {:error, %Error{code: :unknown_game}} = Arena.match("checkers", "random", "random")

    assert {:error, %Error{code: :invalid_option, message: message}} =
             Arena.match("chess", "random", "random", games: 3)

    assert message =~ "games: takes a multiple of 2"

    assert {:error, %Error{code: :invalid_option}} =
             Arena.match("chess", "random", "random", progress: 3)

    assert_raise Error, fn ->
      Enum.to_list(Arena.stream!(:match, "chess", ["random", "nobody"]))
    end
  end

  test "what progress raises ends it" do
    endless = [games: 1_000_000, ply_limit: 10]
    enough = fn _game -> raise "enough" end

    assert_raise RuntimeError, "enough", fn ->
      Arena.match("chess", "random", "random", [progress: enough] ++ endless)
    end

    refute_received {:boardwright, _tag, _told}
  end

  test "a process plays, and one that fails loses its games alone" do
    this = self()

    bot =
      spawn_link(fn ->
        answer = fn answer, asked ->
          receive do
            {:boardwright_question, question} ->
              Question.answer(question, hd(Observation.candidates(question.observation)))
              answer.(answer, asked + 1)

            :stop ->
              send(this, {:asked, asked})
          end
        end

        answer.(answer, 0)
      end)

    broken = fn _question -> raise "oh" end
    players = [[name: "mine", bot: bot], %{"name" => "broken", "bot" => broken}, "random"]
    told = &send(this, {:told, &1})
    options = [games: 2, ply_limit: 6, opening_plies: 0, progress: told]

    ExUnit.CaptureLog.capture_log(fn ->
      assert {:ok, report} = Arena.tournament("chess", players, options)
      names = for row <- report["table"]["players"], do: row["name"]
      assert Enum.sort(names) == ["broken", "mine", "random"]
    end)

    send(bot, :stop)
    assert_receive {:asked, asked}
    # Three moves in each game against chance, one in the other game that it begins.
    assert asked == 7

    for _ <- 1..6 do
      assert_received {:told, %{"players" => players, "fault" => fault}}

      if "broken" in Map.values(players) do
        assert %{"player" => "broken", "kind" => "crash"} = fault
        assert fault["message"] =~ "(RuntimeError) oh"
      else
        assert fault == nil
      end
    end
  end

  test "what thinks for a tournament that is stopped is ended" do
    this = self()

    slow = fn _question ->
      send(this, {:thinks, self()})
      Process.sleep(:infinity)
    end

    assert {:ok, job} = Arena.start(:match, "chess", [slow, "random"], [games: 2], :slow)
    assert_receive {:thinks, worker}
    monitor = Process.monitor(worker)
    Boardwright.cancel(job)
    assert_receive {:boardwright, :slow, {:error, %Error{code: :cancelled}}}
    assert_receive {:DOWN, ^monitor, :process, ^worker, :killed}
  end

  test "bots that were made play as their names and options" do
    strong = Bot.new!("search", game: "chess", level: "casual", seed: 7)
    weak = Bot.new!("random", game: "chess")
    rules = [games: 4, limits: %{nodes: 50}, ply_limit: 40]
    {:ok, made} = Arena.match("chess", strong, %{name: "weak", bot: weak}, rules)
    search = %{bot: "search", options: %{level: "casual"}}
    {:ok, named} = Arena.match("chess", search, %{name: "weak", bot: "random"}, rules)
    assert made["table"] == named["table"]

    assert {:ok, %{"table" => %{"games" => 2}}} =
             Arena.selfplay("chess", weak, games: 2, ply_limit: 10)

    assert {:error, error} = Arena.match("crazyhouse", "random", weak, games: 2)
    assert error.message =~ ~r/players\[1\]: bot: it plays .?chess/
    given = %{bot: strong, options: %{level: "strong"}}
    assert {:error, error} = Arena.match("chess", given, weak, games: 2)
    assert error.message =~ "players[0]: options: the bot has its own"
  end
end
