defmodule Boardwright.TableServerStoreTest do
  @moduledoc "Tables that are stored and restored, and servers that stop by themselves."
  use ExUnit.Case, async: false

  import Boardwright.TableClock
  import ExUnit.CaptureLog

  alias Boardwright.{Error, Question, Table, TableServer}

  setup do
    # The stored text, and 1 where it cannot be stored.
    store = start_supervised!({Agent, fn -> [] end})
    %{supervisor: start_supervised!({DynamicSupervisor, max_restarts: 100}), store: store}
  end

  defp stored(context), do: Agent.get(context.store, &List.first/1)

  defp storing(context, broken \\ :atomics.new(1, [])) do
    %{store: store} = context

    [
      persist: fn saved ->
        if :atomics.get(broken, 1) == 1, do: raise("the disk is full")
        Agent.update(store, &[saved | &1])
      end,
      load: fn ->
        case Agent.get(store, &List.first/1) do
          nil -> :none
          saved -> {:ok, saved}
        end
      end
    ]
  end

  defp start(context, options),
    do: DynamicSupervisor.start_child(context.supervisor, {TableServer, options})

  # The server that the supervisor has started in the place of one that has ended.
  defp again(context, server) do
    case DynamicSupervisor.which_children(context.supervisor) do
      [{_, pid, _, _}] when is_pid(pid) and pid != server -> pid
      _ -> again(context, server)
    end
  end

  defp kill(context, server) do
    monitor = Process.monitor(server)
    Process.exit(server, :kill)
    assert_receive {:DOWN, ^monitor, _, _, :killed}, 60_000
    again(context, server)
  end

  defp ply(server) do
    {:ok, view} = TableServer.call(server, "view", seat: 0)
    view["ply"]
  end

  defp commit(server, seat, move),
    do: TableServer.seat_call(server, seat, "commit", %{"move" => move})

  test "what was answered is stored, and a server that is killed goes on from there", context do
    {:ok, server} = start(context, [game: "chess"] ++ storing(context))
    assert {:ok, _} = Table.load(stored(context))

    Enum.reduce(
      Enum.with_index(~w(e2e4 e7e5 g1f3 b8c6 f1b5 a7a6)),
      server,
      fn {move, index}, server ->
        {:ok, _} = commit(server, rem(index, 2), move)
        {:ok, table} = Table.load(stored(context))
        assert {:ok, %{"ply" => ply}} = Table.view(table, 0)
        assert ply == index + 1
        server = kill(context, server)
        assert ply(server) == index + 1
        server
      end
    )
  end

  # A store of texts that follow a whole one, and 1 where it fails after it has written half of one.
  defp appending(context, broken \\ :atomics.new(1, [])) do
    %{store: store} = context

    [
      persist: fn text, what ->
        half = binary_part(text, 0, div(byte_size(text), 2))
        kept = if :atomics.get(broken, 1) == 1, do: half, else: text <> "\n"

        Agent.update(store, fn parts ->
          if what == :whole, do: [{what, kept}], else: parts ++ [{what, kept}]
        end)

        if kept == half, do: :error
      end,
      load: fn ->
        case Agent.get(store, & &1) do
          [] -> :none
          parts -> {:ok, Enum.map_join(parts, &elem(&1, 1))}
        end
      end
    ]
  end

  test "a store that appends gets what has changed, and all of it is there again", context do
    {:ok, server} = start(context, [game: "chess", undo: true] ++ appending(context))
    kinds = fn -> Agent.get(context.store, fn parts -> Enum.map(parts, &elem(&1, 0)) end) end

    sizes = fn ->
      Agent.get(context.store, fn parts -> for {_, t} <- parts, do: byte_size(t) end)
    end

    for {move, index} <- Enum.with_index(~w(g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1)),
        do: {:ok, _} = commit(server, rem(index, 2), move)

    assert kinds.() == [:whole | List.duplicate(:changes, 7)]
    changes = tl(sizes.())
    assert Enum.max(changes) - Enum.min(changes) < 40
    for seat <- 0..1, do: {:ok, _} = TableServer.seat_call(server, seat, "undo", %{"plies" => 2})
    {:ok, saved} = Table.save(TableServer.table(server))
    server = kill(context, server)
    # It starts with the whole again, in which time has passed for nobody.
    assert [:whole | _] = kinds.()
    {:ok, table} = Table.load(Enum.join(Agent.get(context.store, &for({_, t} <- &1, do: t))))
    {:ok, before} = Table.load(saved)
    assert Table.moves(table) == Table.moves(before)
    assert ply(server) == 5
    {:ok, _} = commit(server, 1, "g8f6")
    assert List.last(kinds.()) == :changes
  end

  test "after a text that was not stored comes the whole", context do
    broken = :atomics.new(1, [])
    {:ok, server} = start(context, [game: "chess"] ++ appending(context, broken))
    {:ok, _} = commit(server, 0, "e2e4")
    :atomics.put(broken, 1, 1)

    capture_log(fn ->
      assert {:error, %Error{code: :busy}} = commit(server, 1, "e7e5")
    end)

    :atomics.put(broken, 1, 0)
    assert {:ok, %{"ply" => 2}} = TableServer.seat_call(server, 0, "view")
    assert [{:whole, _}] = Agent.get(context.store, & &1)
    assert ply(kill(context, server)) == 2
  end

  test "what changes nothing is not stored again", context do
    {:ok, server} = start(context, [game: "chess"] ++ storing(context))
    count = fn -> Agent.get(context.store, &length/1) end
    assert count.() == 1
    {:ok, _} = TableServer.seat_call(server, 0, "view")
    {:error, _} = commit(server, 0, "e2e5")
    assert count.() == 1
    {:ok, _} = commit(server, 0, "e2e4")
    assert count.() == 2
  end

  test "a bot's move is stored before it is published", context do
    test = self()

    publish = fn topic, events ->
      for %{"kind" => "moved"} = event <- events, do: send(test, {topic, event, stored(context)})
    end

    seats = [black: [bot: "random", delay: 0]]

    {:ok, server} =
      start(context, [game: "chess", seats: seats, publish: publish] ++ storing(context))

    {:ok, _} = commit(server, 0, "e2e4")
    assert_receive {"white", %{"seat" => "black", "seq" => seq}, saved}, 60_000
    {:ok, table} = Table.load(saved)
    {:ok, %{"events" => events}} = Table.events(table, 0)
    assert Enum.find(events, &(&1["seq"] == seq))["seat"] == "black"
  end

  test "while it cannot be stored nothing is answered or published", context do
    test = self()
    broken = :atomics.new(1, [])
    clock = clock(0)

    publish = fn topic, events ->
      for event <- events, do: send(test, {topic, event["kind"], event["seq"]})
    end

    {:ok, server} =
      start(
        context,
        [game: "chess", publish: publish] ++ storing(context, broken) ++ timed(clock)
      )

    assert_received {"white", "started", 0}
    :atomics.put(broken, 1, 1)

    log =
      capture_log(fn ->
        assert {:error, %Error{code: :busy}} = commit(server, 0, "e2e4")
        assert {:error, %Error{code: :busy}} = commit(server, 1, "e7e5")
        assert {:error, %Error{code: :busy}} = TableServer.seat_call(server, 0, "view")
        assert {:error, %Error{code: :busy}} = TableServer.join(server, 0)
      end)

    assert log =~ "the disk is full"
    refute_received {_, "moved", _}
    assert_received {:set, 1_000, _}
    {:ok, table} = Table.load(stored(context))
    assert {:ok, %{"ply" => 0}} = Table.view(table, 0)

    # It is tried again by itself, and what was done is told then, once.
    :atomics.put(broken, 1, 0)
    {_at, mark, _cancel} = :sys.get_state(server).wake
    set(clock, 1_000)
    fire(server, {:wake, mark})
    assert_received {"white", "moved", seq}
    refute_received {"white", "moved", ^seq}
    assert ply(server) == 1
    {:ok, table} = Table.load(stored(context))
    assert {:ok, %{"ply" => 1}} = Table.view(table, 0)
    assert {:ok, _} = commit(server, 1, "e7e5")
  end

  test "each way of a store to fail is one", context do
    for fail <- [
          fn _ -> {:error, :full} end,
          fn _ -> :error end,
          fn _ -> throw(:full) end,
          fn _ -> exit(:full) end
        ] do
      assert capture_log(fn ->
               {:ok, server} = start(context, game: "chess", persist: fail)
               assert {:error, %Error{code: :busy}} = commit(server, 0, "e2e4")
               :ok = DynamicSupervisor.terminate_child(context.supervisor, server)
             end) =~ "was not stored"
    end
  end

  test "a store that cannot be read gives an error, and no new game", context do
    for {load, message} <- [
          {fn -> raise "no disk" end, "no disk"},
          {fn -> throw(:x) end, ":x"},
          {fn -> {:error, :enoent} end, "enoent"},
          {fn -> nil end, "nil"},
          {fn -> {:ok, "{}"} end, "saved table"},
          {fn -> {:ok, 5} end, "5"}
        ] do
      assert {:error, %Error{message: said}} = start(context, game: "chess", load: load)
      assert said =~ message
    end

    assert {:error, %Error{code: :invalid_option}} = start(context, load: fn -> :none end)
    {:ok, table} = Table.new("chess")
    {:ok, saved} = Table.save(table)
    assert {:ok, server} = start(context, load: fn -> {:ok, saved} end)
    assert ply(server) == 0
  end

  test "what was not published when it was killed is asked for by the number", context do
    test = self()
    publish = fn topic, events -> send(test, {:told, topic, List.last(events)["seq"]}) end
    restored = &send(test, {:restored, &1})
    options = [game: "chess", publish: publish, restored: restored, spectators: true]
    {:ok, server} = start(context, options ++ storing(context))
    refute_received {:restored, _}
    {:ok, _} = commit(server, 0, "e2e4")
    assert_received {:told, "white", 0}
    assert_received {:told, "white", last}
    server = kill(context, server)
    assert_receive {:restored, %{"white" => next, "black" => _, "spectators" => _}}, 60_000
    # To go on when the server was away is told as well.
    {:ok, %{"events" => events}} =
      TableServer.seat_call(server, 0, "events", %{"since" => last + 1})

    assert next == last + 1
    assert Enum.map(events, & &1["kind"]) == ["resumed"]
    assert_received {:told, "white", ^next}
    {:ok, _} = commit(server, 1, "e7e5")
    assert_received {:told, "white", moved}
    # A move is two events.
    assert moved == next + 2
  end

  test "the time in which there was no server is nobody's, unless it is to count", context do
    for {downtime, left} <- [free: 60_000 - 700, counts: 60_000 - 700 - 9_000] do
      Agent.update(context.store, fn _ -> [] end)
      clock = clock(1_000)
      options = [game: "chess", clock: [base: 60_000], downtime: downtime]
      {:ok, server} = start(context, options ++ storing(context) ++ timed(clock))
      set(clock, 1_700)
      # A change, by which the time is stored.
      {:ok, _} = TableServer.seat_call(server, 0, "offer_draw")
      set(clock, 10_700)
      server = kill(context, server)
      {:ok, view} = TableServer.call(server, "view", seat: 0)
      assert hd(view["table"]["players"])["clock"] == left
      :ok = DynamicSupervisor.terminate_child(context.supervisor, server)
    end
  end

  test "a paused table stays paused", context do
    {:ok, server} = start(context, [game: "chess", clock: [base: 60_000]] ++ storing(context))
    {:ok, _} = TableServer.call(server, "pause")
    server = kill(context, server)
    {:ok, view} = TableServer.call(server, "view", seat: 0)
    assert view["table"]["status"] == "paused"
  end

  test "bots of the host's own are asked again after a restart", context do
    test = self()

    bot = fn question ->
      send(test, {:asked, question.seat})
      hd(Question.candidates(question))
    end

    options = [game: "chess", seats: [black: [bot: bot, delay: 0]]]
    {:ok, server} = start(context, options ++ storing(context))
    server = kill(context, server)
    {:ok, _} = commit(server, 0, "e2e4")
    assert_receive {:asked, "black"}, 60_000
    :ok = Table.run_bots(TableServer.table(server))
    assert ply(server) == 2
  end

  test "the end is told once it is stored", context do
    test = self()
    on_end = &send(test, {:ended, &1, stored(context)})
    {:ok, server} = start(context, [game: "chess", on_end: on_end] ++ storing(context))
    {:ok, _} = TableServer.seat_call(server, 0, "resign")
    assert_received {:ended, %{"reason" => "resigned", "winner" => "black"}, saved}
    {:ok, table} = Table.load(saved)
    assert Table.outcome(table)["reason"] == "resigned"
    {:ok, _} = TableServer.seat_call(server, 0, "view")
    refute_received {:ended, _, _}
  end

  test "functions of the host's that fail at the end cost nothing", context do
    fail = fn _ -> raise "no" end
    options = [game: "chess", on_end: fail, restored: fail, on_stop: fail, linger: 0]

    assert capture_log(fn ->
             {:ok, server} = start(context, options ++ storing(context) ++ timed(clock(0)))
             server = kill(context, server)
             monitor = Process.monitor(server)
             {:ok, _} = TableServer.seat_call(server, 0, "resign")
             assert_received {:set, 0, message}
             send(server, message)
             assert_receive {:DOWN, ^monitor, _, _, :normal}, 60_000
           end) =~ "no"
  end

  describe "a server that nobody uses" do
    setup context do
      test = self()
      clock = clock(0)
      options = [game: "chess", idle: 500, on_stop: &send(test, {:stopped, &1})]
      %{clock: clock, options: options ++ storing(context) ++ timed(clock)}
    end

    test "stops, and goes on later where it was", context do
      {:ok, server} = start(context, context.options)
      assert_received {:set, 500, first}
      set(context.clock, 400)
      {:ok, _} = commit(server, 0, "e2e4")
      # No timer is set by calls: it is looked at when the first is due.
      refute_received {:set, _, _}
      set(context.clock, 500)
      fire(server, first)
      assert_received {:set, 400, second}
      monitor = Process.monitor(server)
      set(context.clock, 900)
      send(server, second)
      assert_receive {:DOWN, ^monitor, _, _, :normal}, 60_000
      assert_received {:stopped, :idle}
      {:ok, server} = start(context, context.options)
      assert ply(server) == 1
    end

    test "stays while somebody is there", context do
      {:ok, server} = start(context, context.options)
      {:ok, _} = TableServer.join(server, 0)
      assert_received {:set, 500, message}
      set(context.clock, 500)
      fire(server, message)
      assert_received {:set, 500, _}
      assert ply(server) == 0
    end

    test "stays while a clock runs", context do
      {:ok, server} = start(context, [clock: [base: 60_000]] ++ context.options)
      assert_received {:set, 500, message}
      set(context.clock, 500)
      fire(server, message)
      assert_received {:set, 500, _}
      assert ply(server) == 0
      refute_received {:stopped, _}
    end

    test "stays while a bot of its own is at work", context do
      test = self()

      bot = fn question ->
        send(test, {:asked, self()})
        receive(do: (:answer -> hd(Question.candidates(question))))
      end

      {:ok, server} = start(context, [seats: [black: [bot: bot, delay: 0]]] ++ context.options)
      {:ok, _} = commit(server, 0, "e2e4")
      assert_receive {:asked, asked}, 60_000
      assert_received {:set, 500, message}
      set(context.clock, 500)
      fire(server, message)
      assert_received {:set, 500, _}
      refute_received {:stopped, _}
      send(asked, :answer)
      :ok = Table.run_bots(TableServer.table(server))
      assert ply(server) == 2
    end
  end

  test "children have the name of their table, and are found by it", context do
    start_supervised!({Registry, keys: :unique, name: Boardwright.TestTables})
    name = fn id -> {:via, Registry, {Boardwright.TestTables, id}} end
    children = for id <- 1..3, do: {TableServer, game: "chess", name: name.(id)}
    ids = for child <- children, do: Supervisor.child_spec(child, []).id
    assert ids == Enum.map(1..3, name)
    start_supervised!({Supervisor, strategy: :one_for_one} |> supervisor(children))
    {:ok, _} = commit(name.(2), 0, "e2e4")
    assert {ply(name.(1)), ply(name.(2))} == {0, 1}

    assert {:error, {:already_started, pid}} = start(context, game: "chess", name: name.(1))
    assert [{^pid, _}] = Registry.lookup(Boardwright.TestTables, 1)
    assert TableServer.child_spec(game: "chess", id: "t").id == "t"
    assert TableServer.child_spec(game: "chess").id == TableServer
    assert TableServer.child_spec(5).id == TableServer
  end

  defp supervisor({module, options}, children),
    do: %{id: :tables, start: {module, :start_link, [children, options]}, type: :supervisor}

  test "options that are wrong are named", context do
    for {options, message} <- [
          {[persist: 5], "persist"},
          {[load: fn _ -> :none end], "load"},
          {[downtime: :gone], "downtime"},
          {[idle: -1], "idle"},
          {[on_end: 5], "on_end"},
          {[on_stop: fn -> :ok end], "on_stop"},
          {[restored: 1], "restored"},
          {[spectators: 1], "spectators"}
        ] do
      assert {:error, %Error{code: :invalid_option} = error} =
               start(context, [game: "chess"] ++ options)

      assert error.message =~ message
    end

    {:ok, table} = Table.new("chess")

    assert {:error, %Error{message: message}} =
             start(context, table: table, load: fn -> :none end)

    assert message =~ "not both"
  end
end
