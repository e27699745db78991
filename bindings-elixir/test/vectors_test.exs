defmodule Boardwright.VectorsTest do
  use ExUnit.Case, async: false

  alias Boardwright.{Error, Vectors}

  # The core's own test counts the big ones.
  @most_leaves 2_000_000

  test "perft" do
    counts =
      for {where, [name, game, position | depths]} <- Vectors.read!("perft"),
          {:ok, state} = Vectors.state(game, position),
          "d" <> depth <- depths,
          [depth, leaves] = Enum.map(String.split(depth, " "), &String.to_integer/1),
          leaves <= @most_leaves do
        assert Boardwright.perft(state, depth) == leaves, "#{where}, #{name}: depth #{depth}"
      end

    assert length(counts) > 100
  end

  test "games" do
    for {where, [name, game, start, moves, notation, key, reason]} <- Vectors.read!("games") do
      {:ok, state} = Vectors.state(game, start)
      moves = String.split(moves, " ", trim: true)
      last = Enum.reduce(moves, state, &Boardwright.play!(&2, &1))
      ended = with %{reason: reason} <- Boardwright.outcome(last), do: reason
      found = {Boardwright.notation(last), Boardwright.key(last), ended || "-"}
      assert found == {notation, key, reason}, "#{where}, #{name}"
      assert Boardwright.equal?(Boardwright.play_many!(state, moves), last)
    end
  end

  test "errors" do
    for {where, [what, game, position, move, code]} <- Vectors.read!("errors") do
      result =
        with {:ok, state} when move != "-" <- Vectors.state(game, position) do
          Boardwright.play(state, move)
        end

      assert {:error, %Error{} = error} = result, "#{where}, #{what}"
      assert Atom.to_string(error.code) == code, "#{where}, #{what}: #{error.message}"
    end
  end
end
