defmodule Boardwright.MovesTest do
  @moduledoc "The moves of a state, and the states on the way to it."
  use ExUnit.Case, async: true

  alias Boardwright.Error

  @line ["e2e4", "e7e5", "g1f3", "b8c6"]

  defp played(game, moves) do
    Enum.reduce(moves, Boardwright.start!(game), &Boardwright.play!(&2, &1))
  end

  defp code(call), do: assert_raise(Error, call).code

  test "moves in both notations and the last" do
    state = played("chess", @line)
    assert Boardwright.moves(state) == @line
    assert Boardwright.moves(state, style: "san") == ["e4", "e5", "Nf3", "Nc6"]
    assert Boardwright.last_move(state) == "b8c6"
    assert Boardwright.last_move(state, style: "san") == "Nc6"
    start = Boardwright.start!("chess")
    assert {[], nil} == {Boardwright.moves(start), Boardwright.last_move(start)}
    assert code(fn -> Boardwright.moves(start, style: "morse") end) == :unsupported
    assert code(fn -> Boardwright.last_move(state, style: "morse") end) == :unsupported
  end

  test "states on the way" do
    line = ["e2e4", "d7d5", "e4d5", "d8d5", "P@e6"]
    state = played("crazyhouse", line)

    for ply <- 0..5 do
      again = Boardwright.at_ply(state, ply)
      assert Boardwright.equal?(again, played("crazyhouse", Enum.take(line, ply)))
      assert Boardwright.moves(again) == Enum.take(line, ply)
    end

    for ply <- [6, -1, 1.5, "1", 2 ** 70] do
      assert code(fn -> Boardwright.at_ply(state, ply) end) == :invalid_option
    end
  end

  test "a long game is replayed on a dirty scheduler" do
    {:ok, start} = Boardwright.start("chess", repetition_count: 0, halfmove_limit: 0)
    line = ["g1f3", "g8f6", "f3g1", "f6g8"] |> Stream.cycle() |> Enum.take(1_000)
    {:ok, state} = Boardwright.play_many(start, line)
    assert Boardwright.moves(state) == line
    assert Boardwright.last_move(state, style: "san") == "Ng8"
    assert Boardwright.moves(Boardwright.at_ply(state, 500)) == Enum.take(line, 500)
  end

  test "moves stay with saves" do
    state = played("chess", @line)
    {:ok, loaded} = Boardwright.load(Boardwright.save(state))
    assert Boardwright.equal?(loaded, state)
    assert Boardwright.moves(loaded) == @line

    for wrong <- ["e2e4 e7e5 g1f3 b8a6", "e2e4 e7e5", "e2e4 e2e4"] do
      save = String.replace(Boardwright.save(state), Enum.join(@line, " "), wrong)
      assert {:error, %Error{code: :invalid_notation}} = Boardwright.load(save)
    end
  end

  test "moves begin where a position was parsed and go on through edits" do
    state = played("chess", @line)
    earlier = [Boardwright.notation(Boardwright.start!("chess"))]
    {:ok, parsed} = Boardwright.parse("chess", Boardwright.notation(state), history: earlier)
    assert {1, []} == {Boardwright.ply(parsed), Boardwright.moves(parsed)}
    later = Boardwright.play!(parsed, "f1b5")
    assert Boardwright.moves(later, style: "san") == ["Bb5"]
    assert Boardwright.equal?(Boardwright.at_ply(later, 1), parsed)
    assert code(fn -> Boardwright.at_ply(later, 0) end) == :invalid_option
    {:ok, board} = Boardwright.edit(played("bughouse-board", ["e2e4", "d7d5"]), add: "N")
    assert {2, ["e2e4", "d7d5"]} == {Boardwright.ply(board), Boardwright.moves(board)}
    dropped = Boardwright.play!(board, "N@f3")
    assert Boardwright.moves(dropped) == ["e2e4", "d7d5", "N@f3"]
    assert Boardwright.equal?(Boardwright.at_ply(dropped, 2), board)
  end

  test "a seat leaves, and the others play on" do
    start = Boardwright.start!("jarls", players: 3)
    state = Boardwright.leave(start, "p1", "resigned")

    assert {["p1"], [], 0} ==
             {Boardwright.out(state), Boardwright.out(start), Boardwright.ply(state)}

    assert Boardwright.outcome(state) == nil
    {:ok, loaded} = Boardwright.load(Boardwright.save(state))
    assert Boardwright.equal?(loaded, state)
    last = Boardwright.leave(state, "p0", "timeout")
    assert %{winners: ["p2"], reason: "timeout"} = Boardwright.outcome(last)
    assert code(fn -> Boardwright.leave(state, "p1", "resigned") end) == :game_over
    assert code(fn -> Boardwright.leave(start, "p1", "bored") end) == :invalid_option
    assert code(fn -> Boardwright.leave(start, "p7", "resigned") end) == :invalid_option

    assert code(fn -> Boardwright.leave(Boardwright.start!("chess"), "white", "resigned") end) ==
             :unsupported
  end
end
