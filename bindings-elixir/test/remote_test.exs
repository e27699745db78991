defmodule Boardwright.RemoteTest do
  @moduledoc "Tournaments on connected nodes have the table of one process, whatever node is lost."

  use ExUnit.Case, async: false

  alias Boardwright.{Arena, Distribution, Error, Native, Scenarios}

  # Whoever loads this file learns from the line what is not tested.
  case Distribution.start() do
    {:ok, stop} ->
      stop.()

    {:error, reason} ->
      IO.puts(:stderr, "tournaments on nodes are not tested: #{reason}")
      @moduletag skip: reason
  end

  @cases "arena.json"
         |> Scenarios.read()
         |> Enum.reject(fn scenario ->
           Enum.any?(scenario["options"]["players"], &(is_map(&1) and is_map_key(&1, "own")))
         end)

  # A game that lasts longer than anybody waits.
  @endless [games: 2, limits: %{nodes: 1_000_000_000}]

  setup_all do
    {:ok, stop} = Distribution.start()
    on_exit(stop)
  end

  defp given(scenario, more) do
    {game, options} = Map.pop!(scenario["options"], "game")
    {players, options} = Map.pop!(options, "players")
    options = for {name, value} <- options, do: {String.to_atom(name), value}
    {game, players, Keyword.merge(options, more)}
  end

  defp tournament(scenario, more) do
    {game, players, options} = given(scenario, more)
    Arena.tournament(game, players, options)
  end

  # Stops a peer once so many games are done, and tells this process of each.
  defp stopping(peer, at) do
    this = self()

    fn game ->
      send(this, {:told, game["id"]})
      if game["done"] == at, do: :ok = :peer.stop(peer)
    end
  end

  defp told(ids \\ []) do
    receive do
      {:told, id} -> told([id | ids])
    after
      0 -> Enum.sort(ids)
    end
  end

  # Until the jobs at a node are so many.
  defp await_jobs(node, count) do
    if length(:erpc.call(node, Boardwright, :jobs, [])) != count do
      Process.sleep(5)
      await_jobs(node, count)
    end
  end

  test "two nodes have the tables of every language" do
    {_, a} = Distribution.peer()
    {_, b} = Distribution.peer()
    assert length(@cases) >= 3

    for scenario <- @cases do
      assert {:ok, report} = tournament(scenario, nodes: [a, b])
      assert report["table"] == scenario["table"]
      assert report["markdown"] =~ "| # | player |"
    end

    assert {:messages, []} = Process.info(self(), :messages)
  end

  test "this node alone has them" do
    assert {:ok, report} = tournament(hd(@cases), nodes: [node()])
    assert report["table"] == hd(@cases)["table"]
  end

  test "a node that is stopped loses nothing" do
    {one, a} = Distribution.peer()
    {_, b} = Distribution.peer()
    scenario = hd(@cases)
    assert {:ok, report} = tournament(scenario, nodes: [a, b], progress: stopping(one, 6))
    assert report["table"] == scenario["table"]
    assert told() == Enum.to_list(0..23)
    assert {:messages, []} = Process.info(self(), :messages)

    assert {:error, %Error{code: :invalid_option, message: message}} =
             tournament(scenario, nodes: [b, a])

    assert message == "nodes: #{a} cannot be reached"
  end

  @tag :tmp_dir
  test "once all nodes are gone the file goes on at another", %{tmp_dir: folder} do
    log = Path.join(folder, "games.jsonl")
    {one, a} = Distribution.peer()
    scenario = hd(@cases)
    told = stopping(one, 6)

    assert {:error, %Error{code: :cancelled, message: message}} =
             tournament(scenario, nodes: [a], log: log, progress: told)

    assert message =~ "nodes: none is left to play; the last was #{a}"
    {_, b} = Distribution.peer()
    assert {:ok, report} = tournament(scenario, nodes: [b], log: log, progress: told)
    assert report["table"] == scenario["table"]
    assert told() == Enum.to_list(0..23)
    assert {:messages, []} = Process.info(self(), :messages)
  end

  @tag :tmp_dir
  test "what progress raises ends it, and the file is free at once", %{tmp_dir: folder} do
    log = Path.join(folder, "games.jsonl")
    {_, a} = Distribution.peer()
    scenario = hd(@cases)
    this = self()

    enough = fn game ->
      send(this, {:told, game["id"]})
      if game["done"] == 5, do: throw(:enough)
    end

    Process.flag(:trap_exit, true)
    assert catch_throw(tournament(scenario, nodes: [a], log: log, progress: enough)) == :enough
    assert {:messages, [_, _, _, _, _]} = Process.info(self(), :messages)
    await_jobs(a, 0)
    more = &send(this, {:told, &1["id"]})
    assert {:ok, report} = tournament(scenario, nodes: [a], log: log, progress: more)
    assert report["table"] == scenario["table"]
    assert told() == Enum.to_list(0..23)
  end

  test "games end with the process that waits for them" do
    {_, a} = Distribution.peer()
    caller = spawn(fn -> Arena.match("chess", "search", "search", [nodes: [a]] ++ @endless) end)
    threads = :erpc.call(a, Boardwright, :statistics, [])["threads"]
    await_jobs(a, min(threads, 2))

    # The supervisor of what it has started says that it was killed.
    ExUnit.CaptureLog.capture_log(fn ->
      Process.exit(caller, :kill)
      await_jobs(a, 0)
    end)
  end

  test "a node whose processes are ended is as one that is gone" do
    {_, a} = Distribution.peer()
    {_, b} = Distribution.peer()
    # A game for each.
    for node <- [a, b], do: :ok = :erpc.call(node, Boardwright, :configure, [[threads: 1]])
    this = self()

    spawn_link(fn ->
      options = [nodes: [a, b]] ++ @endless
      send(this, {:ended, Arena.match("chess", "search", "search", options)})
    end)

    :ok = :erpc.call(a, Distribution, :kill_player, [])
    # The game that was lost waits for the place at the other one.
    await_jobs(a, 0)
    await_jobs(b, 1)
    :ok = :erpc.call(b, Distribution, :kill_player, [])
    assert_receive {:ended, {:error, %Error{code: :cancelled, message: message}}}
    assert message =~ "the last was #{b}, whose process ended: :killed"
  end

  test "a node of another version, or without the library, is named" do
    {_, a} = Distribution.peer()
    # A node whose library says so.
    forms = [
      {:attribute, 1, :module, Boardwright},
      {:attribute, 1, :export, [version: 0]},
      {:function, 1, :version, 0, [{:clause, 1, [], [], [{:bin, 1, [bin("0.0.1")]}]}]}
    ]

    {:ok, Boardwright, binary} = :compile.forms(forms)
    {:module, _} = :erpc.call(a, :code, :load_binary, [Boardwright, 'stub', binary])
    assert {:error, %Error{code: :unsupported, message: message}} = short(nodes: [node(), a])
    assert message == "nodes: #{a} has version 0.0.1, and this is #{Boardwright.version()}"

    {_, b} = Distribution.peer([:code.lib_dir(:elixir, :ebin)])
    assert {:error, %Error{code: :unsupported, message: message}} = short(nodes: [b])
    assert message =~ "nodes: #{b} does not have the library: Boardwright.version/0: "
  end

  defp bin(text),
    do: {:bin_element, 1, {:string, 1, String.to_charlist(text)}, :default, :default}

  defp short(options), do: short("random", options)

  defp short(player, options) do
    options = [games: 2, ply_limit: 10, opening_plies: 0] ++ options
    Arena.match("chess", "random", player, options)
  end

  test "what cannot be played there is named" do
    {_, a} = Distribution.peer()
    own = fn _question -> %{resign: true} end
    before = Process.list()
    assert {:error, %Error{code: :unsupported, message: message}} = short(own, nodes: [a])
    assert message =~ "plays in this process alone"
    assert {:error, %Error{code: :unsupported}} = short([name: "I", bot: self()], nodes: [a])
    # Nobody was started to answer for them.
    refute Enum.any?(Process.list() -- before, &attendant?/1)
    assert {:error, %Error{code: :unknown_bot}} = short("nobody", nodes: [a])

    for nodes <- [3, [], [nil], ["a@b"], :all] do
      assert {:error, %Error{code: :invalid_option, message: message}} = short(nodes: nodes)
      assert message =~ "nodes: takes a list"
    end

    # A program is looked for where the game is played.
    program = %{command: "no-such-program", protocol: "uci"}
    options = [nodes: [a], limits: %{nodes: 10}]
    assert {:error, %Error{code: code, message: message}} = short(program, options)
    assert code != :unsupported
    assert message =~ "no-such-program"
  end

  defp attendant?(pid) do
    case Process.info(pid, :dictionary) do
      {:dictionary, words} -> {Boardwright.Attendant, :init, 1} in Keyword.values(words)
      nil -> false
    end
  end

  test "a queue that is closed says so" do
    {:ok, queue} = Native.queue_open(:match, game: "chess", players: ["random", "random"])
    assert {:ok, {id, job}} = Native.queue_acquire(queue)
    assert is_binary(id) and is_binary(job)
    assert {:ok, true} = Native.queue_release(queue, id)
    assert {:ok, false} = Native.queue_release(queue, id)

    assert {:error, %Error{code: :invalid_notation, message: "result: is no JSON" <> _}} =
             Native.queue_submit(queue, "{")

    assert {:error, %Error{code: :invalid_option}} = Native.queue_release(queue, "x")
    assert :ok = Native.queue_close(queue)
    assert :ok = Native.queue_close(queue)

    for answer <- [
          Native.queue_acquire(queue),
          Native.queue_submit(queue, "{}"),
          Native.queue_release(queue, id),
          Native.queue_report(queue)
        ] do
      assert {:error, %Error{code: :disposed, message: "the queue of games is closed"}} = answer
    end
  end
end
