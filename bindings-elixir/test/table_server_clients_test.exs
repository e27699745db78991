defmodule Boardwright.TableServerClientsTest do
  @moduledoc "Calls of clients, and the events of clients and spectators."
  use ExUnit.Case, async: false

  import Boardwright.TableClock

  alias Boardwright.{Error, Table, TableServer}

  defp server(options) do
    {:ok, server} = start_supervised({TableServer, options}, restart: :temporary)
    server
  end

  # Has the test told what each topic is told.
  defp publish do
    test = self()
    fn topic, events -> for event <- events, do: send(test, {topic, event["seq"], event}) end
  end

  # Somebody who joins in a process of its own, until told to go.
  defp client(server, seat) do
    test = self()

    {pid, monitor} =
      spawn_monitor(fn ->
        send(test, {:joined, TableServer.join(server, seat)})
        receive(do: (:go -> :ok))
      end)

    assert_receive {:joined, {:ok, view}}, 60_000

    leave = fn ->
      send(pid, :go)
      assert_receive {:DOWN, ^monitor, _, _, _}, 60_000
      TableServer.table(server)
    end

    {view, leave}
  end

  defp connected(server, seat) do
    {:ok, view} = TableServer.call(server, "view", seat: 0)
    Enum.find(view["table"]["players"], &(&1["seat"] == seat))["connected"]
  end

  test "a client plays by the seat that the server says" do
    server = server(game: "chess")

    assert {:ok, %{"ended" => false}} =
             TableServer.seat_call(server, 0, "commit", %{"move" => "e2e4"})

    assert {:ok, %{"ended" => false}} =
             TableServer.seat_call(server, "black", "commit", %{"move" => "e7e5"})

    assert {:ok, %{"seat" => "white", "ply" => 2}} =
             TableServer.seat_call(server, "white", "view")

    assert {:error, %Error{code: :not_your_turn}} =
             TableServer.seat_call(server, 1, "commit", %{"move" => "d7d5"})
  end

  test "a payload that names a seat, or what the call does not know, is refused" do
    server = server(game: "chess")

    for {name, payload, code, says} <- [
          {"commit", %{"move" => "e2e4", "seat" => "black"}, :invalid_option,
           "seat is for the server"},
          {"commit", %{"move" => "e2e4", "seat" => "white"}, :invalid_option,
           "seat is for the server"},
          {"commit", %{"move" => "e2e4", seat: 0}, :invalid_option, "seat is for the server"},
          {"commit", %{"move" => "e2e4", "now" => 5}, :invalid_option, "now is for the server"},
          {"commit", %{"move" => "e2e4", "mvoe" => 5}, :invalid_option, "mvoe"},
          {"commit", %{"move" => "e2e4", move: "d2d4"}, :invalid_option, "given twice"},
          {"commit", [{"move", "e2e4"}, {"move", "d2d4"}], :invalid_option, "given twice"},
          {"commit", %{}, :invalid_option, "move"},
          {"commit", %{"move" => %{"a" => 1}}, :invalid_option, "move"},
          {"resign", %{"seat" => 1}, :invalid_option, "seat is for the server"},
          {"resign", nil, :invalid_option, "takes"},
          {"resign", "x", :invalid_option, "takes"},
          {"resign", [1], :invalid_option, "takes"},
          {nil, %{}, :invalid_option, "call"},
          {7, %{}, :invalid_option, "call"},
          {"dance", %{}, :unsupported, "no call"}
        ] do
      assert {:error, %Error{code: ^code, message: message}} =
               TableServer.seat_call(server, 0, name, payload)

      assert message =~ says
    end

    assert {:ok, %{"ply" => 0, "outcome" => nil}} = TableServer.call(server, "view", seat: 0)
  end

  test "the host's calls are no seat's" do
    server = server(game: "chess")

    for name <-
          ~w(save take_over fill abort adjudicate pause resume tick disconnected reconnected edit) ++
            ~w(referee_view referee_events spectator_view spectator_events reveal) do
      refute name in Table.seat_calls()
      assert {:error, %Error{code: :unsupported}} = TableServer.seat_call(server, 0, name, %{})
    end

    for name <- Table.seat_calls() do
      answer = TableServer.seat_call(server, 0, name, %{})
      refute match?({:error, %Error{code: :unsupported}}, answer), name
    end
  end

  test "a seat that there is not is none" do
    server = server(game: "chess")

    for seat <- [nil, 2, -1, "green", :green, {0}, self()] do
      assert {:error, %Error{code: :invalid_option}} =
               TableServer.seat_call(server, seat, "resign")

      assert {:error, %Error{}} = TableServer.join(server, seat)
    end

    assert {:ok, %{"outcome" => nil}} = TableServer.call(server, "view", seat: 0)
  end

  test "a seat of a hidden game sees no more by it than its own" do
    server = server(game: "blind")
    {:ok, _} = TableServer.seat_call(server, 0, "commit", %{"move" => "e2e4"})
    {:ok, %{"moves" => moves}} = TableServer.seat_call(server, 1, "moves")
    refute inspect(moves) =~ "e2e4"
    {:ok, %{"events" => events}} = TableServer.seat_call(server, 1, "events")
    refute inspect(events) =~ "e2e4"
  end

  test "who joins is there until the last of its processes ends" do
    server = server(game: "chess", publish: publish())
    {view, first} = client(server, "black")
    assert view["seat"] == "black"
    {_view, second} = client(server, 1)
    first.()
    assert connected(server, "black")
    second.()
    refute connected(server, "black")
    assert_received {"white", _, %{"kind" => "disconnected", "seat" => "black"}}
    {_view, third} = client(server, "black")
    assert connected(server, "black")
    assert_received {"white", _, %{"kind" => "reconnected", "seat" => "black"}}
    third.()
  end

  test "who leaves has left, and its end says nothing more" do
    server = server(game: "chess")
    {:ok, _} = TableServer.join(server, "white")
    {:ok, _} = TableServer.join(server, "black")
    :ok = TableServer.leave(server)
    refute connected(server, "white")
    :ok = TableServer.leave(server)
    assert {:ok, _} = TableServer.join(server, "white")
    assert connected(server, "white")
  end

  test "a client that comes back gets what it missed, once, and what follows goes on from there" do
    server = server(game: "chess", publish: publish())
    {:ok, %{"table" => %{"events" => %{"next" => since}}}} = TableServer.join(server, "white", 0)
    :ok = TableServer.leave(server)

    for {seat, move} <- [{0, "e2e4"}, {1, "e7e5"}],
        do: {:ok, _} = TableServer.seat_call(server, seat, "commit", %{"move" => move})

    {:ok, view} = TableServer.join(server, "white", since)
    missed = for event <- view["table"]["events"]["events"], do: event["seq"]
    next = view["table"]["next_seq"]
    assert missed == Enum.to_list(since..(next - 1))
    {:ok, _} = TableServer.seat_call(server, 0, "commit", %{"move" => "g1f3"})
    assert_received {"white", ^next, %{"kind" => "moved"}}

    for seq <- 0..next do
      if seq < next, do: assert_received({"white", ^seq, _})
      refute_received {"white", ^seq, _}
    end
  end

  test "spectators have a topic of their own, which shows nothing that is hidden" do
    server = server(game: "chess", spectators: true, publish: publish())
    {:ok, view} = TableServer.spectate(server)
    next = view["table"]["events"]["next"]
    {:ok, _} = TableServer.seat_call(server, 0, "commit", %{"move" => "e2e4"})
    assert_received {"spectators", ^next, %{"kind" => "moved"}}
    stop_supervised(TableServer)

    server = server(game: "blind", spectators: true, publish: publish())
    {:ok, _} = TableServer.seat_call(server, 0, "commit", %{"move" => "e2e4"})
    refute_received {"spectators", _, %{"kind" => "moved"}}
    {:ok, _} = TableServer.seat_call(server, 1, "resign")
    assert_received {"spectators", _, %{"kind" => "ended"}}
    refute match?({:error, _}, TableServer.spectate(server, 3))
    assert {:error, %Error{}} = TableServer.spectate(server, -1)
  end

  test "topics are as many as the server was asked for" do
    server = server(game: "chess", publish: publish())
    {:ok, _} = TableServer.seat_call(server, 0, "commit", %{"move" => "e2e4"})
    refute_received {"spectators", _, _}
  end

  test "a bot's move is published though nobody calls" do
    server = server(game: "chess", seats: [black: [bot: "random", delay: 0]], publish: publish())
    {:ok, _} = TableServer.seat_call(server, 0, "commit", %{"move" => "e2e4"})
    assert_receive {"white", _, %{"kind" => "moved", "seat" => "black"}}, 60_000
  end

  test "a thousand events come all at once, in order" do
    {:ok, table} = Table.new("chess")

    for _ <- 1..700,
        do:
          for(
            call <- ["disconnected", "reconnected"],
            do: {:ok, _} = Table.call(table, call, seat: 1)
          )

    test = self()

    server(
      table: table,
      publish: fn topic, events -> send(test, {topic, Enum.map(events, & &1["seq"])}) end
    )

    {:ok, %{"next" => next}} = Table.events(table, 0, 5_000)
    assert next > 1_400
    assert_received {"white", first}
    assert_received {"white", second}
    assert first ++ second == Enum.to_list(0..(next - 1))
  end

  test "a table at which nothing is due sets no timer" do
    options = [game: "chess", publish: publish()] ++ timed(clock(0))
    server = server(options)
    {:ok, _} = TableServer.seat_call(server, 0, "commit", %{"move" => "e2e4"})
    {:ok, _} = TableServer.join(server, 0)
    refute_received {:set, _, _}
  end
end
