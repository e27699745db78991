# Two hundred decisions of 100 ms each, asked for at once: do all get their full search, how
# quickly does another process answer a GenServer.call meanwhile, is any scheduler held by
# us, and how soon is a bot free whose caller has died?
#
#     mix run bench/decisions.exs [--decisions 200] [--movetime 100]

defmodule Echo do
  use GenServer
  def init(nil), do: {:ok, nil}
  def handle_call(:ping, _from, state), do: {:reply, :pong, state}
end

defmodule Decisions do
  alias Boardwright.Bot

  def bot(seed), do: Bot.new!("search", game: "crazyhouse", seed: seed, hash: 1)

  # Asks for all of them and hands over what was decided.
  def ask(count, movetime) do
    state = Boardwright.start!("crazyhouse")
    bots = for seed <- 1..count, do: bot(seed)

    refs =
      for bot <- bots do
        {:ok, ref} = Bot.decide_async(bot, state, movetime: movetime)
        ref
      end

    for ref <- refs do
      receive do: ({:boardwright, ^ref, {:ok, decision}} -> decision)
    end
  end

  # Microseconds of calls until the process is done.
  def ping(echo, asking, times \\ []) do
    if Process.alive?(asking) do
      {micros, :pong} = :timer.tc(fn -> GenServer.call(echo, :ping) end)
      Process.sleep(1)
      ping(echo, asking, [micros | times])
    else
      Enum.sort(times)
    end
  end

  # From the death of the caller to when its bot takes another question, microseconds.
  def orphaned(bot, state, i) do
    parent = self()

    caller =
      spawn(fn ->
        {:ok, _} = Bot.decide_async(bot, state, movetime: 60_000)
        send(parent, :asked)
        Process.sleep(:infinity)
      end)

    receive do: (:asked -> :ok)
    Process.sleep(5 + rem(i, 7))
    began = System.monotonic_time(:microsecond)
    Process.exit(caller, :kill)
    until_free(bot, state)
    System.monotonic_time(:microsecond) - began
  end

  defp until_free(bot, state) do
    case Bot.decide(bot, state, nodes: 1) do
      {:ok, _} -> :ok
      {:error, %{code: :bot_busy}} -> until_free(bot, state)
    end
  end

  # Counts how often a process had a scheduler for longer than a millisecond.
  def watch(parent) do
    :erlang.system_monitor(self(), [{:long_schedule, 1}])
    watched(parent, 0, 0)
  end

  defp watched(parent, count, longest) do
    receive do
      {:monitor, _, :long_schedule, info} ->
        watched(parent, count + 1, max(longest, info[:timeout]))

      :end ->
        :erlang.system_monitor(:undefined)
        send(parent, {:long, count, longest})
    end
  end

  def at(sorted, share),
    do: Enum.at(sorted, min(length(sorted) - 1, trunc(length(sorted) * share)))
end

{options, _} =
  OptionParser.parse!(System.argv(), strict: [decisions: :integer, movetime: :integer])

count = Keyword.get(options, :decisions, 200)
movetime = Keyword.get(options, :movetime, 100)
Boardwright.configure(max_queue: count + 16)
{:ok, echo} = GenServer.start_link(Echo, nil)
state = Boardwright.start!("crazyhouse")
legal = Boardwright.legal_moves(state)
{:ok, _} = Boardwright.Bot.decide(Decisions.bot(0), state, nodes: 1000)

parent = self()
watch = spawn_link(fn -> Decisions.watch(parent) end)

asking = spawn_link(fn -> send(parent, {:decided, Decisions.ask(count, movetime)}) end)

calls = Decisions.ping(echo, asking)
send(watch, :end)
{long, longest} = receive do: ({:long, count, longest} -> {count, longest})
decisions = receive do: ({:decided, decisions} -> decisions)
times = decisions |> Enum.map(& &1.time) |> Enum.sort()
bot = Decisions.bot(0)
freed = Enum.sort(for i <- 1..100, do: Decisions.orphaned(bot, state, i))

for {name, value} <- [
      decisions: count,
      answered: Enum.count(decisions, &(&1.move in legal)),
      full_time: Enum.count(times, &(&1 >= movetime - 1)),
      overrun_p99_ms: Decisions.at(times, 0.99) - movetime,
      call_p50_us: Decisions.at(calls, 0.5),
      call_p99_us: Decisions.at(calls, 0.99),
      call_max_us: List.last(calls),
      schedules_over_1_ms: long,
      longest_schedule_ms: longest,
      free_after_death_p99_us: Decisions.at(freed, 0.99)
    ],
    do: IO.puts("#{String.pad_trailing(to_string(name), 24)} #{value}")
