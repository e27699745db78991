Code.require_file("build/nif_compiler.exs", __DIR__)
# The task that makes the package is no part of it.
if File.exists?(Path.expand("build/package.exs", __DIR__)),
  do: Code.require_file("build/package.exs", __DIR__)

defmodule Boardwright.MixProject do
  use Mix.Project

  {top, packaged} = Mix.Tasks.Compile.BoardwrightNif.sources()
  @top top
  @packaged packaged

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
      deps: deps(),
      package: package(),
      docs: docs()
    ]
  end

  # Those that are optional make the calls of language models.
  def application do
    [
      mod: {Boardwright.Application, []},
      extra_applications: [:logger, inets: :optional, ssl: :optional, public_key: :optional]
    ]
  end

  # None is needed: one fetches a library that was built elsewhere, one makes pages. Without Hex no
  # dependency of its can be named.
  defp deps do
    precompiled = [{:rustler_precompiled, "~> 0.8", optional: true}]
    docs = [{:ex_doc, "~> 0.30", only: :dev, runtime: false}]
    packaged = if @packaged and Code.ensure_loaded?(Hex), do: precompiled, else: []
    packaged ++ if System.get_env("BOARDWRIGHT_DOCS"), do: docs, else: []
  end

  # As `mix boardwright.package` lays them out.
  defp package do
    [
      licenses: ["MIT", "Apache-2.0"],
      links: %{},
      files:
        ~w(.cargo CHANGELOG.md Cargo.lock Cargo.toml LICENSE-APACHE LICENSE-MIT README.md) ++
          ~w(build core guides lib mix.exs native checksum-*.exs)
    ]
  end

  defp docs do
    [
      main: "readme",
      extras: ["README.md" | Path.wildcard(Path.expand("guides/*.md", __DIR__))],
      groups_for_extras: [Guides: ~r"guides/"],
      groups_for_modules: [
        Tables: [~r/Boardwright\.Table/, Boardwright.Telemetry, Boardwright.Encoders],
        "Arena and ratings": ~r/Boardwright\.(Arena|BotArena|BotRegistry|ExternalEngine|BEI)/,
        Records: ~r/Boardwright\.(Column|Record)/
      ]
    ]
  end

  # One version for everything in the repository.
  defp version do
    manifest = File.read!(Path.join(@top, "Cargo.toml"))
    [_, package] = String.split(manifest, "[workspace.package]", parts: 2)
    [_, version] = Regex.run(~r/^version = "([^"]+)"$/m, package)
    version
  end
end
