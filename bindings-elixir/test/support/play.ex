defmodule Boardwright.Play do
  @moduledoc "Random games of any kind, for tests that know no game by name."

  import Boardwright

  @doc "The names of all games."
  def names, do: for(%{"name" => name} <- games(), do: name)

  @doc "The states of a random game with the moves that were made: `[{state, move or nil}]`."
  def random(name, seed, plies) do
    :rand.seed(:exsss, seed)
    go(start!(name), plies, [])
  end

  defp go(state, plies, seen) do
    case legal_moves(state) do
      moves when moves == [] or plies == 0 ->
        Enum.reverse([{state, nil} | seen])

      moves ->
        move = Enum.random(moves)
        go(play!(state, move), plies - 1, [{state, move} | seen])
    end
  end

  @doc "A value an option takes that is not its default."
  def other_value(%{"kind" => "flag", "default" => default}), do: not default
  def other_value(%{"kind" => "int", "default" => n, "max" => max}) when n < max, do: n + 1
  def other_value(%{"kind" => "int", "default" => n}), do: n - 1
  def other_value(%{"examples" => [example | _]}), do: example
  def other_value(%{"values" => values, "default" => n}), do: Enum.find(values, n, &(&1 != n))
end
