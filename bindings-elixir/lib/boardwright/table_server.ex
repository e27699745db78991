defmodule Boardwright.TableServer do
  @moduledoc """
  A process around a `Boardwright.Table`: found by name, supervised, and publishing what each seat
  is told, one topic a seat, so that a game which hides something cannot leak.

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
          publish: fn seat, events ->
            Phoenix.PubSub.broadcast(MyApp.PubSub, "table-1:" <> seat, {:events, events})
          end
        })

      {:ok, _} = Boardwright.TableServer.call(server, "commit", seat: "white", move: "e2e4")

  Calls are those of `Boardwright.Table.call/3`; each is given the time of the server's clock, and
  one that brings a time of its own is refused. Flags fall and grace times end by themselves, to
  the millisecond in which they are due.

  ## What it outlives, and what ends with it

  Nothing that is sent to the server or passed to `call/3` ends it, nor does a `:publish` or
  `:telemetry` that fails: that is logged, and the events are published with the next ones.

  A table that was made here, by `:game`, is closed when the server ends, whatever the reason, and
  a server that is started again by its supervisor starts a new game. A table that it was given, by
  `:table`, is closed when the server is stopped or shut down. After a crash it goes on with the
  server that the supervisor starts again, which publishes what the one before it had not. Only
  one server at a time can be around a table. A server ends with the process that started it, as
  any that traps exits.

  Bots of your own among the `:seats` (functions and pids, see `Boardwright.Table.new/2`) are as those of
  the library: they end with the table, not with the server as such, and no failure of theirs ends
  the server. A server that is started again with `:game` has the same functions and pids asked.

  Once the game has ended, the server stops by itself after `:linger`.
  """

  use GenServer, restart: :transient

  require Logger

  alias Boardwright.{Error, Table}

  @own [:table, :game, :publish, :telemetry, :linger, :time, :timer]

  # Time that the server of an ended game stays, in milliseconds.
  @linger 60_000

  # A timer is set for a day at most, and then again.
  @longest 24 * 3_600_000

  @type option ::
          {:table, Table.t()}
          | {:game, String.t() | Boardwright.State.t()}
          | {:name, GenServer.name()}
          | {:publish, (String.t(), [map] -> any)}
          | {:telemetry, ([atom], map, map -> any)}
          | {:linger, timeout}
          | {:time, (() -> integer)}
          | {:timer, (non_neg_integer, term -> (() -> any))}
          | {atom, term}

  @doc """
  Starts the process.

    * `:table` - the table, or
    * `:game` - the game, or the state, of a new table, whose settings stand beside it; they are
      those of `Boardwright.Table.new/2`
    * `:name` - as in `GenServer.start_link/3`
    * `:publish` - called with the name of a seat and its new events, in their order; each has its
      number for the seat under `"seq"`
    * `:telemetry` - called as `:telemetry.execute/3` would be, with `[:boardwright, :table, :call]`
      after each call and `[:boardwright, :table, :failed]` after a `:publish` that failed
    * `:linger` - for how many milliseconds the server stays when the game has ended, a minute if
      not given; or `:infinity`
    * `:time` - returns the time in milliseconds; `System.system_time(:millisecond)` if not given
    * `:timer` - called with milliseconds and a message that the server is to be sent after them;
      returns a function that takes this back. With `:time` it lets tests set the time.
  """
  @spec start_link([option]) :: GenServer.on_start() | {:error, Error.t()}
  def start_link(options) do
    with :ok <- keyword(options),
         {server, options} = Keyword.split(options, [:name]),
         {own, settings} = Keyword.split(options, @own),
         :ok <- check(own, settings) do
      GenServer.start_link(__MODULE__, {own, settings}, server)
    end
  end

  defp keyword(options) do
    if Keyword.keyword?(options), do: :ok, else: wrong("a table's server takes a keyword list")
  end

  # Each may be given once, with what it takes, and what is not the server's own goes to
  # the new table.
  defp check(own, settings) do
    names = Keyword.keys(own)
    twice = names -- Enum.uniq(names)
    bad = Enum.find(own, fn {name, value} -> not fits?(name, value) end)

    cond do
      twice != [] ->
        wrong("#{hd(twice)} is given twice")

      bad != nil ->
        wrong("#{elem(bad, 0)}: takes #{takes(elem(bad, 0))}")

      own[:table] && own[:game] ->
        wrong("takes either table or game, not both")

      own[:table] && settings != [] ->
        wrong("#{settings |> hd() |> elem(0)}: the table is set up")

      own[:table] || own[:game] ->
        :ok

      true ->
        wrong("say around which table it is, or which game it is to play")
    end
  end

  defp fits?(:table, table), do: is_struct(table, Table)
  defp fits?(:publish, publish), do: is_function(publish, 2)
  defp fits?(:telemetry, telemetry), do: is_function(telemetry, 3)
  defp fits?(:time, time), do: is_function(time, 0)
  defp fits?(:timer, timer), do: is_function(timer, 2)
  defp fits?(:linger, :infinity), do: true
  defp fits?(:linger, linger), do: is_integer(linger) and linger >= 0
  defp fits?(:game, _any), do: true

  defp takes(:table), do: "a table"
  defp takes(:publish), do: "a function of a seat and its events"
  defp takes(:telemetry), do: "a function of a name, measures and what they are about"
  defp takes(:time), do: "a function that returns the time in milliseconds"
  defp takes(:timer), do: "a function of milliseconds and a message"
  defp takes(:linger), do: "milliseconds or :infinity"

  defp wrong(what), do: {:error, %Error{code: :invalid_option, message: what}}

  @doc """
  Makes a call of the table's; see `Boardwright.Table.call/3`. A time of the caller's own, `:now`,
  is refused.
  """
  @spec call(GenServer.server(), String.t(), keyword | map) :: Table.answer()
  def call(server, name, args \\ []), do: GenServer.call(server, {:call, name, args})

  @doc "The table, for calls from other processes."
  @spec table(GenServer.server()) :: Table.t()
  def table(server), do: GenServer.call(server, :table)

  @impl true
  def init({own, settings}) do
    # So that the bots of a table stop with a server that is shut down.
    Process.flag(:trap_exit, true)
    time = Keyword.get(own, :time, fn -> System.system_time(:millisecond) end)

    with {:ok, table} <- table_of(own, settings, time),
         {:ok, listener} <- Table.listen(table) do
      if own[:game], do: Table.own(table)

      state = %{
        table: table,
        made: own[:game] != nil,
        listener: listener,
        publish: Keyword.get(own, :publish, fn _seat, _events -> :ok end),
        telemetry: Keyword.get(own, :telemetry, fn _name, _measures, _about -> :ok end),
        linger: Keyword.get(own, :linger, @linger),
        time: time,
        timer: Keyword.get(own, :timer, &timer/2),
        # For when a timer is set, its mark, and how it is taken back.
        wake: nil,
        seats: Table.seats(table),
        published: Boardwright.Native.table_published(table.ref),
        # Since when the game has ended.
        ended: nil
      }

      {:ok, go_on(state)}
    else
      {:error, error} -> {:stop, error}
    end
  end

  defp table_of(own, settings, time) do
    case Keyword.fetch(own, :table) do
      {:ok, table} -> {:ok, table}
      :error -> Table.new(Keyword.fetch!(own, :game), [{:now, time.()} | settings])
    end
  end

  defp timer(wait, message) do
    timer = Process.send_after(self(), message, wait)
    fn -> Process.cancel_timer(timer) end
  end

  @impl true
  def handle_call(:table, _from, state), do: {:reply, state.table, state}

  def handle_call({:call, name, args}, _from, state) do
    began = System.monotonic_time()
    answer = Table.call(state.table, name, timed(args, state.time.()))
    took = %{duration: System.monotonic_time() - began}
    safely(state, fn -> state.telemetry.([:boardwright, :table, :call], took, %{call: name}) end)
    {:reply, answer, go_on(state)}
  end

  def handle_call(_other, _from, state) do
    error = %Error{code: :unsupported, message: "the server of a table has no such call"}
    {:reply, {:error, error}, state}
  end

  # A time that is there already is given twice then, which is refused.
  defp timed(args, now) when is_map(args), do: [{:now, now} | Map.to_list(args)]
  defp timed(args, now) when is_list(args), do: [{:now, now} | args]
  defp timed(args, _now), do: args

  @impl true
  def handle_cast(_other, state), do: {:noreply, state}

  @impl true
  def handle_info({:boardwright_table, listener}, %{listener: listener} = state),
    do: {:noreply, go_on(state)}

  def handle_info({:wake, mark}, %{wake: {_at, mark, _cancel}} = state) do
    state = go_on(%{state | wake: nil})

    if over?(state),
      do: {:stop, :normal, state},
      else: {:noreply, state}
  end

  # Somebody whom the server is linked to has ended, as without trapping exits.
  def handle_info({:EXIT, _pid, reason}, state) when reason != :normal,
    do: {:stop, reason, state}

  # Late replies to `:publish`, and whatever else is sent to a process.
  def handle_info(_other, state), do: {:noreply, state}

  @impl true
  def terminate(reason, state) do
    case reason do
      :normal -> Table.close(state.table)
      :shutdown -> Table.close(state.table)
      {:shutdown, _} -> Table.close(state.table)
      _crash -> if state.made, do: Table.close(state.table)
    end
  end

  # Takes note of the time, publishes what is new, and sets the timer for what is due next.
  defp go_on(state) do
    now = state.time.()

    case Table.tick(state.table, now) do
      {:ok, %{"ended" => true}} ->
        state = tell(%{state | ended: state.ended || now})
        set(state, if(state.linger != :infinity, do: state.ended + state.linger), now)

      {:ok, %{"next" => next}} ->
        set(tell(state), next, now)

      # A time that is no time, from a `:time` of the host's.
      {:error, error} ->
        Logger.error(fn -> "a table's server cannot tell it the time: #{error.message}" end)
        tell(state)
    end
  end

  defp over?(%{ended: nil}), do: false
  defp over?(%{linger: :infinity}), do: false
  defp over?(state), do: state.time.() >= state.ended + state.linger

  # One timer at a time, for the next thing that is due.
  defp set(%{wake: {at, _mark, _cancel}} = state, at, _now), do: state

  defp set(state, at, now) do
    with {_at, _mark, cancel} <- state.wake, do: cancel.()

    if at do
      mark = make_ref()
      wait = (at - now) |> max(0) |> min(@longest)
      %{state | wake: {at, mark, state.timer.(wait, {:wake, mark})}}
    else
      %{state | wake: nil}
    end
  end

  # Publishes what each seat was told since it was last told something.
  defp tell(state) do
    published =
      for {{seat, since}, index} <- Enum.with_index(Enum.zip(state.seats, state.published)) do
        tell(state, seat, index, since)
      end

    %{state | published: published}
  end

  defp tell(state, seat, index, since) do
    case Table.events(state.table, index, since) do
      {:ok, %{"events" => [_ | _] = events, "next" => next} = told} ->
        # What could not be published is published with what comes next.
        if safely(state, fn -> state.publish.(seat, events) end) do
          Boardwright.Native.table_publish(state.table.ref, index, next)
          if told["more"], do: tell(state, seat, index, next), else: next
        else
          since
        end

      _nothing ->
        since
    end
  end

  # Calls a function of the host's, which must not end the game; says whether it went well.
  defp safely(state, call) do
    call.()
    true
  catch
    kind, reason ->
      failure = Exception.format(kind, reason, __STACKTRACE__)
      Logger.error(fn -> "a function given to a table's server failed: " <> failure end)
      failed(state, kind, reason)
      false
  end

  defp failed(state, kind, reason) do
    about = %{kind: kind, reason: reason}
    state.telemetry.([:boardwright, :table, :failed], %{count: 1}, about)
  catch
    # It is what failed, and that is logged.
    _, _ -> :ok
  end
end
