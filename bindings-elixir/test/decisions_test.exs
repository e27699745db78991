defmodule Boardwright.DecisionsTest do
  @moduledoc "What a bot decides within its limits, and what it tells while it thinks."
  use ExUnit.Case, async: false

  alias Boardwright.{Bot, Decision, Error, Info, Play, Vectors}

  @full System.get_env("BOARDWRIGHT_FULL") == "1"
  @names for %{"name" => name, "bots" => bots} <- Boardwright.games(), "search" in bots, do: name
  @name hd(@names)
  @threads System.schedulers_online()

  setup do
    on_exit(fn -> :ok = Boardwright.configure(threads: @threads, max_queue: 4096) end)
    %{state: Boardwright.start!(@name)}
  end

  defp search(name \\ @name, options \\ %{}) do
    Bot.new!("search", Map.put(options, "game", name))
  end

  # The bot is free, for it takes another decision.
  defp free(bot, state), do: assert({:ok, %{depth: 1}} = Bot.decide(bot, state, depth: 1))

  for limits <- [
        [movetime: 20],
        [deadline: 120_000, depth: 3],
        [nodes: 3000],
        [depth: 3],
        [mate: 2, nodes: 2000],
        [clock: [remaining: 1500]],
        [clock: %{remaining: 1000, increment: 10, moves_to_go: 40}],
        [clock: %{"remaining" => 0, "increment" => nil}, depth: nil],
        [clocks: [[remaining: 1000], %{remaining: 2000, increment: 10}]],
        [clocks: nil, nodes: 100],
        [movetime: 0, nodes: 1_000_000_000_000_000, moves: nil],
        [nodes: 0],
        [depth: 0],
        [movetime: 10, deadline: :infinity]
      ] do
    @limits limits
    test "within #{inspect(limits)}", %{state: state} do
      {:ok, decision} = Bot.decide(search(), state, @limits)
      assert decision.move in Boardwright.legal_moves(state)
      assert hd(decision.pv) == decision.move
      if (@limits[:depth] || 0) > 0, do: assert(decision.depth == @limits[:depth])
      if (@limits[:nodes] || 1.0e9) < 1.0e6, do: assert(decision.nodes < @limits[:nodes] + 1000)
    end
  end

  test "a seat that is being mated sits by the clocks" do
    lost = "6k1/8/8/8/8/5b1q/8/7K[] w - - 0 1"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    both = Boardwright.parse!("bughouse", "#{lost} | #{start}")
    bot = search("bughouse")
    clocks = for _ <- 1..4, do: [remaining: 1_000_000]
    options = [seat: "A.white", nodes: 2000]
    assert {:ok, decision} = Bot.decide(bot, both, [clocks: clocks] ++ options)
    assert {decision.move, decision.hold} == {"A:h1g1", 980_000}
    assert {:ok, %{hold: 0}} = Bot.decide(bot, both, options)
  end

  test "lines and moves", %{state: state} do
    {:ok, decision} = Bot.decide(search(), state, depth: 3, lines: 4)
    moves = [decision.move | Enum.map(decision.alternatives, & &1["move"])]
    assert length(Enum.uniq(moves)) == 4
    some = state |> Boardwright.legal_moves() |> Enum.slice(2, 3)
    assert {:ok, %{move: move}} = Bot.decide(search(), state, depth: 3, moves: some)
    assert move in some
    random = Bot.new!("random", game: @name)
    one = hd(some)
    assert {:ok, %{move: ^one}} = Bot.decide(random, state, moves: [one])
    assert {:error, %Error{code: :invalid_option}} = Bot.decide(random, state, moves: [])
  end

  test "wrong limits", %{state: state} do
    bot = search()

    for wrong <- [
          [movetime: -1],
          [movetime: 0.5],
          [deadline: "1"],
          [nodes: -1],
          [nodes: 1.5],
          [depth: 0x1_0000_0000],
          [mate: 0],
          [lines: 0],
          [moves: "e2e4"],
          [moves: [1]],
          [moves: []],
          [clock: 1],
          [clock: []],
          [clock: [increment: 1]],
          [clock: [remaining: -1]],
          [clock: [remaining: 0.5]],
          [clocks: 1],
          [clocks: [remaining: 1]],
          [clocks: [[remaining: 0.5]]],
          [clock: [remaining: 1, rest: 1]],
          [clock: [remaining: 1, moves_to_go: 0]],
          [time: 1]
        ] do
      assert {:error, %Error{code: :invalid_option}} = Bot.decide(bot, state, wrong)
      assert {:error, %Error{code: :invalid_option}} = Bot.analyse_async(bot, state, wrong)
      error = catch_error(Enum.to_list(Bot.analyse(bot, state, wrong)))
      assert %Error{code: :invalid_option} = error
    end

    assert {:error, %Error{code: :invalid_notation}} = Bot.decide(bot, state, moves: ["nonsense"])
    error = catch_error(Enum.to_list(Bot.analyse(bot, state, moves: ["nonsense"])))
    assert %Error{code: :invalid_notation} = error
    free(bot, state)
    refute_received _
  end

  for name <- @names do
    @searched name
    test "#{name}: every line of every depth" do
      {state, _} = List.last(Play.random(@searched, 3, 9))
      bot = search(@searched)
      seat = hd(Boardwright.live(state))
      infos = Enum.to_list(Bot.analyse(bot, state, seat: seat, depth: 5, lines: 3))
      exact = Enum.filter(infos, &is_nil(&1.bound))
      assert Enum.map(exact, &{&1.depth, &1.line}) == for(d <- 1..5, l <- 1..3, do: {d, l})
      assert Enum.all?(infos, &match?(%Info{score: %{"unit" => _}, pv: [_ | _]}, &1))
      best = Enum.at(exact, -3)
      assert best.selective_depth >= 5 and best.nodes > 0

      # The same by messages, for a seat's own view, with the decision at the end.
      seen = Boardwright.observe(state, seat)
      {:ok, ref} = Bot.analyse_async(search(@searched), seen, depth: 5, lines: 3)

      for %{pv: pv} <- infos do
        assert_receive {:boardwright, ^ref, {:info, %Info{pv: ^pv}}}
      end

      assert_receive {:boardwright, ^ref, {:ok, %Decision{} = decision}}
      assert {decision.pv, decision.score} == {best.pv, best.score}
      refute_received _
      random = Bot.new!("random", game: @searched)
      assert [%Info{}] = Enum.to_list(Bot.analyse(random, state, seat: seat))
    end
  end

  test "halting a stream stops the search and frees the bot", %{state: state} do
    bot = search()
    stream = Bot.analyse(bot, state)

    for _ <- 1..20 do
      # Each depth is told of as often as its best move changes.
      assert stream |> Stream.map(& &1.depth) |> Stream.dedup() |> Enum.take(4) == [1, 2, 3, 4]
      free(bot, state)
      assert Enum.find(stream, &(&1.depth == 3)).depth == 3
      assert catch_throw(Enum.each(stream, &throw/1)).depth == 1
    end

    refute_received _
    free(bot, state)
  end

  test "what is in the mailbox stays there", %{state: state} do
    for n <- 1..100, do: send(self(), {:other, n})
    [_, _] = Enum.take(Bot.analyse(search(), state), 2)
    for n <- 1..100, do: assert_received({:other, ^n})
    refute_received _
  end

  test "concluding and cancelling", %{state: state} do
    bot = search()
    {:ok, ref} = Bot.analyse_async(bot, state)
    assert_receive {:boardwright, ^ref, {:info, %{depth: 4}}}
    assert {:error, %Error{code: :bot_busy}} = Bot.decide(bot, state)
    assert {:error, %Error{code: :bot_busy}} = Bot.new_game(bot)
    assert Bot.conclude(ref) == :ok
    assert_receive {:boardwright, ^ref, {:ok, %Decision{depth: depth}}}
    assert depth >= 4
    assert Bot.conclude(ref) == :ok
    assert Bot.new_game(bot) == :ok

    {:ok, ref} = Bot.analyse_async(bot, state)
    assert_receive {:boardwright, ^ref, {:info, %{depth: 4}}}
    Boardwright.cancel(ref)
    # Even before its end is told the bot can be asked again.
    free(bot, state)
    assert_receive {:boardwright, ^ref, {:error, %Error{code: :cancelled}}}
    {:ok, ref} = Bot.analyse_async(bot, state, deadline: 0)
    assert_receive {:boardwright, ^ref, {:error, %Error{code: :cancelled}}}
    error = catch_error(Enum.to_list(Bot.analyse(bot, state, deadline: 0)))
    assert %Error{code: :cancelled} = error
  end

  test "the end of the caller is the end of its searches", %{state: state} do
    :ok = Boardwright.configure(threads: 1)
    bot = search()

    for wait <- [
          fn -> Bot.decide(bot, state, movetime: 1_000_000) end,
          fn -> Bot.decide(bot, state, clock: [remaining: 100_000_000]) end,
          fn -> Bot.decide_async(bot, state, depth: 99) && Process.sleep(:infinity) end,
          fn -> Bot.analyse_async(bot, state) && Process.sleep(:infinity) end,
          fn -> Stream.run(Bot.analyse(bot, state)) end,
          fn -> Bot.analyse_async(bot, state) && exit(:done) end
        ] do
      {pid, monitor} = spawn_monitor(wait)
      Process.sleep(20)
      Process.exit(pid, :kill)
      assert_receive {:DOWN, ^monitor, _, _, _}
      # One thread: another decision begins only once the search has stopped.
      assert {:ok, _} = Bot.decide(search(), state, depth: 1, deadline: 60_000)
      free(bot, state)
    end
  end

  test "the worker is free long before the decision would have ended", %{state: state} do
    :ok = Boardwright.configure(threads: 1)
    other = search()
    free(other, state)

    for _ <- 1..15 do
      {:ok, ref} = Bot.decide_async(search(), state, movetime: 1_000_000)
      Process.sleep(20)
      Boardwright.cancel(ref)
      free(other, state)
      assert_receive {:boardwright, ^ref, {:error, %Error{code: :cancelled}}}
    end
  end

  test "a new game", %{state: state} do
    # With the network the second search happens to change its move, and takes longer.
    [bot, other] = for _ <- 1..2, do: search(@name, %{"evaluation" => "hand"})
    {:ok, fresh} = Bot.decide(other, state, depth: 6)
    {:ok, %{nodes: nodes}} = Bot.decide(bot, state, depth: 6)
    assert nodes == fresh.nodes
    {:ok, %{nodes: nodes}} = Bot.decide(bot, state, depth: 6)
    assert nodes < fresh.nodes
    :ok = Bot.new_game(bot)
    {:ok, again} = Bot.decide(bot, state, depth: 6)
    assert {again.nodes, again.pv} == {fresh.nodes, fresh.pv}
  end

  test "the same decisions as in every language" do
    lines = Vectors.read!("decisions")
    assert length(lines) >= 1000

    for {where, [name, game, position, seat, options, nodes, move, score]} <-
          if(@full, do: lines, else: Enum.take(lines, 100)) do
      {:ok, state} = Vectors.state(game, position)
      {rules, _} = Vectors.game(game)
      bot = search(rules, Vectors.map(options))
      seen = if seat == "-", do: state, else: Boardwright.observe(state, seat)
      {:ok, decision} = Bot.decide(bot, seen, nodes: String.to_integer(nodes))

      worth = with %{"unit" => unit, "value" => value} <- decision.score, do: "#{unit} #{value}"

      assert {decision.move, worth || "-"} == {move, score}, "#{where}, #{name}"
    end
  end
end
