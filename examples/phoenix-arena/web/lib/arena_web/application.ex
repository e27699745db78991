defmodule ArenaWeb.Application do
  @moduledoc false
  use Application

  @impl true
  def start(_type, _arguments) do
    path = Application.get_env(:arena_web, :path)

    # The game loop after what it speaks through; the drain, which stops first, last.
    children =
      [{Phoenix.PubSub, name: ArenaWeb.PubSub}] ++
        if(path, do: [{Arena, path: path}], else: []) ++
        [
          {Registry, keys: :duplicate, name: ArenaWeb.Engines},
          ArenaWeb.Rates,
          ArenaWeb.Endpoint,
          ArenaWeb.Drain
        ]

    Supervisor.start_link(children, strategy: :rest_for_one, name: ArenaWeb.Supervisor)
  end
end
