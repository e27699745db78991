defmodule Boardwright.TableServer do
  @moduledoc """
  A process around a `Boardwright.Table`: found by name, supervised, storing what has happened before
  anybody is told of it, and publishing what each seat is told, one topic a seat, so that a game
  which hides something cannot leak.

      children = [
        {Registry, keys: :unique, name: MyApp.Tables},
        {DynamicSupervisor, name: MyApp.TableSupervisor}
      ]

      {:ok, server} =
        DynamicSupervisor.start_child(MyApp.TableSupervisor, {
          Boardwright.TableServer,
          game: "chess",
          seats: %{black: [bot: "random"]},
          name: {:via, Registry, {MyApp.Tables, "table-1"}},
          load: fn -> MyApp.Store.read("table-1") end,
          persist: fn saved -> MyApp.Store.write("table-1", saved) end,
          publish: fn topic, events ->
            Phoenix.PubSub.broadcast(MyApp.PubSub, "table-1:" <> topic, {:events, events})
          end
        })

      {:ok, view} = Boardwright.TableServer.join(server, "white", 0)
      {:ok, _} = Boardwright.TableServer.seat_call(server, "white", "commit", %{"move" => "e2e4"})

  Each call is given the time of the server's clock, and one that brings a time of its own is
  refused. Flags fall and grace times end by themselves, to the millisecond in which they are due. A
  table at which nothing is due has no timer and costs no processor.

  ## Clients

  `seat_call/4` is for what comes from a client: the host says which seat it has, and the client the
  call and its arguments. Calls that are the host's, and arguments that the call does not have or that
  are the host's (`seat`, `now`), are errors. `call/3` is for the host and makes any call.

  `join/3` is for the process that speaks for a client, such as a channel: its end is the client's
  leaving. It subscribes to the topic of the seat first, joins with the number of the event that the
  client awaits, hands on the view with `"events"` in it, and then what is published, but for events whose
  `"seq"` is below `"next_seq"` of the view. It monitors the server, to join again when that was
  started again.

  ## Outliving

  Nothing that is sent to the server or passed to its calls ends it, nor does a function of the
  host's that fails: that is logged, and events that were not published come with the next ones.

  With `:persist` and `:load` a server that is started again, by its supervisor after a crash or by
  the host after a restart, goes on from what was stored. `:persist` is called with the table as text
  after every change, of people and of bots and of the clock, before the call is answered and before
  anything is published: no answered move is lost. While it fails, calls are `:busy` and nothing is
  published; it is tried again each second and at each call. What was answered by `:busy` may be
  stored later, and is published then. A `:persist` of one argument gets the whole table each time, so that the
  time to write it grows with the game. One of two gets a text and `:whole` or `:changes`: the whole at
  first, after a start and after a failure, in place of all before it, and then what has
  changed, to be appended to it. `:load` returns them as one text, each part on a line of its own.

  A topic has each event once, in the order of `"seq"`, while a server lives. What was stored but not
  published when it was killed is not published by the next one, which calls `:restored` with the
  number that comes next in each topic: who has not all before it asks by `events`.

  Without `:load`, a server that is started again with `:game` starts a new game. A table that it was given, by
  `:table`, goes on after a crash with the server that the supervisor starts again, which publishes
  what the one before it had not; it is closed when the server is stopped or shut down. Only
  one server at a time can be around a table. A server ends with the process that started it, as
  any that traps exits.

  Bots of your own among the `:seats` (functions and pids, see `Boardwright.Table.new/2`) are as those of
  the library: they end with the table, not with the server as such, and no failure of theirs ends
  the server. A server that is started again with `:game` has the same functions and pids asked.

  Once the game has ended, the server stops by itself after `:linger`; by `:idle` one that nobody uses.
  """

  use GenServer, restart: :transient

  import Boardwright.Dirty, only: [either: 1]
  import Boardwright.Seats, only: [seating: 1]

  import Boardwright.TableServer.Change,
    only: [look: 1, news: 2, over: 2, safely: 2, tell: 4, went_on: 3]

  alias Boardwright.{Error, Native, Table, Telemetry}
  alias Boardwright.TableServer.{Options, Store}

  # Time that the server of an ended game stays, in milliseconds.
  @linger 60_000

  @type option ::
          {:table, Table.t()}
          | {:game, String.t() | Boardwright.State.t()}
          | {:name, GenServer.name()}
          | {:hibernate_after, timeout}
          | {:id, term}
          | {:publish, (String.t(), [map] -> any)}
          | {:spectators, boolean}
          | {:persist, (String.t() -> any) | (String.t(), :whole | :changes -> any)}
          | {:load, (() -> {:ok, String.t()} | :none | {:error, term})}
          | {:downtime, :free | :counts}
          | {:restored, (%{String.t() => non_neg_integer} -> any)}
          | {:on_end, (map -> any)}
          | {:on_stop, (:ended | :idle -> any)}
          | {:telemetry, ([atom], map, map -> any)}
          | {:linger, timeout}
          | {:idle, timeout}
          | {:time, (() -> integer)}
          | {:timer, (non_neg_integer, term -> (() -> any))}
          | {atom, term}

  @doc """
  Starts the process.

    * `:table` - the table, or
    * `:game` - the game, or the state, of a new table, whose settings stand beside it; they are
      those of `Boardwright.Table.new/2`
    * `:name`, `:hibernate_after` - as in `GenServer.start_link/3`
    * `:id` - the name of the table in `Boardwright.Telemetry`, and of the child of a supervisor
    * `:publish` - called with the name of a seat and its new events, in their order; each has its
      number for the seat under `"seq"`
    * `:spectators` - true to have the events of spectators published as well, by the topic `"spectators"`
    * `:persist` - called with the saved table, or with what has changed of it, after each change; `:error`,
      `{:error, reason}`, and to raise, throw or exit say that it was not stored
    * `:load` - called when the server starts, returns `{:ok, saved}` with what `:persist` was last given,
      or `:none` for a new table. Anything else is an error, by which the server does not start
    * `:downtime` - `:free`, the default: between what was stored last and the start no clock ran; or
      `:counts`
    * `:restored` - called when a table was loaded, with the number of the next event of each topic
    * `:on_end` - called with the outcome, as `"outcome"` in a view, when the game has ended and that is stored;
      once by each server that sees the end, or that loads a table which has ended
    * `:on_stop` - called with `:ended` or `:idle` before the server stops by itself
    * `:telemetry` - called as `:telemetry.execute/3` would be; see `Boardwright.Telemetry`, which
      is also the default
    * `:linger` - for how many milliseconds the server stays when the game has ended, a minute if
      not given; or `:infinity`
    * `:idle` - after how many milliseconds the server stops at which nobody has called or joined,
      nothing has changed, no clock runs and no bot is at work; `:infinity` if not given. With `:load` the next one
      goes on where it was
    * `:time` - returns the time in milliseconds; `System.system_time(:millisecond)` if not given
    * `:timer` - called with milliseconds and a message that the server is to be sent after them;
      returns a function that takes this back. With `:time` it lets tests set the time.
  """
  @spec start_link([option]) :: GenServer.on_start() | {:error, Error.t()}
  def start_link(options) do
    with {:ok, process, own, settings} <- Options.split(options),
         do: GenServer.start_link(__MODULE__, {own, settings}, process)
  end

  @doc "The child of a supervisor; its `:id` is the option of that name, or the name of the process."
  @spec child_spec([option]) :: Supervisor.child_spec()
  def child_spec(options) do
    given = if Keyword.keyword?(options), do: options[:id] || options[:name]
    Map.put(super(options), :id, given || __MODULE__)
  end

  @doc """
  Makes a call of the table's; see `Boardwright.Table.call/3`. A time of the caller's own, `:now`,
  is refused. For the host: see `seat_call/4` for what clients send.
  """
  @spec call(GenServer.server(), String.t(), keyword | map) :: Table.answer()
  def call(server, name, args \\ []), do: GenServer.call(server, {:call, nil, name, args})

  @doc """
  Makes a call for the client of a seat, with the arguments that it sends, keys as strings. Of the
  table's calls those of `Boardwright.Table.seat_calls/0` are taken; an argument that the call does
  not have, `"seat"` and `"now"` among them, is an `:invalid_option`.
  """
  @spec seat_call(GenServer.server(), Boardwright.seat(), String.t(), map) :: Table.answer()
  def seat_call(server, seat, name, payload \\ %{}),
    do: GenServer.call(server, {:call, {:seat, seat}, name, payload})

  @doc """
  Seats the calling process: until it ends, or leaves by `leave/1`, somebody is there. Several may
  be at one seat. Answers with the view of the seat, and its events from a number on in it.
  """
  @spec join(GenServer.server(), Boardwright.seat(), non_neg_integer) :: Table.answer()
  def join(server, seat, since \\ 0), do: GenServer.call(server, {:join, seat, since})

  @doc "Takes back `join/3` of the calling process."
  @spec leave(GenServer.server()) :: :ok
  def leave(server), do: GenServer.call(server, :leave)

  @doc """
  Answers with what spectators see, and under `"table"` and `"events"` with their events from a number on,
  at most 1000.
  """
  @spec spectate(GenServer.server(), non_neg_integer) :: Table.answer()
  def spectate(server, since \\ 0), do: GenServer.call(server, {:spectate, since})

  @doc "The table, for calls from other processes."
  @spec table(GenServer.server()) :: Table.t()
  def table(server), do: GenServer.call(server, :table)

  @impl true
  def init({own, settings}) do
    # So that the bots of a table stop with a server that is shut down.
    Process.flag(:trap_exit, true)
    time = Keyword.get(own, :time, fn -> System.system_time(:millisecond) end)

    now = time.()

    with {:ok, table, loaded} <- Store.open(own, settings, now),
         {:ok, listener} <- Native.table_watch(Table.ref(table)) do
      if own[:table] == nil, do: Table.own(table)
      state = begin(own, table, listener, {time, now}, loaded)

      if loaded do
        restored(state, own[:restored])
        Store.resume(table, own, now)
      end

      # The first that is stored is the table as it starts.
      {:ok, look(state)}
    else
      {:error, error} -> {:stop, error}
    end
  end

  defp begin(own, table, listener, {time, now}, loaded) do
    seats = Table.seats(table)
    # Events that nobody is told need not be read.
    topics =
      case {own[:publish], own[:spectators]} do
        {nil, _} -> []
        {_, true} -> seats ++ ["spectators"]
        {_, _} -> seats
      end

    published = table |> Table.ref() |> Native.table_published() |> Enum.take(length(topics))
    idle = Keyword.get(own, :idle, :infinity)

    %{
      table: table,
      made: own[:table] == nil,
      listener: listener,
      id: own[:id],
      game: table |> Table.game() |> Boardwright.Game.name(),
      publish: own[:publish],
      persist: own[:persist],
      on_end: own[:on_end],
      on_stop: own[:on_stop],
      telemetry: own[:telemetry] || Telemetry.default(),
      linger: Keyword.get(own, :linger, @linger),
      idle: idle,
      # The time at which somebody last used it, and that at which it is next looked at.
      used: now,
      idle_at: if(idle != :infinity, do: now + idle),
      # The time at which something is due by itself.
      next: nil,
      time: time,
      timer: Keyword.get(own, :timer, &timer/2),
      # For when a timer is set, its mark, and how it is taken back.
      wake: nil,
      seats: seats,
      topics: topics,
      # Since when bots are at questions, each its seat and number.
      asked: %{},
      published: if(loaded, do: ends(table, topics), else: published),
      # The number of the last change that was stored, and since when a later one is not.
      stored: -1,
      unstored: nil,
      # The mark after which changes are stored, if the last text was.
      mark: nil,
      # The seats of the processes that have joined, by monitor.
      clients: %{},
      # Since when the game has ended.
      ended: nil
    }
  end

  # The events told before the table was stored.
  defp ends(table, topics) do
    for topic <- topics do
      {call, args} =
        if topic == "spectators",
          do: {"spectator_events", since: 0xFFFF_FFFF},
          else: {"events", seat: topic, since: 0xFFFF_FFFF}

      {:ok, %{"next" => next}} = Table.call(table, call, args)
      next
    end
  end

  defp restored(_state, nil), do: :ok

  defp restored(state, call) do
    numbers = state.topics |> Enum.zip(state.published) |> Map.new()
    safely(state, fn -> call.(numbers) end)
  end

  defp timer(wait, message) do
    timer = Process.send_after(self(), message, wait)
    fn -> Process.cancel_timer(timer) end
  end

  @impl true
  def handle_call({:call, by, name, args}, _from, state) do
    began = System.monotonic_time()
    {answer, state} = made(state, by, name, args)
    took = %{duration: System.monotonic_time() - began}
    about = %{call: name, seat: named(by, args), result: result(answer)}
    tell(state, [:boardwright, :table, :call], took, about)
    {:reply, answer, state}
  end

  def handle_call({:join, seat, since}, {client, _tag}, state) do
    with {{:ok, _}, state} <- made(state, nil, "reconnected", seat: seat),
         {{:ok, view}, state} <- made(state, nil, "view", seat: seat, since: since) do
      clients = Map.put(state.clients, Process.monitor(client), {client, view["seat"]})
      {:reply, {:ok, view}, %{state | clients: clients}}
    else
      {{:error, error}, state} -> {:reply, {:error, error}, state}
    end
  end

  def handle_call(:leave, {client, _tag}, state) do
    monitors = for {monitor, {^client, _seat}} <- state.clients, do: monitor
    for monitor <- monitors, do: Process.demonitor(monitor, [:flush])
    {:reply, :ok, Enum.reduce(monitors, state, &left/2)}
  end

  def handle_call({:spectate, since}, _from, state) do
    with {{:ok, view}, state} <- made(state, nil, "spectator_view", []),
         {{:ok, told}, state} <- made(state, nil, "spectator_events", since: since) do
      {:reply, {:ok, put_in(view["table"]["events"], told)}, state}
    else
      {{:error, error}, state} -> {:reply, {:error, error}, state}
    end
  end

  def handle_call(:table, _from, state), do: {:reply, state.table, state}

  def handle_call(_other, _from, state) do
    error = %Error{code: :unsupported, message: "the server of a table has no such call"}
    {:reply, {:error, error}, state}
  end

  defp named({:seat, seat}, _args), do: seat
  defp named(nil, %{} = args), do: args["seat"] || args[:seat]
  defp named(nil, [{key, seat} | _]) when key in [:seat, "seat"], do: seat
  defp named(nil, _args), do: nil

  defp result({:ok, _}), do: :ok
  defp result({:error, error}), do: error.code

  # Makes a call unless the change before it waits to be stored, and answers when its own is.
  defp made(state, by, name, args) do
    case retry(state) do
      %{unstored: nil} = state ->
        now = state.time.()
        {answer, news} = serve(state, by, name, args, now)
        state = state |> used(now) |> went_on(news, now)
        {if(state.unstored, do: busy(), else: answer), state}

      state ->
        {busy(), state}
    end
  end

  # A time that is no time is told by the table.
  defp used(state, now), do: if(is_integer(now), do: %{state | used: now}, else: state)

  defp retry(%{unstored: nil} = state), do: state
  defp retry(state), do: look(state)

  defp busy do
    message = "the table could not be stored; what was done is told when it is"
    {:error, %Error{code: :busy, message: message}}
  end

  # Functions and pids that are to sit at a seat are not the library's.
  defp serve(state, nil, name, args, now) when seating(name) do
    answer = Table.call(state.table, name, timed(args, now))
    {answer, news(state, now)}
  end

  defp serve(state, by, name, args, now) when name != nil do
    seat = with {:seat, seat} <- by, do: to_seat(seat)
    either(Native.table_serve(Table.ref(state.table), seat, name, args, now, state.published))
  end

  defp serve(_state, _by, nil, _args, _now) do
    error = %Error{code: :invalid_option, message: "call: takes a string, not an atom"}
    {{:error, error}, :none}
  end

  # No seat is not the host.
  defp to_seat(nil), do: "nil"
  defp to_seat(seat), do: seat

  # A time that is there already is given twice then, which is refused.
  defp timed(args, now) when is_map(args), do: [{:now, now} | Map.to_list(args)]
  defp timed(args, now) when is_list(args), do: [{:now, now} | args]
  defp timed(args, _now), do: args

  @impl true
  def handle_cast(_other, state), do: {:noreply, state}

  @impl true
  def handle_info({:boardwright_table, listener}, %{listener: listener} = state),
    do: {:noreply, state |> used(state.time.()) |> look()}

  def handle_info({:wake, mark}, %{wake: {_at, mark, _cancel}} = state) do
    state = look(%{state | wake: nil})

    case over(state, state.time.()) do
      nil ->
        {:noreply, state}

      why ->
        if state.on_stop, do: safely(state, fn -> state.on_stop.(why) end)
        {:stop, :normal, state}
    end
  end

  def handle_info({:DOWN, monitor, _, _, _}, state), do: {:noreply, left(monitor, state)}

  # Somebody whom the server is linked to has ended, as without trapping exits.
  def handle_info({:EXIT, _pid, reason}, state) when reason != :normal,
    do: {:stop, reason, state}

  # Late replies to `:publish`, and whatever else is sent to a process.
  def handle_info(_other, state), do: {:noreply, state}

  # Somebody who reloads a page is there again before the old process ends.
  defp left(monitor, state) do
    {client, clients} = Map.pop(state.clients, monitor)
    state = %{state | clients: clients}

    with {_pid, seat} <- client, false <- Enum.any?(clients, &match?({_, {_, ^seat}}, &1)) do
      now = state.time.()
      {_answer, news} = serve(state, nil, "disconnected", [seat: seat], now)
      state |> used(now) |> went_on(news, now)
    else
      _ -> state
    end
  end

  @impl true
  def terminate(reason, state) do
    case reason do
      :normal -> Table.close(state.table)
      :shutdown -> Table.close(state.table)
      {:shutdown, _} -> Table.close(state.table)
      _crash -> if state.made, do: Table.close(state.table)
    end
  end
end
