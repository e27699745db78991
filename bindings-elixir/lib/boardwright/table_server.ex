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

  Calls are those of `Boardwright.Table.call/3`; each is given the time of this process's clock
  unless it brings its own `:now`. Flags fall and grace times end by themselves.
  """

  use GenServer, restart: :transient

  alias Boardwright.Table

  # A table with a clock is looked at again at this interval at the latest, in milliseconds.
  @tick 1_000

  @type option ::
          {:table, Table.t()}
          | {:game, String.t() | Boardwright.State.t()}
          | {:name, GenServer.name()}
          | {:publish, (String.t(), [map] -> any)}
          | {:telemetry, ([atom], map, map -> any)}
          | {atom, term}

  @doc """
  Starts the process. `:table` is a table, or `:game` and the options of `Boardwright.Table.new/2`
  make one. `:publish` is called with the name of a seat and its new events; `:telemetry` as
  `:telemetry.execute/3` would be.
  """
  @spec start_link([option]) :: GenServer.on_start()
  def start_link(options) do
    {server, options} = Keyword.split(options, [:name])
    GenServer.start_link(__MODULE__, options, server)
  end

  @doc "Makes a call of the table's; see `Boardwright.Table.call/3`."
  @spec call(GenServer.server(), String.t(), keyword) :: Table.answer()
  def call(server, name, args \\ []), do: GenServer.call(server, {:call, name, args})

  @doc "The table, for calls from other processes."
  @spec table(GenServer.server()) :: Table.t()
  def table(server), do: GenServer.call(server, :table)

  @impl true
  def init(options) do
    {own, options} = Keyword.split(options, [:table, :game, :publish, :telemetry])
    publish = Keyword.get(own, :publish, fn _seat, _events -> :ok end)
    telemetry = Keyword.get(own, :telemetry, fn _name, _measures, _about -> :ok end)

    with {:ok, table} <- table_of(own, options),
         {:ok, listener} <- Table.listen(table),
         {:ok, %{"next_flag" => _}} <- Table.tick(table, now()),
         {:ok, %{"seats" => seats}} <- Table.view(table, 0) do
      state = %{
        table: table,
        listener: listener,
        publish: publish,
        telemetry: telemetry,
        since: Map.new(seats, &{&1, 0})
      }

      Process.send_after(self(), :tick, @tick)
      {:ok, tell(state)}
    else
      {:error, error} -> {:stop, error}
    end
  end

  defp table_of(own, options) do
    case own do
      [{:table, table} | _] -> {:ok, table}
      _ -> Table.new(Keyword.fetch!(own, :game), options)
    end
  end

  @impl true
  def handle_call(:table, _from, state), do: {:reply, state.table, state}

  def handle_call({:call, name, args}, _from, state) do
    began = System.monotonic_time()
    answer = Table.call(state.table, name, Keyword.put_new(args, :now, now()))
    took = %{duration: System.monotonic_time() - began}
    state.telemetry.([:boardwright, :table, :call], took, %{call: name})
    {:reply, answer, tell(state)}
  end

  @impl true
  def handle_info({:boardwright_table, listener}, %{listener: listener} = state),
    do: {:noreply, tell(state)}

  def handle_info(:tick, state) do
    case Table.tick(state.table, now()) do
      {:ok, %{"ended" => true}} ->
        {:noreply, tell(state)}

      {:ok, %{"next_flag" => flag}} ->
        wait = if flag, do: max(1, min(@tick, flag - now())), else: @tick
        Process.send_after(self(), :tick, wait)
        {:noreply, tell(state)}
    end
  end

  @impl true
  def terminate(_reason, state), do: Table.close(state.table)

  # Publishes what each seat was told since it was last told something.
  defp tell(state) do
    since =
      Map.new(state.since, fn {seat, since} ->
        {:ok, %{"events" => events, "next" => next}} = Table.events(state.table, seat, since)
        if events != [], do: state.publish.(seat, events)
        {seat, next}
      end)

    %{state | since: since}
  end

  defp now, do: System.system_time(:millisecond)
end
