defmodule Boardwright.GuideTest do
  use ExUnit.Case, async: false

  alias Boardwright.Error

  @guide Path.expand("../../docs/table.md", __DIR__)

  setup_all do
    [_, code] = Regex.run(~r/```elixir\n(.*?)```/s, File.read!(@guide))
    assert length(String.split(code, "\n")) < 100, "the guide promises a screen of code"
    [{module, _}] = Code.compile_string(code)
    %{loop: module}
  end

  test "a process of the guide plays a whole blind game" do
    [_, code] = Regex.run(~r/## Bots of your own.*?```elixir\n(.*?)```/s, File.read!(@guide))
    [{module, _}] = Code.compile_string(code)
    {:ok, bot} = apply(module, :start_link, [nil])
    {:ok, table} = apply(module, :play, [bot])
    :ok = Boardwright.Table.run_bots(table)
    {:ok, %{"seats" => [%{"thoughts" => [first | _]}, _]}} = Boardwright.Table.reveal(table)
    assert first["messages"] == ["the first that was not tried"]
    :ok = GenServer.stop(bot)
  end

  test "the tables of the guide are kept in files, and go on after a crash" do
    folder = Path.join(System.tmp_dir!(), "boardwright-guide-#{System.pid()}")
    on_exit(fn -> File.rm_rf!(folder) end)

    [_, code] =
      Regex.run(~r/## Elixir: a server of many tables.*?```elixir\n(.*?)```/s, File.read!(@guide))

    File.mkdir_p!(Path.join(folder, "tables"))
    # A folder beside the working directory is not the test's to use.
    code =
      String.replace(
        code,
        ~s|Path.join("tables", id)|,
        inspect(Path.join(folder, "tables")) <> ~S| <> "/" <> id|
      )

    [{module, _}] = Code.compile_string(code)
    start_supervised!({Registry, keys: :unique, name: Tables.Names})
    start_supervised!({Registry, keys: :duplicate, name: Tables.Topics})
    start_supervised!({DynamicSupervisor, name: Tables.Supervisor, max_restarts: 10})
    {:ok, server} = apply(module, :start, ["t1", [game: "chess"]])
    {:ok, %{"table" => %{"next_seq" => next}}} = apply(module, :join, ["t1", "white", 0])
    {:ok, _} = apply(module, :play, ["t1", "white", "commit", %{"move" => "e2e4"}])
    assert_received {:events, "white", [%{"seq" => ^next, "kind" => "moved"} | _]}
    monitor = Process.monitor(server)
    :ok = DynamicSupervisor.terminate_child(Tables.Supervisor, server)
    assert_receive {:DOWN, ^monitor, _, _, _}
    {:ok, _} = apply(module, :start, ["t1", [game: "chess"]])
    assert {:ok, %{"ply" => 1}} = apply(module, :play, ["t1", "black", "view", %{}])

    assert {:error, %Error{code: :invalid_option}} =
             apply(module, :play, ["t1", "black", "resign", %{"seat" => "white"}])
  end

  # A loop around a game; the test is told the kinds of what each seat is told.
  defp start(module, options) do
    test = self()
    publish = fn seat, events -> for e <- events, do: send(test, {seat, e["kind"]}) end
    {:ok, loop} = apply(module, :start_link, [[game: "chess", publish: publish] ++ options])
    loop
  end

  # Somebody who joins in a process of its own, until told to go.
  defp client(module, loop, seat) do
    test = self()

    {pid, monitor} =
      spawn_monitor(fn ->
        send(test, {:joined, apply(module, :join, [loop, seat])})
        receive(do: (:go -> :ok))
      end)

    assert_receive {:joined, {:ok, %{"events" => [%{"kind" => "started"} | _]}}}, 5_000

    fn ->
      send(pid, :go)
      assert_receive {:DOWN, ^monitor, _, _, _}, 5_000
    end
  end

  defp play(module, loop, seat, name, args \\ %{}),
    do: apply(module, :play, [loop, seat, name, args])

  test "the game loop of the guide plays a game", %{loop: module} do
    loop = start(module, seats: [black: [bot: "random", seed: 2, delay: 0]])
    assert_receive {"white", "started"}
    assert {:ok, %{"ended" => false}} = play(module, loop, "white", "commit", %{"move" => "e2e4"})
    assert_receive {"white", "moved"}
    assert_receive {"white", "moved"}, 60_000
    assert {:ok, _} = play(module, loop, "white", "resign")
    assert_receive {"black", "ended"}
  end

  test "a client calls what is its own and nothing else", %{loop: module} do
    loop = start(module, [])

    for name <-
          ["save", "reveal", "take_over", "fill", "tick", "outcome", "events", "disconnected"] ++
            ["", "__info__", "../../etc/passwd", <<255>>, nil, 7, [], %{}] do
      assert {:error, %Error{code: :unsupported}} = play(module, loop, "white", name)
    end

    for args <- [nil, 5, "x", [], [1 | 2], [seat: "black"]] do
      assert {:error, %Error{code: :unsupported}} = play(module, loop, "white", "view", args)
    end

    # Neither the seat nor the time is the client's to say, in however large a payload.
    evil = Map.new(1..40, &{"x#{&1}", &1}) |> Map.merge(%{"seat" => "black", "now" => 9, seat: 1})
    assert {:ok, %{"seat" => "white"}} = play(module, loop, "white", "view", evil)

    assert {:error, %Error{code: :not_your_turn}} =
             play(module, loop, "black", "commit", %{"seat" => "white", "move" => "e2e4"})

    assert {:error, %Error{}} = play(module, loop, "green", "view")
    assert {:error, %Error{}} = apply(module, :join, [loop, "green"])
    send(loop, :stray)
    assert {:ok, %{"ply" => 0}} = play(module, loop, "white", "view")
  end

  test "who reloads has not been away, who leaves has", %{loop: module} do
    loop = start(module, grace: 3_600_000)
    leave = client(module, loop, "white")
    again = client(module, loop, "white")
    leave.()
    await_clients(loop, 1)

    assert {:ok, %{"table" => %{"players" => [%{"connected" => true}, _]}}} =
             play(module, loop, "black", "view")

    refute_received {_, "disconnected"}
    again.()
    assert_receive {"black", "disconnected"}, 5_000
    client(module, loop, "white")
    assert_receive {"black", "reconnected"}, 5_000
  end

  # Until the loop has heard that a client has gone.
  defp await_clients(loop, count) do
    if map_size(:sys.get_state(loop).clients) != count, do: await_clients(loop, count)
  end

  test "a slow bot holds up nobody, and its move is published when it is made", %{loop: module} do
    seats = [black: [bot: "search", movetime: 3_600_000, delay: 0]]
    loop = start(module, seats: seats, undo: true)
    assert {:ok, _} = play(module, loop, "white", "commit", %{"move" => "e2e4"})
    assert_receive {"white", "moved"}
    # It thinks, and the loop answers.
    assert {:ok, %{"to_move" => "black"}} = play(module, loop, "white", "view")
    assert {:ok, _} = play(module, loop, "white", "resign")
    assert_receive {"black", "ended"}

    # The moves of two bots come one by one, though neither is ever quiet.
    bot = [bot: "random", delay: 0]
    start(module, seats: [white: bot, black: bot])
    for _ <- 1..3, do: assert_receive({"white", "moved"}, 60_000)
  end

  test "a flag falls by itself", %{loop: module} do
    start(module, clock: [base: 1])
    assert_receive {"white", "ended"}, 60_000
  end
end
