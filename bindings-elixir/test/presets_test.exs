defmodule Boardwright.PresetsTest do
  @moduledoc "Pieces and rules as data, composed at run time."
  use ExUnit.Case, async: true

  alias Boardwright.{Error, State}

  @data """
  id = "arsenal"

  [[piece]]
  id = "amazon"
  letter = "A"
  betza = "QN"
  replaces = "queen"

  [[piece]]
  id = "gun"
  letter = "C"
  betza = "mRcpR"
  replaces = "rook"
  """

  defp at(text), do: Boardwright.parse!("chess+arsenal", text <> " {}", define: @data)

  test "a cannon and an amazon move, check, mate and are kept" do
    state = Boardwright.start!("chess+arsenal", define: @data)
    assert "cnbakbnc/pppppppp/8/8/8/8/PPPPPPPP/CNBAKBNC" <> _ = Boardwright.notation(state)
    assert "d1c3" in Boardwright.legal_moves(state)
    assert Boardwright.draw(state) =~ "1 C N B A K B N C"
    played = state |> Boardwright.play!("d1c3") |> Boardwright.play!("d8c6")
    loaded = Boardwright.load!(Boardwright.save(played))
    assert %State{} = loaded
    assert Boardwright.legal_moves(loaded) == Boardwright.legal_moves(played)
    assert Boardwright.outcome(at("7k/8/6A1/8/8/8/8/K7 b - - 0 1")).reason == "checkmate"
    assert Boardwright.describe(at("7k/8/7p/8/8/8/8/K6C b - - 0 1"))["check"]
    refute Boardwright.describe(at("7k/8/8/8/8/8/8/K6C b - - 0 1"))["check"]
    assert "h1h7" in Boardwright.legal_moves(at("k7/7n/8/7p/8/8/8/K6C w - - 0 1"))
  end

  test "errors are typed" do
    wrong = String.replace(@data, "QN", "Q?")

    assert {:error, %Error{code: :invalid_option}} =
             Boardwright.start("chess+arsenal", define: wrong)

    assert {:error, %Error{code: :invalid_option}} = Boardwright.start("chess+king-heals")
  end

  test "presets are switched in a running game" do
    state = Boardwright.start!("chess+piece-hp@white:4") |> Boardwright.play!("e2e4")
    assert [%{"turns" => 3}] = Boardwright.describe(state)["presets"]
    change = %{"activate" => %{"id" => "three-check", "scope" => "black"}}
    {:ok, next} = Boardwright.edit(state, change)

    assert ["piece-hp", "three-check"] =
             Enum.map(Boardwright.describe(next)["presets"], & &1["id"])
  end
end
