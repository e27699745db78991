defmodule Boardwright.Application do
  @moduledoc false
  # Sets the pool as the application's environment says.

  use Application

  @settings [:threads, :max_queue, :hash_mb]

  @impl true
  def start(_type, _arguments) do
    with :ok <- configure(Application.get_all_env(:boardwright)),
         do: Supervisor.start_link([], strategy: :one_for_one)
  end

  # An upgrade of a running system.
  @impl true
  def config_change(changed, new, _removed), do: configure(changed ++ new)

  defp configure(env) do
    case Boardwright.configure(Keyword.take(env, @settings)) do
      :ok -> :ok
      {:error, error} -> {:error, "config :boardwright, " <> error.message}
    end
  end
end
