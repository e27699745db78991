defmodule ArenaWeb.BadTest do
  use ArenaWeb.Case, async: false

  import ExUnit.CaptureLog

  @moduletag :capture_log

  test "frames that are none are refused by name, and the game goes on" do
    made = made("chess")
    {_, client} = hello(%{"token" => made["tokens"]["white"]})

    frames =
      for text <- ["", "null", "5", "[]", "{}", ~s({"id":1}), ~s({"id":1,"call":"view"), "\u0000"],
          do: {text, 1}

    client =
      Enum.reduce(frames ++ [{~s({"id":1,"call":"view"}), 2}], client, fn {bytes, kind}, client ->
        {heard, client} =
          client |> Client.send_frame(bytes, kind) |> Client.until(&Map.has_key?(&1, "error"))

        assert List.last(heard)["error"]["code"] == "bad_frame"
        client
      end)

    calls = [
      {"save", %{}, "no_such_call"},
      {"commit", %{"move" => "e2e4", "seat" => "black"}, "wrong_seat"},
      {"commit", %{"move" => "e2e4", "now" => 1}, "invalid_option"},
      {"commit", %{"move" => "e2e5"}, "illegal_move"},
      {"hello", %{}, "hello_twice"}
    ]

    client =
      Enum.reduce(calls, client, fn {call, arguments, code}, client ->
        assert {^code, client} = Client.refused(client, call, arguments)
        client
      end)

    assert {%{"answer" => _}, _} = Client.call(client, "commit", %{"move" => "e2e4"})
  end

  test "wrong tokens, games and versions close the socket with their codes" do
    for {arguments, code, close} <- [
          {%{"protocol" => 1, "token" => "x"}, "bad_token", 4001},
          {%{"protocol" => 2, "token" => "x"}, "wrong_protocol", 4002},
          {%{"protocol" => 1, "game" => "x"}, "no_such_game", 4004}
        ] do
      client = Client.open(port())
      text = Jason.encode!(%{"id" => 1, "call" => "hello", "args" => arguments})
      {frames, ^close, ^code} = client |> Client.send_frame(text) |> Client.closed()
      assert [%{"error" => %{"code" => ^code}}, %{"event" => "goodbye", "code" => ^code}] = frames
    end
  end

  test "floods, frames that are too large and pages of other sites" do
    limited(%{frames_per_second: 1, frames_burst: 40})
    made = made("chess")
    {_, client} = hello(%{"game" => made["id"]})
    for _ <- 1..1000, do: Client.send_frame(client, "junk")
    assert {_frames, 4003, "too_many"} = Client.closed(client)

    {_, large} = hello(%{"game" => made["id"]})
    Client.send_frame(large, String.duplicate("x", 9_000))
    assert {_, 1009, _} = Client.closed(large)
    site = "http://127.0.0.1:#{port()}"
    assert %Client{} = Client.open(port(), [{"origin", site}])

    log =
      capture_log(fn ->
        send(self(), Client.handshake(port(), [{"origin", "http://evil.example"}]))
      end)

    assert_received {_socket, "HTTP/1.1 403" <> _}
    assert log =~ "evil.example"
  end

  test "who does not answer a ping loses the connection" do
    assert {"hello_first", client} = Client.refused(Client.open(port()), "ping")
    [socket] = Arena.Connection.all()
    monitor = Process.monitor(socket)
    for _ <- 1..2, do: send(socket, :ping)
    # Reading answers the first ping, which comes too late.
    assert {[], 1000, _} = Client.closed(client)
    receive do: ({:DOWN, ^monitor, _, _, _} -> :ok)
  end

  test "requests that are wrong are refused by name" do
    made = made("chess")
    id = made["id"]

    for {method, path, body, status, code} <- [
          {:get, "/nothing", nil, 404, "not_found"},
          {:get, "/api/nothing", nil, 404, "not_found"},
          {:get, "/api/games/%E0%A4%A", nil, 400, "bad_request"},
          {:get, "/api/games/%", nil, 400, "bad_request"},
          {:get, "/api/games/%ff", nil, 400, "bad_request"},
          {:get, "/api/games/..%2f..%2fetc", nil, 404, "no_such_game"},
          {:get, "/api/games/" <> String.duplicate("a", 500), nil, 400, "bad_request"},
          {:get, "/api/games?status=all", nil, 400, "invalid_option"},
          {:get, "/api/games?limit=1000", nil, 400, "invalid_option"},
          {:get, "/api/games?limit=1&limit=2", nil, 400, "invalid_option"},
          {:get, "/api/games?x=1", nil, 400, "invalid_option"},
          {:get, "/api/games/#{id}/reveal?since=-1", nil, 400, "invalid_option"},
          {:get, "/api/games/#{id}/pgn", nil, 409, "not_over"},
          {:get, "/api/socket", nil, 400, "bad_request"},
          {:get, "/api/seek", nil, 401, "bad_token"},
          {:post, "/api/games", "{", 400, "bad_request"},
          {:post, "/api/games", "[]", 400, "invalid_option"},
          {:post, "/api/games", %{}, 400, "invalid_option"},
          {:post, "/api/games", %{"game" => "go"}, 404, "unknown_game"},
          {:post, "/api/games", %{"game" => String.duplicate("x", 20_000)}, 413, "too_large"},
          {:post, "/api/games/#{id}/join", %{}, 409, "seat_taken"},
          {:post, "/api/games/#{id}/fill", %{}, 401, "bad_token"},
          {:post, "/api/games/#{id}/analysis", %{"ply" => 0}, 409, "not_over"},
          {:post, "/api/invitations", %{"code" => "x"}, 401, "bad_token"},
          {:post, "/api/rules", %{"game" => "chess", "seats" => 1}, 400, "invalid_option"}
        ] do
      assert {path, refused(method, path, body)} == {path, {status, code}}
    end
  end

  test "who asks too often is told so, and for how long to wait" do
    limited(%{creations_per_minute: 1, requests_per_minute: 1_000_000})
    :ets.delete_all_objects(ArenaWeb.Rates)
    now = System.monotonic_time(:millisecond)
    assert ArenaWeb.Rates.take(:somebody, 1, now) == :ok
    assert {:wait, seconds} = ArenaWeb.Rates.take(:somebody, 1, now)
    assert seconds in 1..60
    assert ArenaWeb.Rates.take(:somebody, 1, now + 60_000) == :ok
    statuses = for _ <- 1..3, do: elem(http(:post, "/api/rules", %{"game" => "chess"}), 0)
    # One more is answered if a minute ends in between.
    assert 429 in statuses
  end

  test "no token is logged" do
    Logger.configure(level: :debug)
    on_exit(fn -> Logger.configure(level: :warning) end)

    log =
      capture_log(fn ->
        made = made("chess", %{"seats" => %{"white" => "me", "black" => "invite"}})
        body = %{"code" => made["invitations"]["black"], "accept" => true}
        {201, _, joined} = http(:post, "/api/invitations", body)
        {_, client} = hello(%{"token" => joined["token"]})
        Client.leave(client)
        {400, _, _} = http(:post, "/api/invitations", Map.put(body, "accept", 1))
        send(self(), [made["tokens"]["white"], joined["token"], body["code"]])
      end)

    assert log =~ "SeatController.invitation"
    assert_received secrets
    for secret <- secrets, do: refute(log =~ secret)
  end
end
