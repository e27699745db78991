defmodule Arena.FindingTest do
  use Arena.Case, async: false

  alias Arena.Seeks
  alias Boardwright.{Game, Observation, Table, TableServer}

  test "the registry tells the games and limits, and rules their seats" do
    assert %{"protocol" => 1, "limits" => %{frame: 8_192}, "games" => games} = Arena.registry()
    assert games == Boardwright.games()
    assert %{"status" => "ok", "games" => 0, "sockets" => 0} = Arena.health()

    for %{"name" => name} <- games do
      rules = Game.new!(name)
      assert {:ok, told} = Arena.rules(%{"game" => name})
      assert told["seats"] == Game.seats(rules)
      assert told["hidden"] == Game.hidden?(rules)
    end

    assert {:ok, %{"seats" => [_, _, _, _]}} =
             Arena.rules(%{"game" => "jarls", "options" => %{"players" => 4}})

    for {body, code} <- [
          {%{"game" => "jarls", "options" => %{"players" => 9}}, "invalid_option"},
          {%{"game" => "checkers"}, "unknown_game"},
          {%{}, "invalid_option"},
          {%{"game" => "chess", "seats" => %{}}, "invalid_option"}
        ] do
      assert {:error, %{"code" => ^code}} = Arena.rules(body)
    end
  end

  test "as many as each game has seats are paired, and the ticket is the token" do
    for %{"name" => name} <- Boardwright.games() do
      seats = Game.seats(Game.new!(name))

      waiting =
        for _ <- tl(seats) do
          assert {:ok, %{"status" => "waiting", "ticket" => ticket}} =
                   Seeks.seek(%{"game" => name})

          ticket
        end

      asked = for ticket <- waiting, do: Task.async(fn -> Seeks.ask(ticket, 25_000) end)

      assert {:ok, %{"status" => "paired"} = last} =
               Seeks.seek(%{"game" => name, "name" => "Ada"})

      pairs = [last | for({:ok, pair} <- Task.await_many(asked, :infinity), do: pair)]
      assert Enum.sort(for pair <- pairs, do: pair["seat"]) == Enum.sort(seats)
      assert [id] = Enum.uniq(for pair <- pairs, do: pair["id"])
      {answer, _, _} = hello(%{"token" => last["ticket"]})
      assert %{"id" => ^id, "game" => %{"status" => "playing"}} = answer
      assert answer["people"][last["seat"]]["name"] == "Ada"
    end
  end

  test "other wishes are not paired, the same in other words is, and a seek is taken back" do
    clock = %{"base" => 5_000}
    {:ok, %{"ticket" => first}} = Seeks.seek(%{"game" => "chess", "clock" => clock})
    assert {:ok, %{"status" => "waiting", "ticket" => other}} = Seeks.seek(%{"game" => "chess"})
    waits = Task.async(fn -> Seeks.ask(first, 25_000) end)
    assert {:ok, %{"status" => "gone"}} = Seeks.cancel(first)
    assert {:error, %{"code" => "no_such_seek"}} = Task.await(waits, :infinity)
    assert {:error, %{"code" => "no_such_seek"}} = Seeks.ask(first, 0)
    assert {:error, %{"code" => "bad_token"}} = Seeks.ask(nil, 0)
    same = %{"game" => "chess", "options" => %{"chess960" => false}, "clock" => nil}
    assert {:ok, %{"status" => "paired"}} = Seeks.seek(same)
    assert {:ok, %{"status" => "paired"}} = Seeks.ask(other, 0)
    assert {:ok, %{"status" => "paired"}} = Seeks.cancel(other)
    refused = %{"game" => "chess", "clock" => %{"base" => -1}}
    {:ok, %{"status" => "waiting"}} = Seeks.seek(refused)
    assert {:error, %{"code" => "invalid_option"}} = Seeks.seek(refused)
  end

  test "a seek that nobody asks after lapses" do
    clock = :counters.new(1, [])
    stop_supervised!(Arena)
    path = Path.join(System.tmp_dir!(), "arena-seeks-#{System.unique_integer([:positive])}")
    on_exit(fn -> File.rm_rf!(path) end)
    start_supervised!({Arena, path: path, time: fn -> :counters.get(clock, 1) end})
    {:ok, %{"ticket" => ticket}} = Seeks.seek(%{"game" => "chess"})
    :counters.add(clock, 1, 60_000)
    assert {:ok, %{"status" => "waiting"}} = Seeks.ask(ticket, 0)
    :counters.add(clock, 1, 60_001)
    assert {:ok, %{"status" => "waiting"}} = Seeks.seek(%{"game" => "chess", "name" => "Bob"})
    assert {:error, %{"code" => "no_such_seek"}} = Seeks.ask(ticket, 0)
  end

  test "all games are shown: what a seat knows, its moves in words, and the last move" do
    for %{"name" => name} <- Boardwright.games() do
      [seat | _] = seats = Game.seats(Game.new!(name))
      {:ok, made} = Arena.create(%{"game" => name, "seats" => Map.new(seats, &{&1, "me"})})
      {_, _, socket} = hello(%{"token" => made["tokens"][seat]})
      table = TableServer.table(Arena.Game.table(made["id"]))
      {:ok, seen} = Table.observe(table, seat)
      %{"answer" => shown} = call(socket, "show")
      assert shown["picture"] == Observation.svg(seen, theme: "auto", cells: true)
      assert shown["words"] == Observation.describe_text(seen)
      {:ok, candidates} = Table.candidates(table, seat)
      assert Enum.map(shown["moves"], & &1["move"]) == candidates
      assert shown["last"] == nil

      for arguments <- [%{"cells" => false}, %{"theme" => "none"}, %{"last_move" => "x"}] do
        assert %{"error" => %{"code" => "invalid_option"}} = call(socket, "show", arguments)
      end

      with [first | _] <- shown["moves"] do
        call(socket, "commit", %{"move" => first["move"]})
        hidden = made["game"]["hidden"]
        assert call(socket, "show")["answer"]["last"] == if(not hidden, do: first)
      end

      {_, _, watch} = hello(%{"game" => made["id"]})
      assert %{"answer" => %{"moves" => [], "picture" => picture}} = call(watch, "show")
      assert is_nil(picture) == made["game"]["hidden"]
    end
  end

  test "games that have ended are judged" do
    for %{"name" => name} <- Boardwright.games() do
      seats = Game.seats(Game.new!(name))
      {:ok, made} = Arena.create(%{"game" => name, "seats" => Map.new(seats, &{&1, "me"})})
      id = made["id"]
      assert {:error, %{"code" => "not_over"}} = Arena.analysis(id, %{"ply" => 0})
      {:ok, _} = TableServer.call(Arena.Game.table(id), "abort")
      {_, _, socket} = hello(%{"token" => made["tokens"][hd(seats)]})
      unless Arena.summary(id)["ended"], do: told_until(socket, &(&1["status"] == "ended"))

      judged =
        for seat <- [nil | seats],
            {:ok, judged} <- [Arena.analysis(id, %{"ply" => 0, "seat" => seat, "movetime" => 10})],
            do: judged

      assert [%{"decision" => %{move: move}} | _] = judged
      assert is_binary(move)
      refused = %{"ply" => 0, "movetime" => 6_000_000}
      assert {:error, %{"code" => "invalid_option"}} = Arena.analysis(id, refused)
      assert {:error, %{"code" => "invalid_option"}} = Arena.analysis(id, %{})
    end
  end

  test "a game that waits for too long is aborted, and there are as many games as the limit has" do
    limited(%{waiting: 0, games: 1})
    {:ok, made} = Arena.create(%{"game" => "chess"})
    {_, told, socket} = hello(%{"token" => made["tokens"]["white"]})
    unless "ended" in kinds(told), do: told_until(socket, &("ended" in kinds([&1])))
    unless Arena.summary(made["id"])["ended"], do: told_until(socket, &(&1["status"] == "ended"))
    assert Arena.summary(made["id"])["outcome"]["reason"] == "aborted"
    limited(%{games: 1})
    {:ok, _} = Arena.create(%{"game" => "chess"})
    assert {:error, %{"code" => "busy"}} = Arena.create(%{"game" => "chess"})
  end

  test "private games let nobody in but by invitation" do
    {:ok, made} = Arena.create(%{"game" => "chess", "visibility" => "private"})

    for asked <- [&Arena.join/1, &Arena.game/1, &Arena.reveal/1, &Arena.pgn/1] do
      assert {:error, %{"code" => "no_such_game"}} = asked.(made["id"])
    end
  end

  test "bots do no more than the server lets them" do
    for bot <- [
          %{"bot" => "search", "movetime" => 3_600_000},
          %{"bot" => "search", "delay" => 1.0e9},
          %{"bot" => "search", "delay" => [0, 1_000_000]},
          %{"bot" => "search", "options" => %{"threads" => 256}},
          %{"bot" => "search", "level" => "weak"},
          %{"bot" => "search", "name" => "\u202e"},
          %{"bot" => 5}
        ],
        body <- [%{"seats" => %{"black" => bot}}, %{"on_abandoned" => bot}] do
      assert {:error, %{"code" => "invalid_option"}} =
               Arena.create(Map.put(body, "game", "chess"))
    end
  end

  test "what of a game has stopped by itself is started by who asks" do
    {:ok, made} = Arena.create(%{"game" => "chess"})
    id = made["id"]
    {_, _, white} = hello(%{"token" => made["tokens"]["white"]})
    game = GenServer.whereis({:via, Registry, {Arena.Names, {id, :game}}})
    monitor = Process.monitor(game)
    # As it does when nobody has used it for an hour.
    GenServer.stop(Arena.Game.table(id), :normal, :infinity)
    receive do: ({:DOWN, ^monitor, _, _, reason} -> assert(reason == :shutdown))
    assert Arena.summary(id)["status"] == "waiting"
    assert %{"answer" => %{"ply" => 0}} = call(white, "view")
    assert {:ok, %{"seat" => "black"}} = Arena.join(id)
    there = fn frame -> get_in(frame, ["people", "white", "sockets"]) == 1 end
    assert {_, _} = told_until(white, there)
  end
end
