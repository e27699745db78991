defmodule Boardwright.Vectors do
  @moduledoc "The test data that all languages share."

  @folder Path.expand("../../../tests/vectors", __DIR__)

  @doc "The lines of all files of a kind, as lists of fields; none at all is a failure."
  def read!(kind) do
    lines =
      for file <- Path.wildcard(Path.join(@folder, "*.#{kind}")),
          {line, number} <- Enum.with_index(File.stream!(file), 1),
          line = String.trim(line),
          line != "" and not String.starts_with?(line, "#") do
        {"#{Path.basename(file)}:#{number}", String.split(line, " ; ")}
      end

    if lines == [], do: raise("there is no line in any #{@folder}/*.#{kind}")
    lines
  end

  @doc "A game as the files name it: `chess(chess960=true)`."
  def game(text) do
    case Regex.run(~r/^([^(]+)(?:\((.*)\))?$/, text) do
      [_, name] -> {name, %{}}
      [_, name, options] -> {name, Map.new(String.split(options, ","), &option/1)}
    end
  end

  @doc "A flat map as JSON, in a subset of which Elixir's own reader can read the values."
  def map(text) do
    inner = text |> String.trim_leading("{") |> String.trim_trailing("}")

    for pair <- String.split(inner, ",", trim: true), into: %{} do
      [name, value] = String.split(pair, ":", parts: 2)
      option("#{Code.string_to_quoted!(name)}=#{value}")
    end
  end

  # JSON's numbers, booleans and strings are written as Elixir's are.
  defp option(text) do
    [name, value] = String.split(text, "=", parts: 2)
    value = Code.string_to_quoted!(value)
    true = is_boolean(value) or is_number(value) or is_binary(value)
    {name, value}
  end

  @doc "The position that a line starts from."
  def state(game, position) do
    {name, options} = game(game)

    case position do
      "start" -> Boardwright.start(name, options)
      text -> Boardwright.parse(name, text, options)
    end
  end
end
