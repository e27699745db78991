defmodule ArenaWeb.Drain do
  @moduledoc """
  The last process to start and the first to stop: it has everybody told that the server closes, and waits until
  they are gone, before the endpoint stops.
  """

  use GenServer, shutdown: 10_000

  # Milliseconds that sockets have to close.
  @patience 5_000

  @doc "Starts it."
  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @doc "True while the server closes."
  @spec draining? :: boolean
  def draining?, do: :persistent_term.get(__MODULE__, false)

  @impl true
  def init(nil) do
    Process.flag(:trap_exit, true)
    :persistent_term.put(__MODULE__, false)
    {:ok, nil}
  end

  @impl true
  def terminate(_reason, _state) do
    :persistent_term.put(__MODULE__, true)
    all = for pid <- Arena.Connection.all(), do: Process.monitor(pid)
    Arena.drain()
    Process.send_after(self(), :enough, @patience)
    gone(MapSet.new(all))
  end

  defp gone(left) do
    if MapSet.size(left) > 0 do
      receive do
        {:DOWN, monitor, _, _, _} -> gone(MapSet.delete(left, monitor))
        :enough -> :ok
      end
    end
  end
end
