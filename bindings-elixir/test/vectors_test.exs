defmodule Boardwright.VectorsTest do
  use ExUnit.Case, async: false

  alias Boardwright.{Error, Game, Observation, Scenarios, Vectors}

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

  test "words" do
    for {where, [name, game, moves, seat, position, told]} <- Vectors.read!("words") do
      {:ok, start} = Vectors.state(game, "start")
      moves = if moves == "-", do: [], else: String.split(moves, " ")
      state = Boardwright.play_many!(start, moves)

      {text, in_words} =
        if seat == "-" do
          {Boardwright.describe_text(state), &Boardwright.move_in_words(state, &1)}
        else
          observation = Boardwright.observe(state, seat)
          assert Boardwright.describe_text(state, seat: seat) == position

          error = assert_raise Error, fn -> Observation.move_in_words(observation, "z9z9") end
          assert error.code == :illegal_move

          {Observation.describe_text(observation), &Observation.move_in_words(observation, &1)}
        end

      assert text == position, "#{where}, #{name}"

      for pair <- if(told == "-", do: [], else: String.split(told, " | ")) do
        [move, words] = String.split(pair, " = ")
        assert in_words.(move) == words, "#{where}, #{name}: #{move}"
      end
    end
  end

  test "questions" do
    for {where, [name, game, moves, question, given, answer]} <- Vectors.read!("questions") do
      {:ok, start} = Vectors.state(game, "start")
      moves = if moves == "-", do: [], else: String.split(moves, " ")
      state = Boardwright.play_many!(start, moves)
      given = Scenarios.data(given)
      observation = Boardwright.observe(state, 0)

      if answer =~ ~r/\A[a-z_]+\z/ and answer not in ["true", "false", "null"] do
        error = assert_raise Error, fn -> Boardwright.ask(state, question, given) end
        assert Atom.to_string(error.code) == answer, "#{where}, #{name}"
      else
        answer = Scenarios.data(answer)
        assert Boardwright.ask(state, question, given) == answer, "#{where}, #{name}"

        unless Game.hidden?(Boardwright.game(state)) do
          assert Observation.ask(observation, question, given) == answer, "#{where}, #{name}"
        end
      end

      if Game.hidden?(Boardwright.game(state)) do
        error = assert_raise Error, fn -> Observation.ask(observation, question, given) end
        assert error.code == :hidden_information
      end
    end
  end

  test "questions are listed, and told where one is misspelt" do
    state = Boardwright.start!("chess")
    questions = Game.questions(Boardwright.game(state))
    attackers = Enum.find(questions, &(&1["name"] == "attackers"))
    assert Enum.map(attackers["arguments"], & &1["name"]) == ["square", "by"]
    error = assert_raise Error, fn -> Boardwright.ask(state, "atackers") end
    assert error.message =~ "there are pieces, piece_at"
    error = assert_raise Error, fn -> Boardwright.ask(state, "attackers", sqare: "e4") end
    assert error.message =~ "there are square, by"
    error = assert_raise Error, fn -> Boardwright.ask(state, "attackers") end
    assert error.message =~ "square has to be given"
  end
end
