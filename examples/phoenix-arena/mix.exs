defmodule Arena.MixProject do
  use Mix.Project

  def project do
    [
      app: :arena,
      version: "0.1.0",
      elixir: "~> 1.14",
      start_permanent: Mix.env() == :prod,
      elixirc_paths: if(Mix.env() == :test, do: ["lib", "test"], else: ["lib"]),
      deps: [{:boardwright, path: "../../bindings-elixir"}]
    ]
  end

  # The folder in which games are kept; nil keeps none and starts nothing, for tests that start their own.
  def application do
    [
      mod: {Arena.Application, []},
      env: [path: if(Mix.env() != :test, do: "games")],
      extra_applications: [:crypto, :logger]
    ]
  end
end
