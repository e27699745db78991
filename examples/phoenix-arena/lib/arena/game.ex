defmodule Arena.Game do
  @moduledoc """
  The two processes of a game, its table and its host. Each is started again without the other, from what
  is kept.
  """

  use Supervisor, restart: :transient

  alias Arena.{Errors, Host, Store, Topics}
  alias Boardwright.{Table, TableServer}

  @doc "Starts both, from what is kept."
  def start_link(id), do: Supervisor.start_link(__MODULE__, id, name: name(id))

  @impl true
  def init(id) do
    # A table that crashes at once, again and again, is given up, and no other with it. The end of one that
    # stops by itself is the end of both.
    flags = %{strategy: :one_for_one, intensity: 100, period: 5, auto_shutdown: :any_significant}
    table = Map.put(TableServer.child_spec(options(id)), :significant, true)
    {:ok, {flags, [table, Host.child_spec(id)]}}
  end

  defp options(id) do
    [
      id: id,
      name: name(id, :table),
      spectators: true,
      idle: 3_600_000,
      linger: 300_000,
      load: fn -> Store.table(id) end,
      persist: &Store.put_table(id, &1, &2),
      publish: &publish(id, &1, &2),
      restored: fn _next -> Topics.tell(id, :all, :restored) end,
      on_end: &Host.ended(id, &1)
    ]
  end

  # The end is noted first, for whoever hears of it and asks.
  defp publish(id, topic, events) do
    with %{"kind" => "ended"} = event <- List.last(events),
         do: Host.ended(id, Map.drop(event, ["kind", "ply", "seq"]))

    Topics.tell(id, topic, {:told, topic, events})
  end

  @doc "Makes a game, whose table stands still until all seats are taken, and starts it."
  def make(id, game) do
    with {:ok, table} <- Table.new(game.game, begins(game) ++ game.settings),
         {:ok, saved} <- Table.save(table) do
      Table.close(table)
      Store.put_table(id, saved, :whole)
      Store.put_game(id, game)
      with {:error, _} <- start(id, game), do: Errors.refuse("internal", "the game did not start")
    else
      {:error, error} -> {:error, Errors.of(error)}
    end
  end

  defp begins(game),
    do: [now: System.system_time(:millisecond), paused: Host.status(game) == "waiting"]

  # Its people are gone until their sockets come.
  defp start(id, game) do
    with {:ok, pid} <- DynamicSupervisor.start_child(Arena.Games, {__MODULE__, id}) do
      if game.ended == nil,
        do: for(%{occupant: "person"} = seat <- game.seats, do: gone(id, seat))

      {:ok, pid}
    end
  end

  defp gone(id, %{seat: seat}) do
    TableServer.call(table(id), "disconnected", seat: seat)
  catch
    # A table that ends at once is started again, by its supervisor.
    :exit, _ -> :ok
  end

  @doc "Starts a game that is kept, if it does not run."
  def awake(id) do
    with {:ok, game} <- Store.game(id) do
      case start(id, game) do
        {:error, {:already_started, _}} -> :ok
        {:ok, _} -> :ok
        error -> error
      end
    end
  end

  @doc "The name of the table of a game."
  def table(id), do: name(id, :table)

  defp name(id, part \\ :game), do: {:via, Registry, {Arena.Names, {id, part}}}
end
