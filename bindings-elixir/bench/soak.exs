# Tables of all games with people, who are processes that play at random and send junk between their
# moves, and bots; every 100 ms a table's process is killed. Does a move that was answered get lost?
# Does memory grow? How long does a call to a process that has nothing to do with it take?
#
#     mix run bench/soak.exs [--seconds 60] [--tables 200] [--pause 1000] [--path /tmp/soak]
#
# People pause for so many milliseconds between their moves: without a pause all that is measured is how
# many processes want the schedulers.
#
# It ends with an error if a move was lost, if a number of an event came twice or out of order, or if no
# game got any further.

defmodule Soak do
  alias Boardwright.{Table, TableServer}

  def games, do: for(%{"name" => name} <- Boardwright.games(), do: name)

  def name(id), do: {:via, Registry, {Soak.Names, id}}

  def start(id, game, path) do
    file = Path.join(path, "#{id}")
    [first | rest] = Table.seats(elem(Table.new(game), 1))

    options = [
      game: game,
      # Half of the tables have bots at all seats but one.
      seats: if(rem(id, 2) == 0, do: Map.new(rest, &{&1, [bot: "random", delay: 0]}), else: %{}),
      name: name(id),
      linger: :infinity,
      spectators: true,
      persist: fn saved ->
        File.write!(file <> ".new", saved)
        File.rename!(file <> ".new", file)
      end,
      load: fn -> with({:error, :enoent} <- File.read(file), do: :none) end,
      publish: fn topic, events -> send(Soak.Check, {:told, id, topic, self(), events}) end
    ]

    {:ok, _} = DynamicSupervisor.start_child(Soak.Tables, {TableServer, options})
    {first, if(rem(id, 2) == 0, do: [first], else: [first | rest])}
  end

  # Plays for all people of a table, game after game, until told to stop. Returns what was made, lost and
  # refused.
  def play(
        id,
        game,
        path,
        round \\ 0,
        counts \\ %{made: 0, lost: 0, junk: 0, games: 0, restarted: 0}
      ) do
    number = id * 1_000_000 + round
    {_, people} = start(number, game, path)
    send(Soak.Killer, {:playing, id, number})
    counts = turns(number, people, %{}, counts)
    send(Soak.Killer, {:playing, id, nil})
    stop(number)
    for kind <- ["", ".new"], do: File.rm(Path.join(path, "#{number}" <> kind))
    send(Soak.Check, {:over, number})

    receive do
      :stop -> counts
    after
      0 -> play(id, game, path, round + 1, %{counts | games: counts.games + 1})
    end
  end

  defp stop(number) do
    case GenServer.whereis(name(number)) do
      nil ->
        stop(number)

      pid ->
        with {:error, :not_found} <- DynamicSupervisor.terminate_child(Soak.Tables, pid),
             do: stop(number)
    end
  end

  # Each person in turn looks, sends junk, and makes a move if there is one; at most 60 rounds.
  defp turns(number, people, answered, counts, left \\ 60) do
    Process.sleep(:persistent_term.get(Soak.Pause))
    {answered, counts} = Enum.reduce(people, {answered, counts}, &turn(number, &1, &2))

    if left == 0 or over?() or ask(number, "outcome", nil, %{}) not in [{:ok, nil}, :gone],
      do: %{counts | lost: counts.lost + lost(number, answered)},
      else: turns(number, people, answered, counts, left - 1)
  end

  # The message is left for `play/5`.
  defp over?, do: elem(Process.info(self(), :message_queue_len), 1) > 0

  defp turn(number, seat, {answered, counts}) do
    junk(number, seat)
    counts = %{counts | junk: counts.junk + 1}

    with {:ok, [_ | _] = moves} <- ask(number, "candidates", seat, %{}),
         move = Enum.random(moves),
         {:ok, _} <- ask(number, "commit", seat, %{"move" => move}) do
      {Map.update(answered, seat, 1, &(&1 + 1)), %{counts | made: counts.made + 1}}
    else
      :gone -> {answered, %{counts | restarted: counts.restarted + 1}}
      _no_move -> {answered, counts}
    end
  end

  # Answered moves of people, attempts included, that the table does not know.
  defp lost(number, answered) do
    case ask(number, "moves", nil, %{}) do
      {:ok, %{"moves" => moves}} ->
        known = Enum.frequencies_by(moves, & &1["seat"])
        for({seat, made} <- answered, do: max(0, made - Map.get(known, seat, 0))) |> Enum.sum()

      _restarting ->
        lost(number, answered)
    end
  end

  defp ask(number, call, nil, _arguments),
    do: calling(fn -> TableServer.call(name(number), call) end)

  defp ask(number, call, seat, arguments),
    do: calling(fn -> TableServer.seat_call(name(number), seat, call, arguments) end)

  defp calling(call) do
    call.()
  catch
    :exit, _ -> :gone
  end

  @junk [
    nil,
    5,
    "x",
    [],
    [1],
    %{"seat" => 0},
    %{"now" => 1},
    %{1 => 2},
    %{"move" => %{}},
    %{"move" => String.duplicate("e", 9_000)}
  ]

  defp junk(number, seat) do
    payload = Enum.random(@junk)
    call = Enum.random(["commit", "save", "take_over", "dance", nil, 7, "resign", "undo"])
    # To resign and to take back are no junk where the payload is taken.
    payload = if call in ["resign", "undo"], do: %{"seat" => seat}, else: payload
    calling(fn -> {:error, _} = TableServer.seat_call(name(number), seat, call, payload) end)
    with pid when is_pid(pid) <- GenServer.whereis(name(number)), do: send(pid, {:junk, payload})
  end

  # Kills a table whenever it is told to.
  def killer(playing, killed) do
    receive do
      {:playing, id, number} ->
        killer(Map.put(playing, id, number), killed)

      {:stop, from} ->
        send(from, {:killed, killed})

      :kill ->
        with [_ | _] = numbers <- for({_, number} <- playing, number != nil, do: number),
             pid when is_pid(pid) <- GenServer.whereis(name(Enum.random(numbers))) do
          Process.exit(pid, :kill)
          killer(playing, killed + 1)
        else
          _ -> killer(playing, killed)
        end
    end
  end

  # Numbers of events in each topic: of one process in order, without a gap; none twice at all.
  def check(next, wrong) do
    receive do
      {:told, id, topic, pid, events} ->
        {next, wrong} = Enum.reduce(events, {next, wrong}, &event(id, topic, pid, &1, &2))
        check(next, wrong)

      {:over, id} ->
        check(Map.delete(next, id), wrong)

      {:stop, from} ->
        send(from, {:wrong, wrong})
    end
  end

  defp event(id, topic, pid, %{"seq" => seq}, {next, wrong}) do
    of = Map.get(next, id, %{})
    {server, expected} = Map.get(of, topic, {pid, 0})
    # A server that was started again may leave some out, and repeats none.
    right = if server == pid, do: seq == expected, else: seq >= expected
    {Map.put(next, id, Map.put(of, topic, {pid, seq + 1})), if(right, do: wrong, else: wrong + 1)}
  end

  def memory do
    for process <- Process.list(), do: :erlang.garbage_collect(process)
    [_, kilobytes] = Regex.run(~r/VmRSS:\s+(\d+)/, File.read!("/proc/self/status"))
    div(String.to_integer(kilobytes), 1024)
  end

  def ping(echo, until, times) do
    if System.monotonic_time(:millisecond) < until do
      {micros, :pong} = :timer.tc(fn -> Agent.get(echo, & &1) end)
      Process.sleep(2)
      ping(echo, until, [micros | times])
    else
      times
    end
  end
