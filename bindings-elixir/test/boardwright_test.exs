defmodule BoardwrightTest do
  use ExUnit.Case, async: false

  alias Boardwright.{Bot, Decision, Error, Game, Observation, Outcome, Play, State}

  doctest Boardwright
  doctest Boardwright.Bot
  doctest Boardwright.Game

  defp code(fun) do
    assert %Error{code: code, message: message} = assert_raise(Error, fun)
    assert is_binary(message) and message != ""
    code
  end

  defp each_game(fun), do: Enum.each(Play.names(), fun)

  defp each_state(fun) do
    each_game(fn name ->
      for seed <- 1..3, {state, move} <- Play.random(name, seed, 80), do: fun.(state, move)
    end)
  end

  test "games are described, and their options taken" do
    assert [_ | _] = Boardwright.games()

    for game <- Boardwright.games() do
      assert %{"name" => name, "summary" => _, "seats" => %{"min" => min}} = game
      assert game["hidden"] in ["never", "optional", "always"]
      assert "random" in game["bots"] and game["styles"] != []
      assert length(Game.seats(Game.new!(name))) >= min

      for option <- game["options"] do
        default = Game.options(Game.new!(name))[option["name"]]
        assert default == option["default"]
        assert {:ok, same} = Game.new(name, %{option["name"] => default})
        assert Game.equal?(same, Game.new!(name))
        assert Game.equal?(Game.new!(name, [{String.to_atom(option["name"]), nil}]), same)

        case Game.new(name, %{option["name"] => Play.other_value(option)}) do
          {:ok, other} -> refute Game.equal?(other, same)
          # Some go together with others only.
          {:error, error} -> assert error.code == :invalid_option
        end
      end

      assert {:error, %Error{code: :invalid_option}} = Game.new(name, no_such_option: 1)
    end

    assert {:error, %Error{code: :unknown_game}} = Boardwright.start("no such game")
  end

  test "the version is the workspace's" do
    assert Boardwright.version() == to_string(Mix.Project.config()[:version])
    assert to_charlist(Boardwright.version()) == Application.spec(:boardwright, :vsn)
  end

  test "the codes of errors are the library's" do
    native = Enum.map(Boardwright.Native.error_codes(), &String.to_existing_atom/1)
    assert Boardwright.error_codes() == native
  end

  test "a game is walked through" do
    each_state(fn state, move ->
      game = Boardwright.game(state)
      seats = Game.seats(game)
      live = Boardwright.live(state)
      moves = Boardwright.legal_moves(state)

      assert live -- seats == []
      assert Boardwright.to_move(state) == if(match?([_], live), do: hd(live))
      assert length(moves) == Boardwright.count_legal(state)

      if count = Game.action_count(game) do
        ids = Boardwright.legal_ids(state)
        assert Enum.map(ids, &Game.action_text(game, &1)) == moves
        assert Enum.all?(ids, &(&1 in 0..(count - 1)))
      else
        assert code(fn -> Boardwright.legal_ids(state) end) == :unsupported
      end

      by_seat = for {_, i} <- Enum.with_index(seats), do: Boardwright.legal_moves(state, seat: i)
      assert Enum.sort(Enum.concat(by_seat)) == Enum.sort(moves)
      assert Enum.map(seats, &Boardwright.legal_moves(state, seat: &1)) == by_seat
      assert Boardwright.legal_moves_many([state, state]) == [moves, moves]
      assert Boardwright.key(state) =~ ~r/^[0-9a-f]{16}$/
      assert String.valid?(Boardwright.draw(state))

      described = Boardwright.describe(state)
      assert described["notation"] == Boardwright.notation(state)
      assert described["live"] == live
      assert described["ply"] == Boardwright.ply(state)

      case Boardwright.outcome(state) do
        nil ->
          assert described["outcome"] == nil

        %Outcome{} = outcome ->
          assert moves == [] and live == [] and move == nil
          assert outcome.draw == (outcome.winners == [])
          assert length(outcome.scores) == length(seats)
          assert described["outcome"]["reason"] == outcome.reason

          assert {:error, %Error{code: :game_over}} = Boardwright.play(state, "a2a3")
      end
    end)
  end

  test "moves are played by text and id, one by one and together" do
    each_game(fn name ->
      played = Play.random(name, 7, 120)
      moves = for {_, move} <- played, move != nil, do: move
      {last, nil} = List.last(played)
      assert Boardwright.equal?(Boardwright.play_many!(Boardwright.start!(name), moves), last)

      for {state, move} <- played, move != nil do
        numbered = Game.action_count(Boardwright.game(state)) != nil
        # Where actions have no numbers texts stand for them.
        id = if numbered, do: Boardwright.action_id(state, move), else: move
        next = Boardwright.play!(state, move)
        assert Boardwright.equal?(next, Boardwright.play!(state, id))
        assert Boardwright.hash(next) == Boardwright.hash(Boardwright.play!(state, id))
        refute Boardwright.equal?(state, next)
        assert is_list(Boardwright.report(state, move))
        assert Boardwright.report(state, move) == Boardwright.report(state, id)

        styles = Enum.find(Boardwright.games(), &(&1["name"] == name))["styles"]

        for style <- styles do
          text = Boardwright.move_text(state, move, style: style)
          assert text in Boardwright.legal_moves(state, style: style)
          assert Boardwright.move_text(state, text, from_style: style) == move
          assert Boardwright.equal?(Boardwright.play!(state, text, style: style), next)

          assert Boardwright.equal?(
                   Boardwright.play!(state, text, style: String.to_atom(style)),
                   next
                 )
        end
      end

      start = Boardwright.start!(name)
      assert {:ok, same} = Boardwright.play_many(start, [])
      assert Boardwright.equal?(same, start)
      assert code(fn -> Boardwright.legal_moves(start, style: "no style") end) == :unsupported
    end)
  end

  test "long lists of moves and states go the same way as short ones" do
    there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"]
    options = [repetition_count: 0, halfmove_limit: 0]
    start = Boardwright.start!("chess", options)
    moves = there_and_back |> List.duplicate(300) |> Enum.concat()
    state = Boardwright.play_many!(start, moves)
    assert Boardwright.ply(state) == 1200
    assert Boardwright.equal?(state, Enum.reduce(moves, start, &Boardwright.play!(&2, &1)))

    assert {:error, %Error{code: :illegal_move, message: message}} =
             Boardwright.play_many(start, moves ++ ["e2e5"])

    assert message =~ "move 1201 of 1201"
    saved = Boardwright.save(state)
    assert byte_size(saved) > 1200 * 4
    assert Boardwright.equal?(Boardwright.load!(saved), state)
    lists = Boardwright.legal_moves_many(List.duplicate(start, 500))
    assert lists == List.duplicate(Boardwright.legal_moves(start), 500)
    texts = List.duplicate(Boardwright.notation(start), 500)
    {:ok, read} = Boardwright.parse("chess", Boardwright.notation(start), history: texts)
    assert Boardwright.ply(read) == 500
    {:ok, read} = Game.parse(Boardwright.game(start), Boardwright.notation(start), history: texts)
    assert Boardwright.ply(read) == 500
  end

  test "states are read and saved" do
    each_state(fn state, _ ->
      text = Boardwright.notation(state)
      game = Boardwright.game(state)
      {:ok, read} = Game.parse(game, text)
      assert Boardwright.notation(read) == text
      assert Boardwright.key(read) == Boardwright.key(state)
      assert {:ok, again} = Boardwright.parse(Game.name(game), text, Game.options(game))
      assert Boardwright.equal?(read, again)
      assert {:ok, loaded} = Boardwright.load(Boardwright.save(state))
      assert Boardwright.equal?(loaded, state)
      assert Boardwright.hash(loaded) == Boardwright.hash(state)
      assert Boardwright.legal_moves(loaded) == Boardwright.legal_moves(state)
    end)
  end

  test "earlier positions count" do
    each_game(fn name ->
      texts = for {state, _} <- Play.random(name, 3, 6), do: Boardwright.notation(state)
      {earlier, [last]} = Enum.split(texts, -1)
      state = Boardwright.parse!(name, last, history: earlier)
      assert Boardwright.ply(state) == length(earlier)
      refute Boardwright.equal?(state, Boardwright.parse!(name, last))
    end)
  end

  test "observations show what a seat knows" do
    each_state(fn state, _ ->
      for seat <- Game.seats(Boardwright.game(state)) do
        seen = Boardwright.observe(state, seat)
        assert Observation.seat(seen) == seat
        assert Game.equal?(Observation.game(seen), Boardwright.game(state))
        assert Observation.describe(seen) == Boardwright.describe(state, seat: seat)
        assert Observation.text(seen) == to_string(seen)
        assert Observation.key(seen) =~ ~r/^[0-9a-f]{16}$/
        assert Observation.draw(seen) =~ ~r/\S/
        assert Observation.equal?(seen, Boardwright.observe(state, String.to_atom(seat)))
        assert Observation.hash(seen) == Observation.hash(Boardwright.observe(state, seat))

        texts = Observation.candidates(seen)

        if Game.action_count(Boardwright.game(state)) do
          ids = Observation.candidate_ids(seen)
          assert Enum.map(ids, &Game.action_text(Boardwright.game(state), &1)) == texts
        end

        if Observation.may_act?(seen), do: assert(texts != [])

        if not Game.hidden?(Boardwright.game(state)),
          do: assert(Observation.outcome(seen) == Boardwright.outcome(state))

        assert inspect(seen) =~ ~r/^#Boardwright.Observation\(/
      end
    end)
  end

  test "bots decide, the same for the same seed" do
    each_game(fn name ->
      bots = for seed <- [5, 5], do: Bot.new!("random", game: name, seed: seed)
      state = Boardwright.start!(name)
      seat = hd(Boardwright.live(state))
      seen = Boardwright.observe(state, seat)

      decisions =
        for bot <- bots do
          assert {Bot.name(bot), Bot.game(bot), to_string(bot)} == {"random", name, "random"}
          assert inspect(bot) == "#Boardwright.Bot(random, #{name})"
          assert {:ok, %Decision{} = decision} = Bot.decide(bot, seen, movetime: 50, nodes: 10)
          assert decision.move in Observation.candidates(seen)
          assert decision.pv == [decision.move] and decision.fallback == nil
          assert decision.time >= 0 and decision.queued >= 0
          assert to_string(decision) == decision.move
          decision.move
        end

      assert match?([move, move], decisions)
    end)

    assert {:error, %Error{code: :unknown_bot}} = Bot.new("none", game: "chess")
    assert {:error, %Error{code: :unknown_game}} = Bot.new("random", game: "none")
    assert {:error, %Error{code: :invalid_option}} = Bot.new("random", [])
    assert {:error, %Error{code: :invalid_option}} = Bot.new("random", game: "chess", level: 3)
    assert_raise Error, fn -> Bot.new!("random", game: "none") end
  end

  test "a bot refuses what is not its own" do
    [name, other | _] = Play.names()
    bot = Bot.new!("random", game: name)
    state = Boardwright.start!(other)
    seat = hd(Boardwright.live(state))

    assert {:error, %Error{code: :invalid_option}} =
             Bot.decide(bot, Boardwright.observe(state, seat))

    own = Boardwright.start!(name)
    waiting = Enum.find(Game.seats(Boardwright.game(own)), &(&1 not in Boardwright.live(own)))
    assert {:error, %Error{code: :not_your_turn}} = Bot.decide(bot, own, seat: waiting)
    seen = Boardwright.observe(own, 0)
    assert {:error, %Error{code: :invalid_option}} = Bot.decide(bot, seen, seat: 0)
    assert_raise FunctionClauseError, fn -> Bot.decide(bot, "state") end
  end

  test "what would have been understood is named" do
    chess = Boardwright.start!("chess")
    assert {:error, %Error{} = error} = Boardwright.play(chess, "e4")
    assert Exception.message(error) =~ "the style san would read it"
    bot = Bot.new!("random", game: "crazyhouse")
    said = "the bot plays crazyhouse and was given"
    assert {:error, %Error{} = error} = Bot.decide(bot, chess)
    assert Exception.message(error) =~ "#{said} a state of chess"
    assert {:error, %Error{} = error} = Bot.decide(bot, Boardwright.observe(chess, "white"))
    assert Exception.message(error) =~ "#{said} an observation of chess"
  end

  test "counts agree with lists" do
    each_game(fn name ->
      state = Boardwright.start!(name)
      assert Boardwright.perft(state, 0) == 1
      assert Boardwright.perft(state, 1) == Boardwright.count_legal(state)
      divided = Boardwright.divide(state, 2)
      assert Enum.sort(Map.keys(divided)) == Enum.sort(Boardwright.legal_moves(state))
      assert Enum.sum(Map.values(divided)) == Boardwright.perft(state, 2, threads: 2)
      played = Boardwright.playouts(state, 40, seed: 9, threads: 2)
      assert played == Boardwright.playouts(state, 40, seed: 9)
      assert played["games"] == 40
      won = Enum.sum(Map.values(played["wins"]))
      assert won + played["draws"] + played["unfinished"] >= 40
      assert Boardwright.playouts(state, 1, ply_limit: 1)["plies"] == 1
    end)
  end

  test "inspect and to_string" do
    state = Boardwright.start!("crazyhouse")
    assert to_string(state) == Boardwright.notation(state)
    assert inspect(state) == ~s|#Boardwright.State(crazyhouse, "#{state}")|
    assert "#{Boardwright.game(state)}" == "crazyhouse"
    assert inspect(Boardwright.game(state)) =~ ~r/^#Boardwright.Game\(crazyhouse, %\{/
    error = Boardwright.play(state, "e2e5") |> elem(1)
    assert Exception.message(error) == error.message
  end

  test "handles that are none are refused as Elixir does" do
    assert_raise ArgumentError, fn -> Boardwright.key(%State{ref: make_ref()}) end
    assert_raise ArgumentError, fn -> Boardwright.play(%State{ref: :none}, "e2e4") end
    assert_raise ArgumentError, fn -> Boardwright.cancel(make_ref()) end
    assert_raise FunctionClauseError, fn -> Boardwright.play("e2e4", "e2e4") end
    bot = Bot.new!("random", game: "chess")
    assert_raise ArgumentError, fn -> Boardwright.key(struct!(State, ref: bot.ref)) end
  end

  test "what raises and what is tagged" do
    start = Boardwright.start!("chess")
    assert code(fn -> Boardwright.legal_moves(start, seat: 2) end) == :invalid_option
    assert code(fn -> Boardwright.legal_moves(start, colour: 2) end) == :invalid_option
    assert code(fn -> Boardwright.observe(start, :green) end) == :invalid_option
    assert code(fn -> Boardwright.move_text(start, "e2e5") end) == :illegal_move
    assert code(fn -> Boardwright.action_id(start, "x") end) == :invalid_notation
    assert code(fn -> Boardwright.report(start, "e7e5") end) == :illegal_move
    assert code(fn -> Boardwright.perft(start, 65) end) == :invalid_option
    assert code(fn -> Boardwright.playouts(start, -1) end) == :invalid_option
    assert code(fn -> Boardwright.play!(start, 99_999) end) == :invalid_notation
    assert code(fn -> Boardwright.load!("{}") end) == :invalid_notation
    assert code(fn -> Boardwright.parse!("chess", "") end) == :invalid_notation
    assert code(fn -> Boardwright.start!("go") end) == :unknown_game
    assert code(fn -> Boardwright.play_many!(start, ["e2e4", "e2e4"]) end) == :illegal_move
    assert code(fn -> Boardwright.edit!(start, pocket: "Q") end) == :invalid_option
    assert code(fn -> Game.action_text(Game.new!("chess"), 5000) end) == :invalid_notation
    assert {:error, %Error{code: :invalid_option}} = Boardwright.perft_async(start, -1)
    assert {:error, %Error{code: :invalid_option}} = Boardwright.configure(threads: 0)
    assert {:error, %Error{code: :invalid_option}} = Boardwright.configure(queue: 0)
  end

  test "arguments are checked as everywhere" do
    for {where, [name, given, named, message]} <- Boardwright.Vectors.read!("arguments") do
      given = for text <- words(given), do: argument(text)

      named =
        for pair <- words(named) do
          [key, value] = String.split(pair, "=")
          {String.to_atom(key), argument(value)}
        end

      state = if name in ["configure", "start"], do: [], else: [Boardwright.start!("chess")]

      said =
        try do
          {:error, error} = apply(Boardwright, String.to_atom(name), state ++ given ++ [named])
          error
        rescue
          error in Error -> error
        end

      assert {where, said.code, said.message} == {where, :invalid_option, message}
    end
  end

  defp words("-"), do: []
  defp words(text), do: String.split(text, ",")

  defp argument("nested:" <> lists),
    do: Enum.reduce(1..String.to_integer(lists), "x", fn _, value -> [value] end)

  defp argument(text) do
    case Integer.parse(text) do
      {number, ""} -> number
      _ -> text
    end
  end
end
