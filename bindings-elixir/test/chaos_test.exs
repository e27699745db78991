defmodule Boardwright.ChaosTest do
  @moduledoc "Decisions within random limits, cancelled at random: each ends as it should."
  use ExUnit.Case, async: false

  alias Boardwright.{Bot, Error, Play}

  @decisions if System.get_env("BOARDWRIGHT_FULL") == "1", do: 10_000, else: 300
  @games ["chess", "crazyhouse"]
  @at_once 16
  # In kB; allocators keep some spare.
  @slack 16 * 1024

  defp resident do
    :erlang.garbage_collect()
    [_, kilobytes] = Regex.run(~r/^VmRSS:\s+(\d+) kB$/m, File.read!("/proc/self/status"))
    String.to_integer(kilobytes)
  end

  defp positions do
    for game <- @games, seed <- 1..4, {state, move} <- Play.random(game, seed, 80), move do
      {game, state}
    end
  end

  # Some of the limits together, none too large to wait for.
  defp limits do
    choices = [
      movetime: Enum.random([0, 1, 5, 20]),
      deadline: Enum.random([0, 2, 10, 50]),
      nodes: Enum.random([0, 1, 100, 5000]),
      depth: Enum.random([0, 1, 3, 6]),
      clock: [
        remaining: Enum.random([0, 10, 300]),
        increment: Enum.random([nil, 0, 10]),
        moves_to_go: Enum.random([nil, 1, 30])
      ]
    ]

    [lines: Enum.random([nil, 1, 3])] ++ Enum.take_random(choices, Enum.random([1, 1, 2, 3]))
  end

  # What comes of one: a decision, an analysis, or a caller that ends.
  defp one(bot, state) do
    case :rand.uniform(4) do
      1 ->
        most = :rand.uniform(6)

        try do
          for info <- Stream.take(Bot.analyse(bot, state, limits()), most) do
            Boardwright.play!(state, hd(info.pv))
          end

          :analysed
        rescue
          error in Error -> error.code
        end

      2 ->
        limits = limits()
        {pid, monitor} = spawn_monitor(fn -> Bot.decide(bot, state, limits) end)
        Process.sleep(Enum.random([0, 1, 3]))
        Process.exit(pid, :kill)
        assert_receive {:DOWN, ^monitor, _, _, _}, 60_000
        :killed

      _ ->
        decide(bot, state)
    end
  end

  defp decide(bot, state) do
    with {:ok, ref} <- Bot.decide_async(bot, state, limits()) do
      if :rand.uniform(3) == 1, do: Boardwright.cancel(ref)

      if :rand.uniform(3) == 1 do
        Process.sleep(Enum.random([0, 1, 3]))
        Boardwright.cancel(ref)
      end

      assert_receive {:boardwright, ^ref, result}, 60_000
      refute_received {:boardwright, ^ref, _}

      case result do
        {:ok, %{move: move}} ->
          assert move in Boardwright.legal_moves(state)
          :decided

        {:error, error} ->
          error.code
      end
    else
      {:error, error} -> error.code
    end
  end

  defp chaos(bots, positions, count, seed) do
    1..@at_once
    |> Enum.map(fn place ->
      Task.async(fn ->
        :rand.seed(:exsss, {seed, place, 0})

        for _ <- 1..div(count, @at_once) do
          {game, state} = Enum.random(positions)
          one(bots[{game, place}], state)
        end
      end)
    end)
    |> Task.await_many(:infinity)
    |> List.flatten()
    |> Enum.frequencies()
  end

  @tag timeout: :infinity
  test "every decision ends with a legal move or cancelled" do
    positions = positions()
    assert length(positions) > 200

    bots =
      for game <- @games, place <- 1..@at_once, into: %{} do
        {{game, place}, Bot.new!("search", game: game, seed: place, hash: 1)}
      end

    # Each takes its table at its first decision.
    for {{game, _}, bot} <- bots do
      {:ok, _} = Bot.decide(bot, Boardwright.start!(game), nodes: 20_000)
    end

    chaos(bots, positions, @decisions, 1)
    before = resident()
    seen = chaos(bots, positions, @decisions, 2)
    grown = resident() - before
    assert seen[:decided] > 0 and seen[:analysed] > 0 and seen[:cancelled] > 0
    # Of a caller that was killed the bot is free a little later.
    {busy, seen} = Map.pop(seen, :bot_busy, 0)
    assert busy < @decisions / 3
    assert Map.keys(seen) -- [:decided, :analysed, :cancelled, :killed] == []
    assert grown < @slack, "#{grown} kB more"
  end
end
