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

  test "presets are listed" do
    all = Map.new(Boardwright.presets(), &{&1["id"], &1})
    assert all["king-heals"]["requires"] == ["piece-hp"]
    assert "racing-kings" in all["piece-hp"]["incompatible_with"]
    assert all["piece-hp"]["attributes"] == ["Hp"]
    assert hd(all["cannon"]["pieces"])["betza"] == "mRcpR"
    assert all["atomic"]["start"] == nil
    assert all["three-check"]["hooks"] == ["after_move", "game_result", "describe_move"]
    assert Enum.map(all["atomic"]["options"], & &1["name"]) == ["scope", "turns"]

    for {id, preset} <- all do
      name = Enum.join(preset["requires"] ++ [id], "+")
      in_force = Boardwright.describe(Boardwright.start!("chess+" <> name))["presets"]
      assert preset["description"] in Enum.map(in_force, & &1["description"])
    end
  end

  @hooks """
  id = "duel"

  [[hook]]
  when = "on_check"
  then = [{ counter = { name = "checks", side = "own", add = 1 } }]

  [[hook]]
  when = "game_result"
  if = [{ counter = { name = "checks", side = "own", min = 2 } }]
  then = [{ end = { winner = "own", reason = "checks_given" } }]
  """

  test "hooks are data and refused with their line" do
    start = Boardwright.parse!("chess+duel", "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", define: @hooks)
    state = Enum.reduce(~w(a2a8 e8e7 a8a7), start, &Boardwright.play!(&2, &1))
    assert %{winner: "white", reason: "checks_given"} = Boardwright.outcome(state)
    wrong = String.replace(@hooks, "on_check", "on_tea")
    assert {:error, %Error{} = error} = Boardwright.start("chess+duel", define: wrong)
    assert error.code == :invalid_option
    assert error.message =~ ~r/line 4.*on_tea.*on_check/
  end
end
