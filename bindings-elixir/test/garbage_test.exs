defmodule Boardwright.GarbageTest do
  @moduledoc "Ten thousand inputs that are none, at each entry point."
  use ExUnit.Case, async: false

  import Bitwise

  alias Boardwright.{Bot, Error, Game, Observation, Play}

  @inputs 10_000
  @names Play.names()

  setup_all do
    # Notations, moves and saved states to be cut and mutated.
    texts =
      for name <- Play.names(), {state, move} <- Play.random(name, 1, 20), reduce: [] do
        texts -> [Boardwright.notation(state), move || "", Boardwright.save(state) | texts]
      end

    states = Map.new(Play.names(), &{&1, Boardwright.start!(&1)})
    %{texts: List.to_tuple(texts), states: states, state: states["crazyhouse"]}
  end

  # Calls each input in turn and looks at what comes of it.
  defp shower(texts, seed, call) do
    :rand.seed(:exsss, seed)
    atoms = :erlang.system_info(:atom_count)

    for _ <- 1..@inputs do
      input = input(texts)

      result =
        try do
          call.(input)
        rescue
          error in Error -> {:error, error}
        end

      case result do
        {:error, %Error{code: code, message: message}} ->
          assert code in Boardwright.error_codes() and code != :internal, describe(input)
          assert String.valid?(message) and byte_size(message) in 1..1000, describe(input)

        # Among so many there are some that stand for something.
        _ ->
          :ok
      end
    end

    # Modules that are loaded meanwhile bring some; data would bring thousands.
    assert :erlang.system_info(:atom_count) - atoms < 500
    refute_received _
  end

  defp describe(input), do: inspect(input, limit: 20, printable_limit: 200)

  defp input(texts) do
    case :rand.uniform(20) do
      n when n <= 4 ->
        mutated(pick(texts))

      5 ->
        :rand.bytes(:rand.uniform(80))

      6 ->
        unicode()

      7 ->
        cut(pick(texts))

      8 ->
        pick({-1, 0, 1, 7, 64, 4591, 4592, 65_536})

      9 ->
        pick({2_147_483_648, 1 <<< 32, 1 <<< 63, 1 <<< 64, 1 <<< 200, -(1 <<< 63), -(1 <<< 90)})

      10 ->
        pick({0.0, -1.5, 1.0e300, 3.0})

      11 ->
        pick({nil, true, false, :white, :san, :infinity, :"", Boardwright})

      12 ->
        pick({[], [[]], [1 | 2], ["e2e4" | "e7e5"], 'e2e4', [nil], [{:seat, 0} | 1]})

      13 ->
        for _ <- 1..:rand.uniform(5), do: pick(texts)

      14 ->
        pick({%{}, %{"seat" => 0}, %{seat: nil, style: 5}, %{1 => 2}, %{{} => []}})

      15 ->
        pick({{}, {:ok, 1}, {:seat, 0}, {1, 2, 3}})

      16 ->
        pick({self(), make_ref(), &is_atom/1, <<1::3>>, <<255>>, <<0xED, 0xA0, 0x80>>, <<0>>})

      17 ->
        nested(:rand.uniform(100))

      18 ->
        options(texts)

      19 ->
        options(texts)

      20 ->
        rare()
    end
  end

  defp rare do
    case :rand.uniform(40) do
      1 -> String.duplicate("a", 100_000)
      2 -> String.duplicate("8/", 40_000)
      3 -> List.duplicate("e2e4", 20_000)
      4 -> Map.new(1..20_000, &{&1, &1})
      5 -> List.duplicate({:seat, 0}, 20_000)
      6 -> [seat: List.duplicate(1, 20_000)]
      _ -> ""
    end
  end

  defp pick(tuple), do: elem(tuple, :rand.uniform(tuple_size(tuple)) - 1)

  defp cut(text), do: binary_part(text, 0, :rand.uniform(byte_size(text) + 1) - 1)

  defp mutated(""), do: ""

  defp mutated(text) do
    Enum.reduce(1..:rand.uniform(3), text, fn _, text ->
      at = :rand.uniform(byte_size(text)) - 1
      <<before::binary-size(at), byte, rest::binary>> = text

      case :rand.uniform(4) do
        1 -> before <> <<:rand.uniform(256) - 1>> <> rest
        2 -> before <> rest <> <<byte>>
        3 -> before <> <<byte, Enum.random('KQrbnp19/-+=[]@~: wxa8')>> <> rest
        4 -> before <> <<byte, byte>> <> rest
      end
    end)
  end

  defp unicode do
    for _ <- 1..:rand.uniform(20),
        into: "",
        do: <<pick({?é, ?♞, 0x1F4A9, 0x10FFFF, ?\n, ?a})::utf8>>
  end

  defp nested(depth),
    do: Enum.reduce(1..depth, 1, fn _, inner -> pick({[inner], %{a: inner}}) end)

  @keys {:seat, :style, :from_style, :history, :game, :seed, :chess960, :pocket, :add, :deadline,
         :nodes, "seat", "chess960_position", "é", <<255>>, 1, nil}

  defp options(texts) do
    list =
      for _ <- 1..:rand.uniform(3),
          do: {pick(@keys), pick({pick(texts), 0, nil, -1, 1.5, [], %{}, :white, 1 <<< 70})}

    pick({list, list, Map.new(list), [options: list], list ++ [1]})
  end

  # Every kind of input in every place that takes one.
  entries = [
    start: quote(do: fn input, _ -> Boardwright.start(input) end),
    start_options: quote(do: fn input, _ -> Boardwright.start(Enum.random(@names), input) end),
    game: quote(do: fn input, _ -> Game.new(Enum.random(@names), input) end),
    action_text: quote(do: fn input, %{game: game} -> Game.action_text(game, input) end),
    parse: quote(do: fn input, _ -> Boardwright.parse(Enum.random(@names), input) end),
    parse_game: quote(do: fn input, _ -> Boardwright.parse(input, input, input) end),
    parse_options:
      quote(do: fn input, %{text: text} -> Boardwright.parse("chess", text, input) end),
    parse_history:
      quote(do: fn input, %{text: text} -> Boardwright.parse("chess", text, history: input) end),
    game_parse: quote(do: fn input, %{game: game} -> Game.parse(game, input, input) end),
    load: quote(do: fn input, _ -> Boardwright.load(input) end),
    play: quote(do: fn input, %{any: state} -> Boardwright.play(state, input) end),
    play_san:
      quote(do: fn input, %{state: state} -> Boardwright.play(state, input, style: "san") end),
    play_options:
      quote(do: fn input, %{state: state} -> Boardwright.play(state, "e2e4", input) end),
    play_many: quote(do: fn input, %{state: state} -> Boardwright.play_many(state, input) end),
    play_many_options:
      quote(do: fn input, %{state: state} -> Boardwright.play_many(state, ["e2e4"], input) end),
    legal_moves: quote(do: fn input, %{any: state} -> Boardwright.legal_moves(state, input) end),
    legal_moves_seat:
      quote(do: fn input, %{any: state} -> Boardwright.legal_moves(state, seat: input) end),
    legal_moves_style:
      quote(do: fn input, %{any: state} -> Boardwright.legal_moves(state, style: input) end),
    legal_moves_many: quote(do: fn input, _ -> Boardwright.legal_moves_many(input) end),
    legal_moves_many_some:
      quote(do: fn input, %{state: state} -> Boardwright.legal_moves_many([state, input]) end),
    legal_ids: quote(do: fn input, %{any: state} -> Boardwright.legal_ids(state, input) end),
    count_legal: quote(do: fn input, %{any: state} -> Boardwright.count_legal(state, input) end),
    move_text: quote(do: fn input, %{any: state} -> Boardwright.move_text(state, input) end),
    move_text_options:
      quote(do: fn input, %{state: state} -> Boardwright.move_text(state, "e2e4", input) end),
    action_id:
      quote(do: fn input, %{any: state} -> Boardwright.action_id(state, input, input) end),
    report: quote(do: fn input, %{any: state} -> Boardwright.report(state, input) end),
    report_options:
      quote(do: fn input, %{state: state} -> Boardwright.report(state, "e2e4", input) end),
    describe: quote(do: fn input, %{any: state} -> Boardwright.describe(state, input) end),
    describe_text:
      quote(do: fn input, %{any: state} -> Boardwright.describe_text(state, input) end),
    move_in_words:
      quote(do: fn input, %{any: state} -> Boardwright.move_in_words(state, input) end),
    move_in_words_options:
      quote(do: fn input, %{state: state} -> Boardwright.move_in_words(state, "e2e4", input) end),
    observation_move_in_words:
      quote(do: fn input, %{seen: seen} -> Boardwright.Observation.move_in_words(seen, input) end),
    edit: quote(do: fn input, %{any: state} -> Boardwright.edit(state, input) end),
    edit_pocket:
      quote(do: fn input, %{board: state} -> Boardwright.edit(state, pocket: input) end),
    observe: quote(do: fn input, %{any: state} -> Boardwright.observe(state, input) end),
    bot: quote(do: fn input, _ -> Bot.new(input, game: "chess") end),
    bot_options: quote(do: fn input, _ -> Bot.new("random", input) end),
    bot_seed: quote(do: fn input, _ -> Bot.new("random", game: "chess", seed: input) end),
    decide: quote(do: fn input, %{bot: bot, state: state} -> Bot.decide(bot, state, input) end),
    decide_limits:
      quote(
        do: fn input, %{bot: bot, seen: seen} ->
          Bot.decide(bot, seen, movetime: input, nodes: input, depth: input)
        end
      ),
    decide_more:
      quote(
        do: fn input, %{bot: bot, seen: seen} ->
          Bot.decide(bot, seen, mate: input, lines: input, moves: input, clock: input)
        end
      ),
    decide_clock:
      quote(
        do: fn input, %{bot: bot, seen: seen} ->
          Bot.decide(bot, seen,
            moves: [input],
            clock: [remaining: input, increment: input, moves_to_go: input]
          )
        end
      ),
    analyse:
      quote(
        do: fn input, %{bot: bot, state: state} ->
          Enum.to_list(Bot.analyse(bot, state, input))
        end
      ),
    perft_options: quote(do: fn input, %{state: state} -> Boardwright.perft(state, 0, input) end),
    perft_depth:
      quote(do: fn input, %{state: state} -> Boardwright.perft(state, input, deadline: 0) end),
    divide:
      quote(do: fn input, %{state: state} -> Boardwright.divide(state, input, deadline: 0) end),
    playouts: quote(do: fn input, %{state: state} -> Boardwright.playouts(state, 0, input) end),
    playouts_games:
      quote(do: fn input, %{state: state} -> Boardwright.playouts(state, input, deadline: 0) end),
    configure: quote(do: fn input, _ -> Boardwright.configure(input) end)
  ]

  for {{name, call}, seed} <- Enum.with_index(entries) do
    test "#{name}", context do
      bot = Bot.new!("random", game: "crazyhouse")

      given = %{
        state: context.state,
        board: context.states["bughouse-board"],
        game: Game.new!("chess"),
        text: Boardwright.notation(context.states["chess"]),
        seen: Boardwright.observe(context.state, 0),
        bot: bot
      }

      call = unquote(call)

      shower(context.texts, unquote(seed), fn input ->
        call.(input, Map.put(given, :any, context.states[Enum.random(@names)]))
      end)

      # And all is as it was.
      assert Boardwright.count_legal(context.state) == 20
      assert Observation.may_act?(given.seen)
    end
  end
end
