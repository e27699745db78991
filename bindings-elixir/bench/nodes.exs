# A round robin of four bots of crazyhouse, 600 games: in this process, on one node by :erpc, and
# on two of which one is stopped after a quarter of the games. Are the tables the same, and how
# many games a second does each play?
#
#     mix run bench/nodes.exs [--nodes 100] [--games 100]

{options, _} = OptionParser.parse!(System.argv(), strict: [nodes: :integer, games: :integer])
games = Keyword.get(options, :games, 100)

started? = not match?({_, 0}, System.cmd("epmd", ["-names"], stderr_to_stdout: true))
if started?, do: System.cmd("epmd", ["-daemon"])
{:ok, _} = Node.start(:"boardwright#{System.pid()}@127.0.0.1", :longnames)

peer = fn ->
  {:ok, peer, node} =
    :peer.start_link(%{
      name: :peer.random_name(),
      host: '127.0.0.1',
      longnames: true,
      args: ['-pa' | :code.get_path()]
    })

  {:ok, _} = :erpc.call(node, :application, :ensure_all_started, [:elixir])
  {peer, node}
end

players =
  ["random", "heuristic"] ++
    for level <- ["casual", "strong"],
        do: %{name: level, bot: "search", options: %{level: level, evaluation: "hand"}}

given = [
  games: games,
  limits: %{nodes: Keyword.get(options, :nodes, 100)},
  ply_limit: 200,
  seed: 7
]

played = fn what, more ->
  {micros, {:ok, report}} =
    :timer.tc(fn -> Boardwright.Arena.tournament("crazyhouse", players, more ++ given) end)

  count = report["table"]["games"]

  IO.puts(
    "#{String.pad_trailing(what, 32)} #{count} games, #{round(count / micros * 1.0e6)} a second"
  )

  report
end

{_, one} = peer.()
{lost, other} = peer.()
threads = Boardwright.statistics()["threads"]
# Networks and pools are there before anything is timed.
warm = Keyword.put(given, :games, 8)

for where <- [[concurrency: threads], [nodes: [one, other]]],
    do: {:ok, _} = Boardwright.Arena.tournament("crazyhouse", players, where ++ warm)

here = played.("this process, #{threads} at once", concurrency: threads)
alone = played.("one node, #{threads} at once", nodes: [one])
total = here["table"]["games"]

stop = fn game -> if game["done"] == div(total, 4), do: :ok = :peer.stop(lost) end
two = played.("two nodes, one of them stopped", nodes: [one, other], progress: stop)

IO.puts(here["markdown"])
same? = for report <- [alone, two], do: report["table"] == here["table"]
IO.puts("same table on one node: #{hd(same?)}; on two with one stopped: #{List.last(same?)}")

Node.stop()
# It refuses while nodes of others need it.
if started?, do: System.cmd("epmd", ["-kill"], stderr_to_stdout: true)
unless Enum.all?(same?), do: System.halt(1)
