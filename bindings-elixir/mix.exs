Code.require_file("build/nif_compiler.exs", __DIR__)

defmodule Boardwright.MixProject do
  use Mix.Project

  def project do
    [
      app: :boardwright,
      version: version(),
      elixir: "~> 1.14",
      description:
        "Rules, legal moves and bots for chess, crazyhouse and more, from one Rust core",
      start_permanent: Mix.env() == :prod,
      compilers: [:boardwright_nif | Mix.compilers()],
      elixirc_paths: if(Mix.env() == :test, do: ["lib", "test/support"], else: ["lib"]),
      deps: []
    ]
  end

  # Those that are optional make the calls of language models.
  def application,
    do: [extra_applications: [:logger, inets: :optional, ssl: :optional, public_key: :optional]]

  # One version for everything in the repository.
  defp version do
    manifest = File.read!(Path.expand("../Cargo.toml", __DIR__))
    [_, package] = String.split(manifest, "[workspace.package]", parts: 2)
    [_, version] = Regex.run(~r/^version = "([^"]+)"$/m, package)
    version
  end
end
