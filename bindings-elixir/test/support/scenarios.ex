defmodule Boardwright.Scenarios do
  @moduledoc "What happens at tables, step by step, by the lists that every language runs."

  # JSON's texts as Elixir writes them, which is near enough for data of our own.
  def read(name) do
    Path.expand("../../../tests/scenarios/#{name}", __DIR__)
    |> File.read!()
    |> data()
  end

  @doc "Reads JSON of our own."
  def data(json) do
    json
    |> String.replace(~r/"(?:[^"\\]|\\.)*"|\{|:|null/, fn
      "{" -> "%{"
      ":" -> " =>"
      "null" -> "nil"
      text -> text
    end)
    |> Code.eval_string()
    |> elem(0)
  end

  @doc "The state and the settings, seats excepted, of a scenario's table."
  def set_up(scenario) do
    options = Map.get(scenario, "options", %{})

    {:ok, state} =
      case scenario["position"] do
        nil -> Boardwright.start(scenario["game"], options)
        text -> Boardwright.parse(scenario["game"], text, options)
      end

    {state, Map.to_list(Map.get(scenario, "settings", %{}))}
  end

  @doc "Returns true if all that is expected is there; lists must be as long as expected."
  def covers?(got, %{} = expected) when is_map(got),
    do: Enum.all?(expected, fn {k, v} -> Map.has_key?(got, k) and covers?(got[k], v) end)

  def covers?(got, expected) when is_list(got) and is_list(expected) do
    length(got) == length(expected) and
      Enum.all?(Enum.zip(got, expected), fn {g, e} -> covers?(g, e) end)
  end

  def covers?(got, expected), do: got == expected
end
