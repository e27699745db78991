defmodule Arena.ConnectionTest do
  use Arena.Case, async: false

  alias Arena.Connection

  defp take(connection, call, now \\ 0, arguments \\ %{}),
    do: Connection.take(connection, {:ok, %{"id" => 1, "call" => call, "args" => arguments}}, now)

  test "frames over the limit are refused by it, and a flood ends the connection" do
    limited(%{frames_per_second: 20, frames_burst: 40})

    connection =
      Enum.reduce(1..40, Connection.open(0), fn _, connection ->
        assert {[%{"error" => %{"code" => "hello_first"}}], next} = take(connection, "view")
        next
      end)

    assert {[%{"id" => 1, "error" => %{"code" => "too_many"}}], _} = take(connection, "view")
    # Fifty milliseconds later there is room for one.
    assert {[%{"error" => %{"code" => "hello_first"}}], _} = take(connection, "view", 50)

    connection =
      Enum.reduce(1..200, connection, fn _, connection ->
        assert {[%{"id" => nil, "error" => %{"code" => "too_many"}}], next} =
                 Connection.take(connection, :error, 0)

        next
      end)

    assert {[%{"event" => "goodbye", "code" => "too_many"}], {:close, 4003, "too_many"}} =
             take(connection, "view")
  end

  test "what cannot be decoded is answered, and who says no hello is sent away" do
    {frames, connection} = Connection.take(Connection.open(0), :error, 0)
    assert [%{"id" => nil, "error" => %{"code" => "bad_frame"}}] = frames

    assert {[%{"event" => "goodbye"}], {:close, 1008, "hello_first"}} =
             Connection.late(connection)

    {:ok, made} = Arena.create(%{"game" => "chess"})
    hello = %{"protocol" => 1, "game" => made["id"]}
    {[%{"answer" => _} | _], connection} = take(connection, "hello", 0, hello)
    assert {[], ^connection} = Connection.late(connection)
  end

  test "errors of hello close the connection by their codes" do
    for {arguments, close} <- [
          {%{"protocol" => 2, "token" => "x"}, {:close, 4002, "wrong_protocol"}},
          {%{"protocol" => 1, "token" => "x"}, {:close, 4001, "bad_token"}},
          {%{"protocol" => 1, "game" => "x"}, {:close, 4004, "no_such_game"}}
        ] do
      {[%{"error" => _}, %{"event" => "goodbye"}], closed} =
        take(Connection.open(0), "hello", 0, arguments)

      assert closed == close
    end
  end

  test "connections say goodbye before the system stops" do
    connection = Connection.open(0)
    assert Connection.count() == 1
    assert Connection.all() == [self()]
    :ok = Arena.drain()
    assert_received {:arena, {:goodbye, _, _}} = message

    assert {[%{"event" => "goodbye", "code" => "draining"}], {:close, 1001, "draining"}} =
             Connection.told(connection, message)
  end

  test "a seat and a game have as many sockets as their limits let them" do
    limited(%{sockets_per_seat: 2, sockets_per_game: 3})
    {:ok, made} = Arena.create(%{"game" => "chess"})
    seat = %{"protocol" => 1, "token" => made["tokens"]["white"]}
    game = %{"protocol" => 1, "game" => made["id"]}
    ended = for arguments <- [seat, seat, seat, game, game], do: elem(elsewhere(arguments), 0)
    assert [:open, :open, {:close, 4003, "too_many"}, :open, {:close, 4003, "too_many"}] = ended
  end

  # A connection that stays, in a process of its own.
  defp elsewhere(arguments) do
    test = self()

    pid =
      spawn_link(fn ->
        {_frames, connection} = take(Connection.open(0), "hello", 0, arguments)
        send(test, {self(), if(is_tuple(connection), do: connection, else: :open)})
        Process.sleep(:infinity)
      end)

    receive do
      {^pid, how} -> {how, pid}
    end
  end

  test "a host that is killed knows again who is connected" do
    {:ok, made} = Arena.create(%{"game" => "chess"})
    {_, _, white} = hello(%{"token" => made["tokens"]["white"]})
    kill(Arena.Host.name(made["id"]))
    there = fn frame -> get_in(frame, ["people", "white", "sockets"]) == 1 end
    assert {[_ | _], _} = told_until(white, there)
  end
end
