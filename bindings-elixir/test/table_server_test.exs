defmodule Boardwright.TableServerTest do
  use ExUnit.Case, async: false

  import Boardwright.TableClock
  import ExUnit.CaptureLog

  alias Boardwright.{Error, Table, TableServer}

  # Longer than any test lasts, in milliseconds.
  @forever 3_600_000

  setup do
    %{supervisor: start_supervised!({DynamicSupervisor, strategy: :one_for_one})}
  end

  defp publish do
    test = self()
    fn seat, events -> for event <- events, do: send(test, {seat, event["kind"], event}) end
  end

  defp start(supervisor, options),
    do: DynamicSupervisor.start_child(supervisor, {TableServer, options})

  defp ply(server) do
    {:ok, view} = TableServer.call(server, "view", seat: 0)
    view["ply"]
  end

  defp under_way(supervisor, options \\ []) do
    {:ok, server} = start(supervisor, [game: "chess"] ++ options)
    {:ok, _} = TableServer.call(server, "commit", seat: 0, move: "e2e4")
    server
  end

  defp goes_on?(server), do: Process.alive?(server) and ply(server) == 1

  test "arguments and names of any kind are answered, and the game goes on", context do
    server = under_way(context.supervisor)
    wide = Map.new(1..5_000, &{&1, &1})

    for args <- [nil, 5, "x", :x, {1, 2}, [1], [{:seat, 0} | 1], %{1 => 2}, wide, self()] do
      assert {:error, %Error{code: :invalid_option}} = TableServer.call(server, "view", args)
    end

    for name <- [nil, 7, "", "dance", self(), [], %{}] do
      assert {:error, %Error{}} = TableServer.call(server, name, seat: 0)
    end

    for args <- [%{"seat" => "white"}, %{seat: :white}, [seat: 0], [{"seat", 0}]] do
      assert {:ok, %{"seat" => "white"}} = TableServer.call(server, "view", args)
    end

    assert goes_on?(server)
  end

  test "the time is the server's own", context do
    server = under_way(context.supervisor, [clock: [base: 1_000]] ++ timed(clock(0)))

    for args <- [[now: 9], %{now: 9}, %{"now" => 9}] do
      assert {:error, %Error{code: :invalid_option, message: message}} =
               TableServer.call(server, "tick", args)

      assert message =~ "now is for the server"
    end

    assert goes_on?(server)
  end

  test "what else is sent to it does not end the game", context do
    server = under_way(context.supervisor)
    for stray <- [:x, :tick, {make_ref(), :late}, {:wake, 1}], do: send(server, stray)
    send(server, {:boardwright_table, make_ref()})
    GenServer.cast(server, :x)
    assert {:error, %Error{code: :unsupported}} = GenServer.call(server, :x)
    assert goes_on?(server)
  end

  test "a publish that fails loses neither the game nor an event", context do
    test = self()
    broken = :atomics.new(1, [])

    fail = fn
      1 -> raise "down"
      2 -> throw(:down)
      3 -> exit(:down)
      0 -> :ok
    end

    publish = fn seat, events ->
      fail.(:atomics.get(broken, 1))
      for event <- events, do: send(test, {seat, event["seq"]})
    end

    telemetry = fn name, _, about -> send(test, {List.last(name), about}) end
    server = under_way(context.supervisor, publish: publish, telemetry: telemetry)

    for {how, move} <- [{1, "e7e5"}, {2, "g1f3"}, {3, "b8c6"}] do
      :atomics.put(broken, 1, how)
      seat = rem(how, 2)

      log =
        capture_log(fn ->
          assert {:ok, _} = TableServer.call(server, "commit", seat: seat, move: move)
          TableServer.table(server)
        end)

      assert log =~ "down"
      assert_received {:failed, %{kind: _, reason: _}}
    end

    :atomics.put(broken, 1, 0)
    assert {:ok, _} = TableServer.call(server, "commit", seat: 0, move: "f1b5")
    {:ok, %{"next" => next}} = Table.events(TableServer.table(server), 0)

    for seat <- ["white", "black"], seq <- 0..(next - 1) do
      assert_received {^seat, ^seq}
      refute_received {^seat, ^seq}
    end

    assert ply(server) == 5
  end

  test "a telemetry that fails ends no game", context do
    telemetry = fn _, _, _ -> raise "no telemetry" end

    assert capture_log(fn ->
             send(self(), under_way(context.supervisor, telemetry: telemetry))
           end) =~ "no telemetry"

    assert_received server
    assert capture_log(fn -> assert goes_on?(server) end) =~ "no telemetry"
  end

  test "options are taken in any order, and those that are none are named" do
    {:ok, table} = Table.new("chess")
    publish = fn _, _ -> :ok end

    for options <- [[table: table, publish: publish], [publish: publish, table: table]] do
      assert {:ok, server} = TableServer.start_link(options)
      assert TableServer.table(server) == table
      :ok = GenServer.stop(server)
    end

    for {options, message} <- [
          {[], "which game"},
          {[publish: publish], "which game"},
          {[game: "chess", table: table], "not both"},
          {[table: table, grace: 5], "grace"},
          {[table: 5], "a table"},
          {[game: "chess", publish: 5], "publish"},
          {[game: "chess", linger: -1], "linger"},
          {[game: "chess", game: "boost"], "twice"},
          {%{game: "chess"}, "keyword"}
        ] do
      assert {:error, %Error{code: :invalid_option} = error} = TableServer.start_link(options)
      assert error.message =~ message
    end

    Process.flag(:trap_exit, true)
    assert {:error, %Error{code: :unknown_game}} = TableServer.start_link(game: "chezz")

    assert {:error, %Error{code: :invalid_option}} =
             TableServer.start_link(game: "chess", clok: 5)
  end

  test "a flag is told in the millisecond in which it falls", context do
    clock = clock(1_000)
    options = [clock: [base: 400], publish: publish()] ++ timed(clock)
    {:ok, server} = start(context.supervisor, [game: "chess"] ++ options)
    assert_receive {:set, 400, first}

    # A move lets the other clock run, and the timer is set anew at once.
    set(clock, 1_390)
    {:ok, _} = TableServer.call(server, "commit", seat: 0, move: "e2e4")
    TableServer.table(server)
    assert_received {:taken_back, ^first}
    assert_received {:set, 400, second}

    # What was taken back may be in the mailbox already, and means nothing.
    set(clock, 1_789)
    fire(server, first)
    refute_received {_, "ended", _}
    refute_received {:set, _, _}

    # A timer that fires early is set again for what is left.
    fire(server, second)
    refute_received {_, "ended", _}
    assert_received {:set, 1, third}

    set(clock, 1_790)
    fire(server, third)
    assert_received {"white", "ended", %{"reason" => "timeout", "winner" => "white"}}
    assert_received {"black", "ended", _}
  end

  test "a bot's move sets the timer for the clock that runs then", context do
    clock = clock(0)
    clocks = [base: @forever, increment: 1_000]
    options = [clock: clocks, seats: [black: [bot: "random", delay: 0]]]
    {:ok, server} = start(context.supervisor, [game: "chess"] ++ options ++ timed(clock))
    assert_receive {:set, @forever, _}
    # White has used half of its time, and the timer is Black's until the bot has moved, which
    # it may have by the time the server looks. With the increment White's flag falls at
    # another instant than at first, so that its timer is set again in any case.
    set(clock, div(@forever, 2))
    {:ok, _} = TableServer.call(server, "commit", seat: 0, move: "e2e4")
    assert_receive {:set, wait, _} when wait < @forever
    assert wait >= div(@forever, 2) + 1_000
  end

  test "a time to be gone ends in its millisecond, and no timer is set without need", context do
    clock = clock(5)
    options = [game: "chess", grace: 500, publish: publish()] ++ timed(clock)
    {:ok, server} = start(context.supervisor, options)
    refute_received {:set, _, _}
    {:ok, _} = TableServer.call(server, "disconnected", seat: "black")
    TableServer.table(server)
    assert_received {:set, 500, first}
    {:ok, _} = TableServer.call(server, "reconnected", seat: "black")
    TableServer.table(server)
    assert_received {:taken_back, ^first}
    set(clock, 100)
    {:ok, _} = TableServer.call(server, "disconnected", seat: "black")
    TableServer.table(server)
    assert_received {:set, 500, second}
    set(clock, 600)
    fire(server, second)
    assert_received {"white", "ended", %{"reason" => "abandoned", "winner" => "white"}}
  end

  test "a timer of many days is set day by day", context do
    clock = clock(0)
    day = 24 * 3_600_000
    options = [game: "chess", clock: [base: 90 * day]] ++ timed(clock)
    {:ok, server} = start(context.supervisor, options)
    assert_receive {:set, ^day, message}
    set(clock, day)
    fire(server, message)
    assert_received {:set, ^day, _}
  end

  test "the server of an ended game stops by itself, and not before", context do
    clock = clock(0)
    options = [game: "chess", linger: 1_000, publish: publish()] ++ timed(clock)
    {:ok, server} = start(context.supervisor, options)
    monitor = Process.monitor(server)
    {:ok, _} = TableServer.call(server, "resign", seat: 0)
    TableServer.table(server)
    assert_received {:set, 1_000, message}
    set(clock, 999)
    assert {:ok, %{"moves" => []}} = TableServer.call(server, "reveal")
    set(clock, 1_000)
    send(server, message)
    assert_receive {:DOWN, ^monitor, _, _, :normal}, 60_000
    assert DynamicSupervisor.count_children(context.supervisor).workers == 0
  end

  test "the server of an ended game can stay", context do
    options = [game: "chess", linger: :infinity] ++ timed(clock(0))
    {:ok, server} = start(context.supervisor, options)
    {:ok, _} = TableServer.call(server, "resign", seat: 0)
    TableServer.table(server)
    refute_received {:set, _, _}
  end

  # The server that the supervisor has started in the place of one that has ended.
  defp again(supervisor, server) do
    case DynamicSupervisor.which_children(supervisor) do
      [{_, pid, _, _}] when is_pid(pid) and pid != server -> pid
      _ -> again(supervisor, server)
    end
  end

  test "after a crash bots go on, and nothing is published twice", context do
    {:ok, table} = Table.new("chess", seed: 1, seats: [black: [bot: "random", delay: 0]])
    test = self()
    publish = fn seat, events -> for event <- events, do: send(test, {seat, event["seq"]}) end
    {:ok, first} = start(context.supervisor, table: table, publish: publish)
    {:ok, _} = TableServer.call(first, "commit", seat: 0, move: "e2e4")
    :ok = Table.run_bots(table)

    # A callback crashes, and then the process is killed.
    capture_log(fn ->
      :sys.replace_state(first, fn _ -> :broken end)
      catch_exit(TableServer.call(first, "view", seat: 0))
      send(test, {:second, again(context.supervisor, first)})
    end)

    assert_received {:second, second}
    assert ply(second) == 2
    {:ok, _} = TableServer.call(second, "commit", seat: 0, move: "d2d4")
    :ok = Table.run_bots(table)
    assert ply(second) == 4

    Process.exit(second, :kill)
    third = again(context.supervisor, second)
    {:ok, _} = TableServer.call(third, "commit", seat: 0, move: "g1f3")
    :ok = Table.run_bots(table)
    assert ply(third) == 6
    TableServer.table(third)
    {:ok, %{"next" => next}} = Table.events(table, 0)

    for seat <- ["white", "black"], seq <- 0..(next - 1) do
      assert_received {^seat, ^seq}
      refute_received {^seat, ^seq}
    end
  end

  describe "what is dropped stops" do
    setup do
      :ok = Boardwright.configure(threads: 1)
      on_exit(fn -> Boardwright.configure(threads: System.schedulers_online()) end)
      %{thinking: [white: [bot: "search", movetime: @forever, delay: 0]]}
    end

    # It is closed by the end of its owner: who waits then is told so, and who asks after
    # that finds it quiet.
    defp closed(table) do
      with {:error, error} <- Table.run_bots(table), do: assert(error.code == :cancelled)
      refute thinking?(table)
    end

    # There is one thread for long work: this comes to an end when nobody else is at it.
    defp free,
      do: assert(Boardwright.perft(Boardwright.start!("chess"), 4, deadline: 60_000) == 197_281)

    defp thinking?(table), do: Table.run_bots(table, 0) == {:error, :timeout}

    test "with a server that is terminated", context do
      {:ok, server} = start(context.supervisor, game: "chess", seats: context.thinking)
      table = TableServer.table(server)
      assert thinking?(table)
      :ok = DynamicSupervisor.terminate_child(context.supervisor, server)
      refute thinking?(table)
      free()

      {:ok, given} = Table.new("chess", seats: context.thinking)
      {:ok, server} = start(context.supervisor, table: given)
      assert thinking?(given)
      :ok = DynamicSupervisor.terminate_child(context.supervisor, server)
      refute thinking?(given)
      free()
    end

    test "with a server that is killed, or stopped", context do
      for ending <- [&Process.exit(&1, :kill), &GenServer.stop/1] do
        {:ok, server} =
          start_supervised(
            {TableServer, game: "chess", seats: context.thinking},
            restart: :temporary
          )

        table = TableServer.table(server)
        assert thinking?(table)
        ending.(server)
        closed(table)
        free()
        stop_supervised(TableServer)
      end
    end

    test "with its owner", context do
      {:ok, table} = Table.new("chess", seats: context.thinking)
      owner = spawn(fn -> Table.own(table) && receive(do: (:never -> :ok)) end)
      assert thinking?(table)
      Process.exit(owner, :kill)
      closed(table)
      free()
    end

    test "when nobody refers to it any more", context do
      test = self()

      {pid, monitor} =
        spawn_monitor(fn ->
          {:ok, table} = Table.new("chess", seats: context.thinking)
          {:ok, _listener} = Table.listen(table)
          send(test, {:thinking, thinking?(table)})
        end)

      assert_receive {:thinking, true}, 60_000
      assert_receive {:DOWN, ^monitor, _, ^pid, :normal}, 60_000
      free()
    end
  end
end