end

Logger.configure(level: :none)

{options, _} =
  OptionParser.parse!(System.argv(),
    strict: [seconds: :integer, tables: :integer, pause: :integer, path: :string]
  )

seconds = Keyword.get(options, :seconds, 60)
tables = Keyword.get(options, :tables, 200)
path = Keyword.get(options, :path, Path.join(System.tmp_dir!(), "boardwright-soak"))
:persistent_term.put(Soak.Pause, Keyword.get(options, :pause, 1_000))
File.rm_rf!(path)
File.mkdir_p!(path)
IO.puts("load of the machine before: " <> String.trim(File.read!("/proc/loadavg")))

{:ok, _} = Registry.start_link(keys: :unique, name: Soak.Names)

{:ok, _} =
  DynamicSupervisor.start_link(name: Soak.Tables, max_restarts: 1_000_000, max_seconds: 1)

{:ok, echo} = Agent.start_link(fn -> :pong end)
Process.register(spawn_link(fn -> Soak.check(%{}, 0) end), Soak.Check)
Process.register(spawn_link(fn -> Soak.killer(%{}, 0) end), Soak.Killer)
{:ok, _} = :timer.send_interval(100, Soak.Killer, :kill)

games = Soak.games()

players =
  for id <- 1..tables,
      do: Task.async(fn -> Soak.play(id, Enum.at(games, rem(id, length(games))), path) end)

until = System.monotonic_time(:millisecond) + seconds * 1_000
sixth = div(seconds * 1_000, 6)
times = Soak.ping(echo, until - 5 * sixth, [])
early = Soak.memory()
times = Soak.ping(echo, until, times) |> Enum.sort()
late = Soak.memory()
load = String.trim(File.read!("/proc/loadavg"))
for %{pid: pid} <- players, do: send(pid, :stop)
counts = Task.await_many(players, :infinity)

stopped = fn process ->
  send(process, {:stop, self()})

  receive do
    {kind, count} when kind in [:killed, :wrong] -> count
  end
end

killed = stopped.(Soak.Killer)
wrong = stopped.(Soak.Check)
sum = fn key -> counts |> Enum.map(& &1[key]) |> Enum.sum() end
at = fn share -> Enum.at(times, trunc((length(times) - 1) * share)) end

figures = [
  tables: tables,
  seconds: seconds,
  load: load,
  killed: killed,
  moves: sum.(:made),
  games: sum.(:games),
  lost_moves: sum.(:lost),
  wrong_numbers: wrong,
  junk: sum.(:junk),
  calls_during_restarts: sum.(:restarted),
  tables_without_a_move: Enum.count(counts, &(&1.made == 0)),
  memory_early_mb: early,
  memory_late_mb: late,
  call_p50_us: at.(0.5),
  call_p99_us: at.(0.99),
  call_max_us: List.last(times)
]

for {name, value} <- figures, do: IO.puts("#{String.pad_trailing(to_string(name), 24)} #{value}")
File.rm_rf!(path)
if figures[:lost_moves] + wrong + figures[:tables_without_a_move] > 0, do: System.halt(1)
