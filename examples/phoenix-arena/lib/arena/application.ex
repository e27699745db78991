defmodule Arena.Application do
  @moduledoc false
  use Application

  @impl true
  def start(_type, _arguments) do
    children =
      with path when path != nil <- Application.get_env(:arena, :path), do: [{Arena, path: path}]

    Supervisor.start_link(children || [], strategy: :one_for_one)
  end
end
