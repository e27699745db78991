# mix run bench/calls.exs [--plies 100] [--seconds 0.05] [--game NAME]
#
# Calls of states and tables, for every game, in microseconds. Each call is measured at the
# start and after a number of plies; the figure is the median of many calls. The thinking of
# bots is no part of it.

defmodule Calls do
  alias Boardwright.Table

  # Far apart in any list, so that games are neither short nor alike.
  @stride 7919
  # Calls between two looks at the clock, which takes some of the time of a short call.
  @together 8

  def run(arguments) do
    {given, []} =
      OptionParser.parse!(arguments,
        strict: [plies: :integer, seconds: :float, game: :keep]
      )

    games =
      case Keyword.get_values(given, :game) do
        [] -> Enum.map(Boardwright.games(), & &1["name"])
        games -> games
      end

    plies = Keyword.get(given, :plies, 100)
    seconds = Keyword.get(given, :seconds, 0.05)
    told = Enum.map(games, &{&1, measure(&1, plies, seconds)})

    IO.puts("| call, µs | " <> Enum.map_join(told, " | ", &elem(&1, 0)) <> " |")
    IO.puts(String.duplicate("|---", length(told) + 1) <> "|")
    [{_, rows} | _] = told

    for {name, _} <- rows do
      cells = for {_, rows} <- told, do: Enum.join(:proplists.get_value(name, rows), " / ")
      IO.puts("| #{name} | " <> Enum.join(cells, " | ") <> " |")
    end
  end

  defp measure(game, plies, seconds) do
    [early, late] = for wanted <- [0, plies], do: calls(played(game, wanted))

    for {{name, at_start}, {name, later}} <- Enum.zip(early, late) do
      {name, [micros(at_start, seconds), micros(later, seconds)]}
    end
  end

  # The same game at a table for any number of plies, but not to its end.
  defp played(game, plies) do
    {:ok, table} = Table.new(game)

    Enum.reduce_while(0..plies, table, fn ply, table ->
      state = Table.state(table)
      {seat, move} = choice(state, ply)

      if ply == plies or Boardwright.outcome(Boardwright.play!(state, move, seat: seat)) != nil do
        {:halt, table}
      else
        {:ok, _} = Table.commit(table, seat, move)
        {:cont, table}
      end
    end)
  end

  defp choice(state, ply) do
    [seat | _] = Boardwright.live(state)
    moves = Boardwright.legal_moves(state, seat: seat)
    {seat, Enum.at(moves, rem(ply * @stride, length(moves)))}
  end

  defp calls(table) do
    state = Table.state(table)
    {seat, move} = choice(state, 1)
    saved = Boardwright.save(state)
    {:ok, text} = Table.save(table)
    {:ok, %{"next" => mark}} = Table.save_changes(table)
    {:ok, %{"next" => newest}} = Table.events(table, seat, 1_000_000_000)

    [
      {"state: play", fn -> Boardwright.play!(state, move, seat: seat) end},
      {"state: legal_moves", fn -> Boardwright.legal_moves(state) end},
      {"state: describe", fn -> Boardwright.describe(state) end},
      {"state: observe", fn -> Boardwright.observe(state, seat) end},
      {"state: describe_text", fn -> Boardwright.describe_text(state) end},
      {"state: save", fn -> Boardwright.save(state) end},
      {"state: load", fn -> Boardwright.load!(saved) end},
      {"table: view", fn -> Table.view(table, seat) end},
      {"table: events, the newest", fn -> Table.events(table, seat, max(0, newest - 2)) end},
      {"table: save", fn -> Table.save(table) end},
      {"table: save_changes", fn -> Table.save_changes(table, mark) end},
      {"table: load", fn -> Table.load(text) end}
    ]
  end

  # Calls again and again for so long; the median.
  defp micros(call, seconds) do
    call.()
    until = System.monotonic_time(:nanosecond) + round(seconds * 1.0e9)
    times = Enum.sort(times(call, until, []))
    :erlang.float_to_binary(Enum.at(times, div(length(times), 2)), decimals: 1)
  end

  defp times(call, until, times) do
    began = System.monotonic_time(:nanosecond)
    for _ <- 1..@together, do: call.()
    now = System.monotonic_time(:nanosecond)
    times = [(now - began) / 1000 / @together | times]
    if now < until, do: times(call, until, times), else: times
  end
end

Calls.run(System.argv())
