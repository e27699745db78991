# The game loop under people who play at random and send junk between their moves, beside bots, while a
# table's process is killed every 100 ms, and the whole system some times by `kill -9`. Does a move that
# was answered get lost? Whoever calls something else in the same system, how long does it wait?
#
#     mix run --no-start bench/soak.exs [--seconds 60] [--tables 200] [--kills 3] [--pause 1000]
#
# This process starts the system with the games, kills it, starts it again, and adds up what it has written
# down: beside the games, in files of its own, the moves that were answered. It ends with an error if one
# of them was lost, or a bot was at work when all tables had ended.

defmodule Soak do
  alias Arena.{Game, Socket}
  alias Boardwright.TableServer

  @doc "The system with the games, until a line comes on its standard input."
  def system(path, tables, pause) do
    Logger.configure(level: :none)
    for folder <- ["slots", "answered", "noted"], do: File.mkdir_p!(Path.join(path, folder))
    {:ok, _} = Arena.start_link(path: Path.join(path, "games"))
    {:ok, echo} = Agent.start_link(fn -> :pong end)
    names = for %{"name" => name} <- Boardwright.games(), do: name
    {:ok, playing} = Agent.start_link(fn -> %{} end)

    players =
      for slot <- 1..tables do
        game = Enum.at(names, rem(slot, length(names)))
        at = %{slot: "#{slot}", game: game, path: path, pause: pause, playing: playing}
        Task.async(fn -> play(at) end)
      end

    spawn_link(fn -> kill(playing, path) end)
    spawn_link(fn -> measure(echo, path, 0) end)
    IO.puts("running #{System.pid()}")
    IO.gets("")
    for %{pid: pid} <- players, do: send(pid, :stop)
    Task.await_many(players, :infinity)
    Supervisor.stop(Arena)
    quiet()
  end

  # Until no bot is at work, which for one that thinks for a table that is gone would be long.
  defp quiet do
    if Boardwright.jobs() == [], do: IO.puts("quiet"), else: quiet()
  end

  # Plays game after game at one place; the one that was going on when the system was killed first.
  defp play(at) do
    id = going_on(at) || new(at)
    Agent.update(at.playing, &Map.put(&1, at.slot, id))
    {view, _} = called(id, &TableServer.call(&1, "spectator_view"))
    seats = for %{"seat" => seat, "occupant" => "human"} <- view["table"]["players"], do: seat
    turns(at, id, seats, 60)
    Agent.update(at.playing, &Map.delete(&1, at.slot))
    note(at.path, "lost", lost(at, id, seats))
    note(at.path, "games", 1)
    forget(at, id)

    receive do
      :stop -> :ok
    after
      0 -> play(at)
    end
  end

  # The answered moves first: they are of this game, and of no other.
  defp forget(at, id) do
    File.rm(file(at, "answered"))
    File.rm!(file(at, "slots"))
    game = GenServer.whereis({:via, Registry, {Arena.Names, {id, :game}}})
    :ok = DynamicSupervisor.terminate_child(Arena.Games, game)
    for kind <- ["game", "table"], do: File.rm(Path.join([at.path, "games", "#{id}.#{kind}"]))
  end

  # A number that was being written when the system was killed is none.
  defp going_on(at) do
    with {:ok, <<id::binary-size(20)>>} <- File.read(file(at, "slots")), do: id, else: (_ -> nil)
  end

  # Half of the tables have bots at all seats but one.
  defp new(at) do
    {:ok, game} = Boardwright.Game.new(at.game)
    [first | rest] = Boardwright.Game.seats(game)
    bots? = rem(String.to_integer(at.slot), 2) == 0
    other = if bots?, do: %{"bot" => "random", "delay" => 0}, else: "me"
    seats = Map.new([{first, "me"} | Enum.map(rest, &{&1, other})])
    {:ok, %{"id" => id}} = Arena.create(%{"game" => at.game, "seats" => seats})
    File.write!(file(at, "slots"), id)
    id
  end

  defp file(at, folder), do: Path.join([at.path, folder, at.slot])

  defp turns(at, id, seats, left) do
    Process.sleep(at.pause)
    for seat <- seats, do: turn(at, id, seat)
    # A socket is its process's.
    Task.await(Task.async(fn -> junk(at, id) end), :infinity)
    {outcome, _} = called(id, &TableServer.call(&1, "outcome"))
    if left > 0 and outcome == nil and not stopped?(), do: turns(at, id, seats, left - 1)
  end

  # The message is left for `play/1`.
  defp stopped?, do: :stop in elem(Process.info(self(), :messages), 1)

  defp turn(at, id, seat) do
    with {:ok, [_ | _] = moves} <- asked(id, seat, "candidates", %{}),
         {:ok, _} <- asked(id, seat, "commit", %{"move" => Enum.random(moves)}) do
      # It has been answered, and may not be lost.
      File.write!(file(at, "answered"), seat <> "\n", [:append])
      note(at.path, "moves", 1)
    end
  end

  @junk [nil, 5, "x", [], [1], %{"seat" => 0}, %{"now" => 1}, %{1 => 2}, %{"move" => %{}}]

  defp junk(at, id) do
    hello = %{"id" => 1, "call" => "hello", "args" => %{"protocol" => 1, "game" => id}}
    {_frames, socket} = Socket.handle(Socket.new(), hello)
    call = Enum.random(["commit", "save", "take_over", "dance", nil, 7, "hello"])
    frame = Enum.random([%{"id" => 2, "call" => call, "args" => Enum.random(@junk)} | @junk])
    if socket != :closed, do: {_frames, _socket} = Socket.handle(socket, frame)
    note(at.path, "junk", 1)
  end

  # Answered moves of people, attempts included, that the table does not know.
  defp lost(at, id, seats) do
    answered =
      with {:ok, lines} <- File.read(file(at, "answered")),
           do: lines |> String.split("\n", trim: true) |> Enum.frequencies(),
           else: (_ -> %{})

    {known, _} = called(id, &TableServer.call(&1, "moves"))
    known = Enum.frequencies_by(known["moves"], & &1["seat"])
    Enum.sum(for seat <- seats, do: max(0, Map.get(answered, seat, 0) - Map.get(known, seat, 0)))
  end

  defp asked(id, seat, call, payload),
    do: Socket.table(id, &TableServer.seat_call(&1, seat, call, payload))

  # Asks until the table, which may be being started again, answers.
  defp called(id, ask, tries \\ 1) do
    case Socket.table(id, ask) do
      {:ok, answer} -> {answer, tries}
      {:error, _} -> called(id, ask, tries + 1)
    end
  end

  defp kill(playing, path) do
    Process.sleep(100)
    ids = Map.values(Agent.get(playing, & &1))

    with [_ | _] <- ids,
         pid when is_pid(pid) <- GenServer.whereis(Game.table(Enum.random(ids))) do
      Process.exit(pid, :kill)
      note(path, "killed", 1)
    end

    kill(playing, path)
  end

  # The times that a call and a decision elsewhere take, and the memory now and then.
  defp measure(echo, path, round) do
    {call, :pong} = :timer.tc(fn -> Agent.get(echo, & &1) end)
    note(path, "call_us", call)

    if rem(round, 25) == 0 do
      bot = Boardwright.Bot.new!("random", game: "chess")
      state = Boardwright.start!("chess")
      {decision, {:ok, _}} = :timer.tc(fn -> Boardwright.Bot.decide(bot, state) end)
      note(path, "decision_us", decision)
    end

    if rem(round, 250) == 0 do
      for process <- Process.list(), do: :erlang.garbage_collect(process)
      [_, kilobytes] = Regex.run(~r/VmRSS:\s+(\d+)/, File.read!("/proc/self/status"))
      note(path, "memory_kb", String.to_integer(kilobytes))
    end

    Process.sleep(4)
    measure(echo, path, round + 1)
  end

  # Survives the end of the system.
  defp note(path, what, number),
    do: File.write!(Path.join([path, "noted", what]), "#{number}\n", [:append])

  @doc "The numbers that were written down."
  def noted(path, what) do
    with {:ok, lines} <- File.read(Path.join([path, "noted", what])),
         do: for(line <- String.split(lines, "\n", trim: true), do: String.to_integer(line)),
         else: (_ -> [])
  end

  @doc "Starts the system in a process of its own; returns it with the number of the process."
  def start(arguments) do
    program = System.find_executable("mix")
    all = ["run", "--no-start", "--no-compile", "bench/soak.exs", "--system" | arguments]
    port = Port.open({:spawn_executable, program}, [:binary, :exit_status, line: 200, args: all])
    {port, await(port, "running ")}
  end

  @doc "The rest of a line that begins so."
  def await(port, begins) do
    receive do
      {^port, {:data, {:eol, line}}} ->
        if String.starts_with?(line, begins),
          do: String.replace_prefix(line, begins, ""),
          else: await(port, begins)

      {^port, {:exit_status, status}} ->
        raise "the system has ended: #{status}"
    end
  end
