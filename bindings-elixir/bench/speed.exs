# mix run bench/speed.exs [--json]
#
# How long legal-move lists and moves take from Elixir, how fast random games are
# played, and whether the schedulers stay free while jobs are at work. Each speed is
# the best of several rounds of a fraction of a second, since other work on the
# machine can only make it worse; sleeps are counted as they come.

defmodule Speed do
  @kiwipete "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
  @rounds 7

  def run(arguments) do
    start = Boardwright.start!("chess")
    kiwipete = Boardwright.parse!("chess", @kiwipete)
    house = Boardwright.start!("crazyhouse")
    id = Boardwright.action_id(start, "e2e4")
    many = List.duplicate(start, 1000)

    figures =
      [
        {"list_start_us", "legal_moves, start position",
         micros(fn -> Boardwright.legal_moves(start) end)},
        {"list_kiwipete_us", "legal_moves, Kiwipete",
         micros(fn -> Boardwright.legal_moves(kiwipete) end)},
        {"ids_start_us", "legal_ids, start position",
         micros(fn -> Boardwright.legal_ids(start) end)},
        {"san_start_us", "legal_moves in SAN, start position",
         micros(fn -> Boardwright.legal_moves(start, style: "san") end)},
        {"many_start_us", "legal_moves_many, a state of 1000",
         micros(fn -> Boardwright.legal_moves_many(many) end) / 1000},
        {"count_start_us", "count_legal, start position",
         micros(fn -> Boardwright.count_legal(start) end)},
        {"play_text_us", "play by text", micros(fn -> Boardwright.play(start, "e2e4") end)},
        {"play_id_us", "play by action id", micros(fn -> Boardwright.play(start, id) end)},
        {"start_us", "start", micros(fn -> Boardwright.start("chess") end)},
        {"job_us", "a job and its message (perft 1)",
         micros(fn -> Boardwright.perft(start, 1) end)}
      ]
      |> Enum.map(fn {key, name, value} -> {key, name <> ", µs", Float.round(value, 3)} end)

    plies =
      for {key, name, state, games} <- [
            {"chess_plies_per_s", "playouts of chess, plies/s", start, 800},
            {"crazyhouse_plies_per_s", "playouts of crazyhouse, plies/s", house, 2000}
          ] do
        {key, name, Enum.max(for seed <- 1..5, do: plies(state, games, seed))}
      end

    idle = sleeps(400)
    refs = for _ <- 1..System.schedulers_online(), do: elem(Boardwright.perft_async(start, 30), 1)
    loaded = sleeps(400)
    Enum.each(refs, &Boardwright.cancel/1)

    sleeps =
      for {during, ticks} <- [{"idle", idle}, {"jobs", loaded}], percent <- [50, 99] do
        what = if during == "idle", do: "idle", else: "all threads at work"
        value = Enum.at(ticks, div(length(ticks) * percent, 100))

        {"sleep_#{during}_#{percent}_us", "a sleep of 1 ms, #{what}, #{percent} % within, µs",
         value}
      end

    show(figures ++ plies ++ sleeps, arguments)
  end

  defp micros(fun) do
    once = max(time(fun, 20) / 20, 0.05)
    times = max(round(40_000 / once), 5)
    Enum.min(for _ <- 1..@rounds, do: time(fun, times) / times)
  end

  defp time(fun, times), do: elem(:timer.tc(fn -> repeat(fun, times) end), 0)

  defp repeat(_, 0), do: :ok

  defp repeat(fun, times) do
    fun.()
    repeat(fun, times - 1)
  end

  defp plies(state, games, seed) do
    {micros, played} = :timer.tc(fn -> Boardwright.playouts(state, games, seed: seed) end)
    round(played["plies"] * 1_000_000 / micros)
  end

  # How long a process sleeps that wants to run every millisecond, in microseconds;
  # the system's timers round that up to two at most.
  defp sleeps(times) do
    Enum.sort(for _ <- 1..times, do: elem(:timer.tc(fn -> Process.sleep(1) end), 0))
  end

  defp show(figures, ["--json"]) do
    pairs = for {key, _, value} <- figures, do: ~s|"#{key}": #{value}|
    IO.puts("{" <> Enum.join(pairs, ", ") <> "}")
  end

  defp show(figures, []) do
    width = Enum.max(for {_, name, _} <- figures, do: String.length(name))

    for {_, name, value} <- figures do
      IO.puts(String.pad_trailing(name, width + 2) <> String.pad_leading(to_string(value), 12))
    end
  end

  defp show(_, _) do
    IO.puts(:stderr, "usage: mix run bench/speed.exs [--json]")
    System.halt(2)
  end
end

Speed.run(System.argv())
