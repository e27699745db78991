defmodule Boardwright.WordsTest do
  use ExUnit.Case, async: false

  alias Boardwright.{Error, Game, Observation, Play}

  defp code(fun), do: assert_raise(Error, fun).code

  defp told_apart(moves, words) do
    assert moves |> Enum.map(words) |> Enum.uniq() |> length() == length(moves)
  end

  for name <- Play.names() do
    test "positions and moves are told: #{name}" do
      for {state, _move} <- Play.random(unquote(name), 3, 30) do
        assert Boardwright.describe_text(state) =~ ~r/\A[^\p{C}]+\.\z/u

        for seat <- Game.seats(Boardwright.game(state)) do
          observation = Boardwright.observe(state, seat)
          told = Observation.describe_text(observation)
          assert told =~ ~r/\AYou are [^\p{C}]+\.\z/u
          assert Boardwright.describe_text(state, seat: seat) == told

          observation
          |> Observation.candidates()
          |> told_apart(&Observation.move_in_words(observation, &1))
        end

        state |> Boardwright.legal_moves() |> told_apart(&Boardwright.move_in_words(state, &1))
      end
    end
  end

  test "chess in words" do
    {:ok, state} = Boardwright.parse("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")

    assert Boardwright.describe_text(state) ==
             "White to move. Move 1. White: king g1, rook a1. Black: king g8, pawns f7, g7 and h7."

    assert Boardwright.describe_text(state, seat: :black) =~ "You are Black. White to move."
    assert Boardwright.move_in_words(state, "a1a8") == "rook from a1 to a8, checkmate"
    assert Boardwright.move_in_words(state, "Ra8#", style: :san) =~ "checkmate"
    id = Boardwright.action_id(state, "g1f1")
    assert Boardwright.move_in_words(state, id, seat: 0) == "king from g1 to f1"
    assert code(fn -> Boardwright.move_in_words(state, "a1b2") end) == :illegal_move
    assert code(fn -> Boardwright.describe_text(state, seat: "nobody") end) == :invalid_option
  end

  test "a seat is told what it knows" do
    state = Boardwright.start!("blind", rules: "fog")
    {:ok, state} = Boardwright.play_many(state, ["e2e4", "d7d5"])
    white = Boardwright.observe(state, "white")
    assert Observation.move_in_words(white, "e4d5") =~ "on d5, where a pawn is seen"
    assert Observation.describe_text(white) =~ "Your pieces: king e1, queen d1, "
    assert Boardwright.describe_text(state) =~ "king e8"
    refute Observation.describe_text(white) =~ "king e8"
    assert code(fn -> Observation.move_in_words(white, "e7e5") end) == :illegal_move
  end
end