end

{options, _} =
  OptionParser.parse!(System.argv(),
    strict:
      [seconds: :integer, tables: :integer, kills: :integer, pause: :integer] ++
        [path: :string, system: :boolean]
  )

tables = Keyword.get(options, :tables, 200)
pause = Keyword.get(options, :pause, 1_000)
path = Keyword.get(options, :path, Path.join(System.tmp_dir!(), "arena-soak-#{System.pid()}"))

if options[:system] do
  {:ok, _} = Application.ensure_all_started(:boardwright)
  Soak.system(path, tables, pause)
  System.halt(0)
end

seconds = Keyword.get(options, :seconds, 60)
kills = Keyword.get(options, :kills, 3)
arguments = ["--path", path, "--tables", "#{tables}", "--pause", "#{pause}"]
IO.puts("load of the machine before: " <> String.trim(File.read!("/proc/loadavg")))

for _ <- 1..kills//1 do
  {port, pid} = Soak.start(arguments)
  Process.sleep(div(seconds * 1_000, kills + 1))
  {_, 0} = System.cmd("kill", ["-9", pid])
  receive do: ({^port, {:exit_status, _}} -> :ok)
end

{port, _pid} = Soak.start(arguments)
Process.sleep(div(seconds * 1_000, kills + 1))
Port.command(port, "stop\n")
Soak.await(port, "quiet")
receive do: ({^port, {:exit_status, 0}} -> :ok)

sum = fn what -> Enum.sum(Soak.noted(path, what)) end

at = fn what, share ->
  times = Enum.sort(Soak.noted(path, what))
  Enum.at(times, trunc((length(times) - 1) * share))
end

# Of one system after the other, each from its start.
memory = Soak.noted(path, "memory_kb")

figures = [
  load: String.trim(File.read!("/proc/loadavg")),
  tables: tables,
  seconds: seconds,
  systems_killed: kills,
  tables_killed: sum.("killed"),
  games: sum.("games"),
  moves: sum.("moves"),
  lost_moves: sum.("lost"),
  junk: sum.("junk"),
  memory_mb: Enum.map_join(memory, " ", &"#{div(&1, 1024)}"),
  call_us_p50: at.("call_us", 0.5),
  call_us_p99: at.("call_us", 0.99),
  call_us_max: at.("call_us", 1),
  decision_us_p99: at.("decision_us", 0.99),
  decision_us_max: at.("decision_us", 1)
]

for {name, value} <- figures, do: IO.puts("#{String.pad_trailing(to_string(name), 20)} #{value}")
File.rm_rf!(path)
if figures[:lost_moves] > 0 or figures[:moves] == 0, do: System.halt(1)
