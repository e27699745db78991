# A thousand tables with two bots each, for a minute: how quickly does another process
# answer a GenServer.call meanwhile, does memory grow, does anything go wrong or stand
# still?
#
#     mix run bench/tables.exs [--seconds 60] [--tables 1000]
#     mix run bench/tables.exs --game blind --bot casual [--option rules=wild16]

defmodule Echo do
  use GenServer
  def init(nil), do: {:ok, nil}
  def handle_call(:ping, _from, state), do: {:reply, :pong, state}
end

defmodule Bench do
  alias Boardwright.Table

  # Plays one game after the other until it is told to stop, and tells how many it
  # has finished and all plies so far, those of the game that is on among them,
  # whenever it is asked.
  def play(what, place, finished \\ {0, 0}, round \\ 0) do
    bot = fn seed -> [bot: what.bot, seed: seed] end
    seats = [white: bot.(place + round), black: bot.(round)]
    {:ok, table} = Table.new(what.game, seats: seats, options: what.options)
    ended = Task.async(fn -> Table.run_bots(table) end)
    wait(what, place, finished, round, table, ended)
  end

  defp wait(what, place, {games, plies} = finished, round, table, ended) do
    ref = ended.ref

    receive do
      {^ref, :ok} ->
        Process.demonitor(ref, [:flush])
        false = Table.outcome(table) == nil
        play(what, place, {games + 1, plies + ply(table)}, round + 1)

      {:far, pid} ->
        send(pid, {place, games, plies + ply(table)})
        wait(what, place, finished, round, table, ended)

      :stop ->
        Task.shutdown(ended, :brutal_kill)
        :ok = Table.close(table)
    end
  end

  # The plies of a game; where a seat is not told the number, what it has heard of them.
  defp ply(table) do
    case Table.view(table, "white") do
      {:ok, %{"ply" => ply}} -> ply
      {:ok, %{"log" => log}} -> Enum.count(log, &(&1["kind"] == "moved"))
    end
  end

  # What every place has done so far.
  def far(tables) do
    for %{pid: pid} <- tables, do: send(pid, {:far, self()})

    for _ <- tables, into: %{} do
      receive do
        {place, games, plies} when is_integer(place) -> {place, {games, plies}}
      end
    end
  end

  def ping(echo, until, times) do
    if System.monotonic_time(:millisecond) < until do
      {micros, :pong} = :timer.tc(fn -> GenServer.call(echo, :ping) end)
      Process.sleep(1)
      ping(echo, until, [micros | times])
    else
      Enum.sort(times)
    end
  end

  def memory do
    [_, kilobytes] = Regex.run(~r/VmRSS:\s+(\d+)/, File.read!("/proc/self/status"))
    div(String.to_integer(kilobytes), 1024)
  end
end

{options, _} =
  OptionParser.parse!(System.argv(),
    strict: [
      seconds: :integer,
      tables: :integer,
      game: :string,
      bot: :string,
      option: [:string, :keep]
    ]
  )

what = %{
  game: Keyword.get(options, :game, "crazyhouse"),
  bot: Keyword.get(options, :bot, "random"),
  options:
    for text <- Keyword.get_values(options, :option), into: %{} do
      [name, value] = String.split(text, "=", parts: 2)
      {name, value}
    end
}

seconds = Keyword.get(options, :seconds, 60)
count = Keyword.get(options, :tables, 1000)
until = System.monotonic_time(:millisecond) + seconds * 1000
{:ok, echo} = GenServer.start_link(Echo, nil)

tables = for place <- 1..count, do: Task.async(fn -> Bench.play(what, place) end)
Process.sleep(div(seconds * 1000, 6))
early = Bench.memory()
times = Bench.ping(echo, until - div(seconds * 1000, 6), [])
late = Bench.memory()
then = Bench.far(tables)
Process.sleep(div(seconds * 1000, 6))
results = Bench.far(tables)
for %{pid: pid} <- tables, do: send(pid, :stop)
Task.await_many(tables, :infinity)

at = fn share -> Enum.at(times, min(length(times) - 1, trunc(length(times) * share))) end

for {name, value} <- [
      tables: count,
      seconds: seconds,
      games: results |> Enum.map(fn {_, {games, _}} -> games end) |> Enum.sum(),
      plies: results |> Enum.map(fn {_, {_, plies}} -> plies end) |> Enum.sum(),
      # Those that did nothing in the last sixth of the time.
      stuck: Enum.count(results, fn {place, far} -> then[place] == far end),
      call_p50_us: at.(0.5),
      call_p99_us: at.(0.99),
      call_max_us: List.last(times),
      memory_early_mb: early,
      memory_late_mb: late
    ],
    do: IO.puts("#{String.pad_trailing(to_string(name), 20)} #{value}")
