defmodule Arena.Game do
  @moduledoc """
  The two processes of a game, its table and its host. Each is started again without the other, from what
  is kept.
  """

  use Supervisor, restart: :transient

  alias Arena.{Host, Store, Topics}
  alias Boardwright.TableServer

  @doc "Starts both; `game` is as `Arena.Creation.game/2` makes it."
  def start_link({id, game}), do: Supervisor.start_link(__MODULE__, {id, game}, name: name(id))

  @impl true
  def init({id, game}) do
    # A table that crashes at once, again and again, is given up, and no other with it.
    Supervisor.init([{TableServer, table(id, game)}, {Host, {id, game}}],
      strategy: :one_for_one,
      max_restarts: 100,
      max_seconds: 5
    )
  end

  defp table(id, game) do
    [
      id: id,
      game: game.game,
      name: name(id, :table),
      spectators: true,
      idle: 3_600_000,
      linger: 3_600_000,
      load: fn -> Store.table(id) end,
      persist: &Store.put_table(id, &1),
      publish: &Topics.tell(id, &1, {:told, &1, &2}),
      restored: fn _next -> Topics.tell(id, :all, :restored) end,
      on_end: &GenServer.cast(Host.name(id), {:ended, &1})
    ] ++ game.settings
  end

  @doc "Starts the table again, if it has stopped by itself, and both for a game that is kept."
  def awake(id) do
    with {:error, {:already_started, _}} <- started(id) do
      Supervisor.restart_child(name(id), name(id, :table))
      :ok
    else
      {:ok, _} -> :ok
      {:error, _} = error -> error
    end
  end

  defp started(id) do
    with {:ok, game} <- Store.game(id),
         do: DynamicSupervisor.start_child(Arena.Games, {__MODULE__, {id, game}})
  end

  @doc "The name of the table of a game."
  def table(id), do: name(id, :table)

  defp name(id, part \\ :game), do: {:via, Registry, {Arena.Names, {id, part}}}
end
