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

  def play(what, place, until, games \\ 0, plies \\ 0, round \\ 0) do
    if System.monotonic_time(:millisecond) < until do
      bot = fn seed -> [bot: what.bot, seed: seed] end
      seats = [white: bot.(place + round), black: bot.(round)]
      {:ok, table} = Table.new(what.game, seats: seats, options: what.options)
      :ok = Table.run_bots(table)
      false = Table.outcome(table) == nil
      {:ok, %{"ply" => ply}} = Table.view(table, "white")
      play(what, place, until, games + 1, plies + ply, round + 1)
    else
      {games, plies}
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

tables = for place <- 1..count, do: Task.async(fn -> Bench.play(what, place, until) end)
Process.sleep(div(seconds * 1000, 6))
early = Bench.memory()
times = Bench.ping(echo, until - div(seconds * 1000, 6), [])
late = Bench.memory()
results = Task.await_many(tables, :infinity)

at = fn share -> Enum.at(times, min(length(times) - 1, trunc(length(times) * share))) end

for {name, value} <- [
      tables: count,
      seconds: seconds,
      games: results |> Enum.map(&elem(&1, 0)) |> Enum.sum(),
      plies: results |> Enum.map(&elem(&1, 1)) |> Enum.sum(),
      stuck: Enum.count(results, &match?({0, _}, &1)),
      call_p50_us: at.(0.5),
      call_p99_us: at.(0.99),
      call_max_us: List.last(times),
      memory_early_mb: early,
      memory_late_mb: late
    ],
    do: IO.puts("#{String.pad_trailing(to_string(name), 20)} #{value}")
