defmodule Boardwright.HiddenTest do
  use ExUnit.Case, async: false

  alias Boardwright.{Bot, Error, Game, Observation}

  @name "phantom-tic-tac-toe"

  setup do
    %{state: Boardwright.start!(@name)}
  end

  test "both seats are live", %{state: state} do
    assert Game.hidden?(Boardwright.game(state))
    assert Boardwright.live(state) == ["x", "o"]
    assert Boardwright.to_move(state) == nil
    assert length(Boardwright.legal_moves(state)) == 18
    assert length(Boardwright.legal_moves(state, seat: :x)) == 9
    assert {:error, %Error{code: :invalid_notation}} = Boardwright.play(state, "b2")
    {:ok, state} = Boardwright.play(state, "b2", seat: "o")
    assert Boardwright.live(state) == ["x"]
    assert {:error, %Error{code: :not_your_turn}} = Boardwright.play(state, "a1", seat: "o")
  end

  test "a bot is given an observation only", %{state: state} do
    bot = Bot.new!("random", game: @name, seed: 2)
    assert {:error, %Error{code: :hidden_information}} = Bot.decide(bot, state)
    assert {:error, %Error{code: :hidden_information}} = Bot.decide(bot, state, seat: "x")
    assert {:error, %Error{code: :hidden_information}} = Bot.decide_async(bot, state)
    refute_received _

    for seat <- ["x", "o"] do
      assert {:ok, decision} = Bot.decide(bot, Boardwright.observe(state, seat))
      assert String.starts_with?(decision.move, seat <> ":")
    end
  end

  test "a game is played by bots that see their own side", %{state: state} do
    bots = Map.new(["x", "o"], &{&1, Bot.new!("random", game: @name, seed: 3)})
    assert %{reason: reason} = play(state, bots, 0) |> Boardwright.outcome()
    assert reason in ["three_in_a_line", "board_full"]
  end

  defp play(state, bots, rounds) when rounds < 200 do
    case Boardwright.live(state) do
      [] ->
        state

      [seat | _] ->
        {:ok, decision} = Bot.decide(bots[seat], Boardwright.observe(state, seat))
        state |> Boardwright.play!(decision.move, seat: seat) |> play(bots, rounds + 1)
    end
  end

  test "a seat sees only its own", %{state: state} do
    one = Boardwright.play_many!(state, ["x:a1", "o:b2"])
    two = Boardwright.play_many!(state, ["x:a1", "o:c3"])
    refute Boardwright.key(one) == Boardwright.key(two)
    [seen_one, seen_two] = Enum.map([one, two], &Boardwright.observe(&1, "x"))
    assert Observation.equal?(seen_one, seen_two)
    assert Observation.hash(seen_one) == Observation.hash(seen_two)
    assert Observation.key(seen_one) == Observation.key(seen_two)
    assert to_string(seen_one) == to_string(seen_two)
    assert inspect(seen_one) == inspect(seen_two)
    assert Observation.draw(seen_one) == Observation.draw(seen_two)
    assert Observation.svg(seen_one) == Observation.svg(seen_two)

    for state <- [one, two] do
      described = Boardwright.describe(state, seat: "x")
      assert described == Observation.describe(seen_one)
      assert described["own"] == ["a1"]
      refute Map.has_key?(described, "marks_o") or Map.has_key?(described, "notation")
      refute inspect(described) =~ ~r/b2|c3/
    end
  end

  test "logs show nothing of a hidden state", %{state: state} do
    state = Boardwright.play_many!(state, ["x:a1", "o:b2", "o:c3"])
    shown = [inspect(state), "#{state}", inspect([state], pretty: true), inspect(%{s: state})]

    for text <- [inspect(state, structs: false) | shown] do
      refute text =~ Boardwright.notation(state)
      refute text =~ Boardwright.key(state)
      refute text =~ ~r/[XO.]{9}|a1|b2|c3/
    end

    assert inspect(state) == "#Boardwright.State(phantom-tic-tac-toe, hidden)"
  end

  test "what the referee holds is saved whole", %{state: state} do
    state = Boardwright.play_many!(state, ["x:a1", "o:a1", "x:c1"])
    loaded = Boardwright.load!(Boardwright.save(state))

    for seat <- ["x", "o"] do
      [was, is] = Enum.map([state, loaded], &Boardwright.observe(&1, seat))
      assert Observation.equal?(was, is)
      assert Observation.describe(was)["told"] != []
    end
  end
end
