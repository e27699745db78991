# Twenty plies of chess through a `Boardwright.TableServer`: the time of the calls alone, without and
# with what a server of a site does besides. Then flags that fall at many tables: how late is that
# published? Then many tables at which nobody does anything: do they cost processor time?
#
#     mix run bench/table_server.exs [--rounds 300] [--flags 200] [--tables 10000] [--seconds 5]

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

  # Microseconds from the fall of each flag to its news, sorted. A flag falls every ten milliseconds.
  def flags(count) do
    bench = self()

    falls =
      for number <- 1..count do
        base = 500 + 10 * number
        publish = fn _seat, events -> send(bench, {number, events, now()}) end
        options = [game: "chess", clock: [base: base], publish: publish]
        {:ok, server} = TableServer.start_link(options)
        {:ok, _} = TableServer.call(server, "commit", seat: 0, move: "e2e4")
        # The clock of Black starts with the answer to this call, or a little before.
        {number, now() + base * 1000}
      end

    for {number, falls} <- falls do
      receive do
        {^number, [%{"kind" => "ended"} | _], at} -> max(at - falls, 0)
      end
    end
    |> Enum.sort()
  end

  defp now, do: System.monotonic_time(:microsecond)

  # Processor time of this system process, in milliseconds.
  def cpu do
    [_, rest] = String.split(File.read!("/proc/self/stat"), ") ", parts: 2)
    fields = String.split(rest)
    (String.to_integer(Enum.at(fields, 11)) + String.to_integer(Enum.at(fields, 12))) * 10
  end
end

{options, _} =
  OptionParser.parse!(System.argv(),
    strict: [rounds: :integer, flags: :integer, tables: :integer, seconds: :integer]
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

flags = Keyword.get(options, :flags, 200)
Bench.show("#{flags} flags, news late by", Bench.flags(flags))

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
