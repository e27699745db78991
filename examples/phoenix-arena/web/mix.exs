defmodule ArenaWeb.MixProject do
  use Mix.Project

  def project do
    [
      app: :arena_web,
      version: "0.1.0",
      elixir: "~> 1.15",
      start_permanent: Mix.env() == :prod,
      elixirc_paths: if(Mix.env() == :test, do: ["lib", "test/support"], else: ["lib"]),
      deps: [
        {:arena, path: ".."},
        {:phoenix, "~> 1.7"},
        {:bandit, "~> 1.11"},
        {:jason, "~> 1.4"}
      ],
      releases: [arena_web: [include_executables_for: [:unix]]]
    ]
  end

  def application, do: [mod: {ArenaWeb.Application, []}, extra_applications: [:logger]]
end
