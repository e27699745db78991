# Twenty plies of chess through a `Boardwright.TableServer`: the time of the calls alone, without and
# with what a server of a site does besides. Then many tables at which nobody does anything: do they
# cost processor time?
#
#     mix run bench/table_server.exs [--rounds 300] [--tables 10000] [--seconds 5]

defmodule Bench do
  alias Boardwright.TableServer

  @moves ~w(e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6b8 d2d4 b8d7)

  # Microseconds for all moves of a game, a game each round, sorted.
  def rounds(rounds, options, play) do
    for(_ <- 1..rounds, do: round(options, play)) |> Enum.sort()
  end

  defp round(options, play) do
    {:ok, server} = TableServer.start_link([game: "chess"] ++ options)
    {micros, _} = :timer.tc(fn -> plies(server, play, @moves, 0) end)
    :ok = GenServer.stop(server)
    micros
  end

  defp plies(_server, _play, [], _seat), do: :ok

  defp plies(server, play, [move | moves], seat) do
    {:ok, _} = play.(server, seat, move)
    plies(server, play, moves, 1 - seat)
  end

  def host(server, seat, move), do: TableServer.call(server, "commit", seat: seat, move: move)

  def client(server, seat, move),
    do: TableServer.seat_call(server, seat, "commit", %{"move" => move})

  def show(name, times) do
    at = fn share -> Enum.at(times, trunc((length(times) - 1) * share)) end

    IO.puts(
      "#{String.pad_trailing(name, 34)} best #{at.(0)} median #{at.(0.5)} p99 #{at.(0.99)} µs"
    )
  end

  # Processor time of this system process, in milliseconds.
  def cpu do
    [_, rest] = String.split(File.read!("/proc/self/stat"), ") ", parts: 2)
    fields = String.split(rest)
    (String.to_integer(Enum.at(fields, 11)) + String.to_integer(Enum.at(fields, 12))) * 10
  end
end

{options, _} =
  OptionParser.parse!(System.argv(),
    strict: [rounds: :integer, tables: :integer, seconds: :integer]
  )

rounds = Keyword.get(options, :rounds, 300)
IO.puts("load of the machine: " <> String.trim(File.read!("/proc/loadavg")))

for {name, options, play} <- [
      {"host, twenty plies", [], &Bench.host/3},
      {"client, twenty plies", [], &Bench.client/3},
      {"client, clocks, publish", [clock: [base: 300_000], publish: fn _, _ -> :ok end],
       &Bench.client/3},
      {"client, publish, spectators", [spectators: true, publish: fn _, _ -> :ok end],
       &Bench.client/3},
      {"client, publish, persist whole", [publish: fn _, _ -> :ok end, persist: fn _ -> :ok end],
       &Bench.client/3},
      {"client, publish, persist changes",
       [publish: fn _, _ -> :ok end, persist: fn _, _ -> :ok end], &Bench.client/3}
    ] do
  Bench.rounds(30, options, play)
  Bench.show(name, Bench.rounds(rounds, options, play))
end

count = Keyword.get(options, :tables, 10_000)
seconds = Keyword.get(options, :seconds, 5)

for _ <- 1..count do
  {:ok, _} =
    Boardwright.TableServer.start_link(game: "chess", idle: 3_600_000, hibernate_after: 100)
end

Process.sleep(2_000)
before = Bench.cpu()
Process.sleep(seconds * 1_000)
IO.puts("#{count} idle tables used #{Bench.cpu() - before} ms of processor time in #{seconds} s")
