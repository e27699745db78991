defmodule Mix.Tasks.Boardwright.Package do
  @shortdoc "Lays out the package in a folder"
  @moduledoc """
  Lays out the package in a folder that is empty or not there: the sources of this application, and
  those in Rust that the native library is built from.

      mix boardwright.package FOLDER
      cd FOLDER && mix hex.build
  """

  use Mix.Task

  alias Mix.Tasks.Compile.BoardwrightNif

  @here Path.expand("..", __DIR__)
  @native "bindings-elixir/native"

  @impl true
  def run([folder]) do
    {top, false} = BoardwrightNif.sources()

    unless File.ls(folder) in [{:ok, []}, {:error, :enoent}],
      do: Mix.raise("#{folder}: not empty")

    for file <- BoardwrightNif.files(),
        do: copy(Path.join(top, file), folder, String.replace_prefix(file, @native, "native"))

    for file <- ~w(LICENSE-APACHE LICENSE-MIT CHANGELOG.md),
        do: copy(Path.join(top, file), folder, file)

    own = ~w(mix.exs README.md build/nif_compiler.exs lib/**/*.ex guides/*.md)

    for pattern <- own,
        file <- Path.wildcard(Path.join(@here, pattern)),
        do: copy(file, folder, Path.relative_to(file, @here))

    manifest = Path.join(folder, "Cargo.toml")
    File.write!(manifest, manifest |> File.read!() |> members())
  end

  def run(_arguments), do: Mix.raise("mix boardwright.package takes a folder")

  defp copy(from, folder, to) do
    to = Path.join(folder, to)
    File.mkdir_p!(Path.dirname(to))
    File.cp!(from, to)
  end

  # The workspace without the programs and the other bindings.
  defp members(manifest) do
    [members] = Regex.run(~r/^members = \[\n.*?^\]$/ms, manifest)
    core = for [line] <- Regex.scan(~r{^    "core/.*$}m, members), do: line <> "\n"
    kept = ["members = [\n", core, ~s(    "native/boardwright_nif",\n]\n)]

    manifest
    |> String.replace(members <> "\n", IO.iodata_to_binary(kept))
    |> String.replace(~r/^exclude = .*\n/m, "")
  end
end
