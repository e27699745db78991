defmodule Boardwright.DrawingTest do
  @moduledoc "Pictures of states and observations."
  use ExUnit.Case, async: true

  alias Boardwright.{Error, Observation}

  defp count(svg, part), do: length(String.split(svg, part)) - 1

  test "every game is drawn, for every seat" do
    for %{"name" => name} <- Boardwright.games() do
      state = Boardwright.start!(name)
      assert Boardwright.svg(state) =~ ~r/\A<svg .*<title .*<\/svg>\n\z/s

      for seat <- Boardwright.Game.seats(Boardwright.game(state)) do
        seen = Boardwright.observe(state, seat)
        assert Boardwright.svg(state, seat: seat) == Observation.svg(seen)
      end
    end
  end

  test "marks and looks" do
    state = Boardwright.start!("chess") |> Boardwright.play!("e2e4")

    svg =
      Boardwright.svg(state,
        last_move: "e2e4",
        arrows: ["e7e5", ["g8", "f6"], %{"from" => "d7", "to" => "d5", "color" => "red"}],
        squares: %{"e4" => "green"},
        orientation: "black",
        size: 240,
        theme: "dark",
        coordinates: false,
        clocks: %{"white" => 61_000, "black" => nil}
      )

    assert svg =~ ~s( width="240")
    marks = for name <- ~w(m hb hr rg a), do: count(svg, ~s(class="#{name}"))
    assert marks == [1, 2, 1, 1, 0]
    assert svg =~ ">1:01<"
  end

  test "an observation shows what its seat knows" do
    state = Boardwright.start!("blind", rules: "fog")
    assert count(Boardwright.svg(state), "<use ") == 32
    seen = Boardwright.observe(state, "white")
    assert count(Observation.svg(seen), "<use ") == 16
    error = assert_raise Error, fn -> Observation.svg(seen, seat: "black") end
    assert error.code == :hidden_information
  end

  test "wrong options are named" do
    state = Boardwright.start!("chess")

    for {options, said} <- [
          {[squares: ["e9"]], ~r/^squares: /},
          {[last_move: "e2e9"], ~r/^last_move: /},
          {[arrows: 3], ~r/^arrows: /},
          {[theme: "blue"], ~r/^theme: takes one of light, dark, auto/},
          {[size: 15], ~r/^size: takes an integer from 16 to 8192/},
          {[seat: "red"], ~r/^seat: /},
          {[colour: "red"], ~r/^a picture has no option/}
        ] do
      error = assert_raise Error, fn -> Boardwright.svg(state, options) end
      assert error.code == :invalid_option
      assert error.message =~ said
    end
  end
end
