defmodule ArenaTest do
  use Arena.Case, async: false

  alias Arena.{Game, Host, Socket, Store}

  defp chess(body \\ %{}) do
    {:ok, made} = Arena.create(Map.merge(%{"game" => "chess", "name" => "Ada"}, body))
    made
  end

  # Two people at a game of chess, each a token.
  defp two do
    made = chess()
    {:ok, joined} = Arena.join(made["id"], %{"name" => "Bob"})
    {made["id"], made["tokens"]["white"], joined["token"]}
  end

  test "a game waits for its seats, and is played when they are taken" do
    made = chess()

    assert %{"status" => "waiting", "seats" => [%{"name" => "Ada"}, %{"open" => "lobby"}]} =
             made["game"]

    {_, _, white} = hello(%{"token" => made["tokens"]["white"]})
    assert {:ok, %{"games" => [%{"status" => "waiting"}]}} = Arena.games(%{"status" => "waiting"})
    {:ok, %{"seat" => "black", "token" => token}} = Arena.join(made["id"], %{"name" => "Bob"})
    assert {:error, %{"code" => "seat_taken"}} = Arena.join(made["id"])
    assert {:ok, %{"games" => [%{"status" => "playing"}]}} = Arena.games()
    {answer, [started], black} = hello(%{"token" => token})

    assert %{"seat" => "black", "role" => "seat", "protocol" => 1, "view" => %{"ply" => 0}} =
             answer

    assert %{"event" => "told", "since" => 0, "more" => false} = started
    assert %{"answer" => %{"ended" => false}} = call(white, "commit", %{"move" => "e2e4"})

    assert %{"answer" => %{"ended" => false}} =
             call(black, "commit", %{"move" => "e7e5", "seat" => "black"})

    # Both sockets are this process's: each is told by its own topic.
    {frames, _} = told(%{white | seat: "white"})
    assert "moved" in kinds(frames)
    assert Enum.any?(frames, &match?(%{"event" => "people", "status" => "playing"}, &1))
  end

  test "invitations are worth a seat, once, and show which one before" do
    made = chess(%{"seats" => %{"white" => "me", "black" => "invite"}})
    code = made["invitations"]["black"]
    assert {:error, %{"code" => "seat_taken"}} = Arena.join(made["id"])
    assert {:ok, %{"seat" => "black"} = seen} = Arena.invitation(%{"code" => code})
    refute Map.has_key?(seen, "token")

    assert {:ok, %{"token" => token}} =
             Arena.invitation(%{"code" => code, "accept" => true, "name" => "Bob"})

    assert {:error, %{"code" => "bad_token"}} =
             Arena.invitation(%{"code" => code, "accept" => true})

    assert {%{"seat" => "black"}, _, _} = hello(%{"token" => token})
    # An invitation is no token, and a token none.
    assert {[%{"error" => %{"code" => "bad_token"}}, %{"event" => "goodbye"}], :closed} =
             Socket.handle(Socket.new(), %{
               "id" => 1,
               "call" => "hello",
               "args" => %{"protocol" => 1, "token" => code}
             })

    assert {:error, %{"code" => "bad_token"}} = Arena.invitation(%{"code" => token})
  end

  test "bots sit on open seats, named, and answer" do
    made = chess()
    assert {:error, %{"code" => "bad_token"}} = Arena.fill(made["id"], "x", %{})
    token = made["tokens"]["white"]
    occupant = %{"bot" => "random", "name" => "Rex", "delay" => 0}

    assert {:ok, %{"filled" => ["black"]}} =
             Arena.fill(made["id"], token, %{"occupant" => occupant})

    assert %{"status" => "playing", "seats" => [_, %{"name" => "Rex", "occupant" => "bot"}]} =
             Arena.summary(made["id"])

    {_, _, white} = hello(%{"token" => token})
    call(white, "commit", %{"move" => "e2e4"})

    by_bot = fn frame ->
      Enum.any?(frame["events"] || [], &(&1["kind"] == "moved" and &1["seat"] == "black"))
    end

    assert {_, _} = told_until(white, by_bot)
  end

  test "four seats of bughouse, with clocks and a bot among people" do
    bot = %{"bot" => "random", "delay" => 0}
    # On the other board people sit, so that nothing ends the game meanwhile.
    seats = %{"A.white" => "me", "A.black" => bot}

    {:ok, made} =
      Arena.create(%{"game" => "bughouse", "seats" => seats, "clock" => %{"base" => 3_600_000}})

    for seat <- ["B.white", "B.black"], do: {:ok, %{"seat" => ^seat}} = Arena.join(made["id"])
    {answer, _, socket} = hello(%{"token" => made["tokens"]["A.white"], "views" => true})
    assert answer["game"]["status"] == "playing"
    call(socket, "commit", %{"move" => "A:e2e4"})

    moved = fn frame ->
      Enum.any?(frame["events"] || [], &(&1["kind"] == "moved" and &1["seat"] == "A.black"))
    end

    {frames, _} = told_until(socket, moved)
    assert Enum.all?(for(%{"event" => "told"} = frame <- frames, do: frame), &is_map(&1["view"]))
    assert %{"answer" => %{"ended" => true}} = call(socket, "resign")
  end

  test "a seat of a hidden game, and who looks on, are told nothing that is hidden" do
    {:ok, made} = Arena.create(%{"game" => "blind"})
    {:ok, joined} = Arena.join(made["id"])
    {_, _, white} = hello(%{"token" => made["tokens"]["white"]})
    call(white, "commit", %{"move" => "e2e4"})
    other = Task.async(fn -> hello(%{"token" => joined["token"]}) end)
    {answer, told, _} = Task.await(other, :infinity)
    refute inspect({answer, told}) =~ "e2e4"
    {_, _, spectator} = hello(%{"game" => made["id"]})
    {frames, _} = told(spectator)
    refute inspect(frames) =~ "e2e4"
    assert %{"error" => %{"code" => "not_over"}} = call(spectator, "moves")

    assert %{"error" => %{"code" => "no_such_call"}} =
             call(spectator, "commit", %{"move" => "e7e5"})

    assert {:error, %{"code" => "not_over"}} = Arena.reveal(made["id"])
    call(white, "resign")
    assert %{"answer" => %{"moves" => [_ | _]}} = call(spectator, "moves")
  end

  test "all games can be made and are seen", %{path: _} do
    for %{"name" => game} <- Boardwright.games() do
      assert {:ok, %{"id" => id, "tokens" => tokens}} = Arena.create(%{"game" => game})
      assert {:ok, %{"view" => %{}}} = Arena.game(id)
      assert {%{"view" => %{}}, _, _} = hello(%{"token" => tokens |> Map.values() |> hd()})
    end
  end

  test "a table that is killed goes on with its sockets, and no event is lost or told twice" do
    {id, token, _} = two()
    {_, before, white} = hello(%{"token" => token})
    call(white, "commit", %{"move" => "e2e4"})
    kill(Game.table(id))
    restored = fn frame -> "resumed" in kinds([frame]) end
    {frames, white} = told_until(white, restored)
    seen = numbers(before) ++ numbers(frames)
    assert seen == Enum.to_list(0..(length(seen) - 1))
    assert "moved" in kinds(frames)
    # It is at the table again: its end is its leaving.
    {:ok, %{"view" => view}} = Arena.game(id)
    assert hd(view["table"]["players"])["connected"]
    assert %{"answer" => %{"ply" => 1}} = call(white, "view")
  end

  test "a host that is killed knows its seats, tokens and chat" do
    {id, token, other} = two()
    {_, _, white} = hello(%{"token" => token})
    assert %{"answer" => %{"seq" => 0}} = call(white, "say", %{"text" => "hello"})
    kill(Host.name(id))
    assert {%{"seat" => "black"}, told, _} = hello(%{"token" => other})

    assert [%{"lines" => [%{"text" => "hello", "seat" => "white", "name" => "Ada"}], "next" => 1}] =
             Enum.filter(told, &(&1["event"] == "chat"))
  end

  test "the arena goes on where it was when it was stopped", %{path: path} do
    # A listener is linked to the registry, which stops with the arena.
    Process.flag(:trap_exit, true)
    {id, token, _} = two()
    {_, _, white} = hello(%{"token" => token})
    call(white, "commit", %{"move" => "e2e4"})
    :ok = stop_supervised(Arena)
    refute File.exists?(Path.join(path, id <> ".table.new"))
    start_supervised!({Arena, path: path})
    {%{"view" => view}, told, _} = hello(%{"token" => token, "since" => 0})
    assert view["ply"] == 1
    assert "moved" in kinds(told)
    assert {:ok, %{"games" => [%{"id" => ^id, "status" => "playing"}]}} = Arena.games()
  end

  test "a system that has just started goes on with the games that are kept", %{path: path} do
    made =
      chess(%{"clock" => %{"base" => 60_000}, "seats" => %{"white" => "me", "black" => "me"}})

    {_, _, white} = hello(%{"token" => made["tokens"]["white"]})
    call(white, "commit", %{"move" => "e2e4"})
    Process.flag(:trap_exit, true)
    :ok = stop_supervised(Arena)

    # It has loaded no module yet by which it would know the names in the files.
    code = """
    {:ok, _} = Arena.start_link(path: #{inspect(path)})
    {:ok, %{"view" => view}} = Arena.game(#{inspect(made["id"])})
    IO.write(view["ply"])
    """

    paths = Enum.flat_map([:arena, :boardwright], &["-pa", Application.app_dir(&1, "ebin")])
    assert {"1", 0} = System.cmd("elixir", paths ++ ["-e", code], stderr_to_stdout: true)
  end

  test "a game that has ended can be looked at, also when nothing of it runs", %{path: path} do
    # A listener is linked to the registry, which stops with the arena.
    Process.flag(:trap_exit, true)
    {id, token, _} = two()
    {_, _, white} = hello(%{"token" => token})
    call(white, "commit", %{"move" => "e2e4"})
    assert {:error, %{"code" => "not_over"}} = Arena.pgn(id)
    call(white, "resign")
    {_, _} = told_until(white, &(&1["status"] == "ended"))
    :ok = stop_supervised(Arena)
    start_supervised!({Arena, path: path})
    assert GenServer.whereis(Game.table(id)) == nil

    assert {:ok, %{"games" => [%{"status" => "ended", "outcome" => %{"winner" => "black"}}]}} =
             Arena.games(%{"status" => "ended"})

    assert {:ok, %{"pgn" => pgn}} = Arena.pgn(id)
    assert pgn =~ "1. e4"
    assert {:ok, %{"moves" => [_]}} = Arena.reveal(id)
  end

  test "chat has its limits, and spectators do not write" do
    {id, token, _} = two()
    {_, _, white} = hello(%{"token" => token})

    for text <- ["", "   ", String.duplicate("x", 501), "a\u202eb", "a\nb", <<255>>, 5, nil] do
      assert %{"error" => %{"code" => "invalid_option"}} = call(white, "say", %{"text" => text})
    end

    {_, _, spectator} = hello(%{"game" => id})
    assert %{"error" => %{"code" => "no_such_call"}} = call(spectator, "say", %{"text" => "x"})
  end

  test "frames that are none are answered, and the game goes on" do
    {_, token, _} = two()
    {_, _, white} = hello(%{"token" => token})

    for {frame, id} <- [
          {nil, nil},
          {[], nil},
          {%{}, nil},
          {%{"id" => -1, "call" => "view"}, nil},
          {%{"id" => 1.5, "call" => "view"}, nil},
          {%{"id" => 0x20_0000_0000_0000, "call" => "view"}, nil},
          {%{"id" => 5}, 5},
          {%{"id" => 5, "call" => 7}, 5},
          {%{"id" => 5, "call" => "view", "args" => []}, 5},
          {%{"id" => 5, "call" => "view", "more" => 1}, 5}
        ] do
      assert {[%{"id" => ^id, "error" => %{"code" => "bad_frame"}}], ^white} =
               Socket.handle(white, frame)
    end

    for {name, arguments, code} <- [
          {"commit", %{"move" => "e2e4", "seat" => "black"}, "wrong_seat"},
          {"commit", %{"move" => "e2e4", "now" => 5}, "invalid_option"},
          {"commit", %{"mvoe" => "e2e4"}, "invalid_option"},
          {"commit", %{"move" => "e2e5"}, "illegal_move"},
          {"save", %{}, "no_such_call"},
          {"take_over", %{"seat" => "white"}, "no_such_call"},
          {"hello", %{"protocol" => 1}, "hello_twice"},
          {"ping", %{"x" => 1}, "invalid_option"}
        ] do
      assert %{"error" => %{"code" => ^code}} = call(white, name, arguments)
    end

    assert %{"answer" => %{"ended" => false}} = call(white, "commit", %{"move" => "e2e4"})
  end

  test "hello says what is wrong with it" do
    {id, token, _} = two()

    for {arguments, code, closed} <- [
          {%{"protocol" => 2, "token" => token}, "wrong_protocol", true},
          {%{"protocol" => 1, "token" => "x"}, "bad_token", true},
          {%{"protocol" => 1, "token" => String.slice(token, 0..20) <> String.duplicate("A", 22)},
           "bad_token", true},
          {%{"protocol" => 1, "token" => 5}, "bad_token", true},
          {%{"protocol" => 1, "game" => "../../etc/passwd"}, "no_such_game", true},
          {%{"protocol" => 1}, "invalid_option", false},
          {%{"protocol" => 1, "token" => token, "game" => id}, "invalid_option", false},
          {%{"protocol" => 1, "token" => token, "since" => -1}, "invalid_option", false},
          {%{"protocol" => 1, "token" => token, "x" => 1}, "invalid_option", false}
        ] do
      {[%{"error" => %{"code" => said}} | _], socket} =
        Socket.handle(Socket.new(), %{"id" => 1, "call" => "hello", "args" => arguments})

      assert {said, socket == :closed} == {code, closed}
    end

    assert {[%{"error" => %{"code" => "hello_first"}}], _} =
             Socket.handle(Socket.new(), %{"id" => 1, "call" => "view"})
  end

  test "bodies that are wrong make no game" do
    for {body, code} <- [
          {5, "invalid_option"},
          {%{}, "invalid_option"},
          {%{"game" => "chezz"}, "unknown_game"},
          {%{"game" => "chess", "x" => 1}, "invalid_option"},
          {%{"game" => "chess", "seats" => %{"green" => "me"}}, "invalid_option"},
          {%{"game" => "chess", "seats" => %{"white" => "you"}}, "invalid_option"},
          {%{"game" => "chess", "seats" => %{"white" => %{"bot" => "nobody"}}}, "unknown_bot"},
          {%{"game" => "chess", "seats" => %{"white" => %{"bot" => "own"}}}, "unknown_bot"},
          {%{
             "game" => "chess",
             "seats" => %{"white" => %{"bot" => "search", "options" => %{"hash" => 9_999}}}
           }, "invalid_option"},
          {%{"game" => "chess", "options" => %{"x" => 1}}, "invalid_option"},
          {%{"game" => "chess", "clock" => %{"base" => -1}}, "invalid_option"},
          {%{"game" => "chess", "name" => "a\u202eb"}, "invalid_option"},
          {%{"game" => "chess", "visibility" => "secret"}, "invalid_option"}
        ] do
      assert {:error, %{"code" => ^code}} = Arena.create(body)
    end

    assert Store.ids() == []
    assert {:error, %{"code" => "no_such_game"}} = Arena.join("nothing")
    assert {:error, %{"code" => "no_such_game"}} = Arena.game(String.duplicate("0", 20))
  end

  test "private games are seen by who has a seat" do
    made = chess(%{"visibility" => "private"})
    assert {:ok, %{"games" => []}} = Arena.games()

    assert {[%{"error" => %{"code" => "no_such_game"}} | _], :closed} =
             Socket.handle(Socket.new(), %{
               "id" => 1,
               "call" => "hello",
               "args" => %{"protocol" => 1, "game" => made["id"]}
             })

    assert {_, _, _} = hello(%{"token" => made["tokens"]["white"]})
  end

  test "tokens are in no file", %{path: path} do
    {_, white, black} = two()
    bytes = for file <- File.ls!(path), do: File.read!(Path.join(path, file))
    for token <- [white, black], do: refute(IO.iodata_to_binary(bytes) =~ token)
  end

  test "the lobby is read page by page, the newest first" do
    ids = for _ <- 1..5, do: chess()["id"]
    assert {:ok, %{"games" => [one, two], "next" => next}} = Arena.games(%{"limit" => 2})

    assert {:ok, %{"games" => rest, "next" => nil}} =
             Arena.games(%{"limit" => 100, "before" => next})

    assert Enum.map([one, two | rest], & &1["id"]) == Enum.reverse(ids)
  end
end
