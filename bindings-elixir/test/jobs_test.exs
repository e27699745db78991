defmodule Boardwright.JobsTest do
  use ExUnit.Case, async: false

  alias Boardwright.{Bot, Decision, Error, Play}

  # Longer than any test lasts.
  @forever 30
  @threads System.schedulers_online()
  @queue 4096

  setup do
    on_exit(fn -> :ok = Boardwright.configure(threads: @threads, max_queue: @queue) end)
    %{state: Boardwright.start!("crazyhouse")}
  end

  defp result(ref, timeout \\ 60_000) do
    assert_receive {:boardwright, ^ref, result}, timeout
    refute_received {:boardwright, ^ref, _}
    result
  end

  defp cancelled(ref), do: assert({:error, %Error{code: :cancelled}} = result(ref))

  # Waits until nothing is ahead in the queue: one thread, one long job at a time.
  defp soon(state), do: assert(Boardwright.perft(state, 2, deadline: 60_000) == 400)

  # Waits until a thread has taken the job that was asked for first.
  defp taken do
    unless match?([%{"state" => "running"} | _], Boardwright.jobs()) do
      Process.sleep(1)
      taken()
    end
  end

  test "results come as messages", %{state: state} do
    {:ok, perft} = Boardwright.perft_async(state, 3)
    {:ok, divide} = Boardwright.divide_async(state, 2)
    {:ok, playouts} = Boardwright.playouts_async(state, 5, seed: 1)
    bot = Bot.new!("random", game: "crazyhouse")
    {:ok, decide} = Bot.decide_async(bot, state, movetime: 10, depth: 1)
    assert Enum.all?([perft, divide, playouts, decide], &is_reference/1)

    assert {:ok, %Decision{queued: queued}} = result(decide)
    assert is_integer(queued)
    assert result(perft) == {:ok, Boardwright.perft(state, 3)}
    assert result(divide) == {:ok, Boardwright.divide(state, 2)}
    assert {:ok, %{"games" => 5}} = result(playouts)
    for ref <- [perft, divide, playouts, decide], do: assert(Boardwright.cancel(ref) == :ok)
    refute_receive _, 50
  end

  test "running jobs are cancelled", %{state: state} do
    for start <- [
          &Boardwright.perft_async(&1, @forever),
          &Boardwright.perft_async(&1, @forever, threads: 2),
          &Boardwright.perft_async(&1, @forever, hash: 1),
          &Boardwright.divide_async(&1, @forever),
          &Boardwright.playouts_async(&1, 1_000_000_000),
          &Boardwright.playouts_async(&1, 1_000_000_000, threads: 2)
        ] do
      {:ok, ref} = start.(state)
      refute_receive _, 20
      assert Boardwright.cancel(ref) == :ok
      cancelled(ref)
    end
  end

  test "queued jobs are cancelled while another runs", %{state: state} do
    :ok = Boardwright.configure(threads: 1)
    {:ok, running} = Boardwright.perft_async(state, @forever)
    {:ok, queued} = Boardwright.perft_async(state, @forever)
    {:ok, expired} = Boardwright.perft_async(state, @forever, deadline: 20)
    assert Boardwright.cancel(queued) == :ok
    cancelled(queued)
    assert {:error, %Error{code: :cancelled, message: message}} = result(expired)
    assert message =~ "deadline"
    refute_received {:boardwright, ^running, _}
    assert Boardwright.cancel(running) == :ok
    cancelled(running)
    soon(state)
  end

  test "deadlines end running jobs", %{state: state} do
    for call <- [
          &Boardwright.perft(&1, @forever, deadline: 30),
          &Boardwright.divide(&1, @forever, deadline: 30),
          &Boardwright.playouts(&1, 1_000_000_000, deadline: 30)
        ] do
      assert %Error{code: :cancelled} = catch_error(call.(state))
    end

    assert Boardwright.perft(state, 2, deadline: :infinity) == 400
  end

  # A job that no thread has taken yet stands in the queue itself.
  defp admitted(ask) do
    case ask.() do
      {:error, %Error{code: :busy}} ->
        Process.sleep(1)
        admitted(ask)

      other ->
        other
    end
  end

  test "a full queue is busy, and says so in the answer", %{state: state} do
    :ok = Boardwright.configure(threads: 1, max_queue: 1)
    bot = Bot.new!("search", game: "crazyhouse", nodes: 10_000)
    {:ok, running} = Boardwright.perft_async(state, @forever)
    {:ok, queued} = admitted(fn -> Boardwright.perft_async(state, @forever) end)
    assert {:error, %Error{code: :busy}} = Boardwright.perft_async(state, 2)
    assert %Error{code: :busy} = catch_error(Boardwright.perft(state, 2))
    assert {:error, %Error{code: :busy}} = Bot.decide(bot, state)
    assert {:error, %Error{code: :busy}} = Bot.decide_async(bot, state)
    refute_receive _, 20

    for ref <- [queued, running] do
      Boardwright.cancel(ref)
      cancelled(ref)
    end

    soon(state)
    # A refusal leaves the bot free.
    assert {:ok, _} = Bot.decide(bot, state)
  end

  test "a bot takes one decision at a time", %{state: state} do
    :ok = Boardwright.configure(threads: 1)
    {:ok, running} = Boardwright.perft_async(state, @forever)
    taken()
    bot = Bot.new!("search", game: "crazyhouse", nodes: 3000)
    {:ok, first} = Bot.decide_async(bot, state)
    assert {:error, %Error{code: :bot_busy}} = Bot.decide_async(bot, state)
    Process.sleep(20)
    Boardwright.cancel(running)
    cancelled(running)
    assert {:ok, %Decision{queued: queued}} = result(first)
    assert queued >= 20
    assert {:ok, _} = Bot.decide(bot, state)
  end

  test "jobs are listed and cancelled", %{state: state} do
    :ok = Boardwright.configure(threads: 1)
    {:ok, running} = Boardwright.perft_async(state, @forever)
    taken()
    {:ok, waiting} = Boardwright.playouts_async(state, 1_000_000_000)

    assert [%{"id" => first, "kind" => "perft", "state" => "running"}, second] =
             Boardwright.jobs()

    assert %{"kind" => "playouts", "state" => "waiting", "class" => "long", "ran" => 0} = second
    assert %{"kinds" => %{"perft" => %{"running" => 1}}} = Boardwright.statistics()
    # Short work does not wait for what runs.
    assert {:ok, _} = Bot.decide(Bot.new!("random", game: "crazyhouse"), state)
    assert Boardwright.cancel_job(second["id"])
    cancelled(waiting)
    assert Boardwright.cancel_job(first)
    cancelled(running)
    refute Boardwright.cancel_job(first)
  end

  test "hash tables have a ceiling", %{state: state} do
    before = Boardwright.statistics()["hash_mb"]
    on_exit(fn -> :ok = Boardwright.configure(hash_mb: before) end)
    :ok = Boardwright.configure(hash_mb: 64)
    assert {:error, %Error{code: :invalid_option}} = Boardwright.configure(hash_mb: 0)
    options = [game: "crazyhouse", hash: 65_536]
    assert {:error, %Error{code: :invalid_option, message: text}} = Bot.new("search", options)
    assert text =~ "65536 MB cannot be had"
    assert %Error{code: :invalid_option} = catch_error(Boardwright.perft(state, 2, hash: 65_536))
  end

  test "the end of the caller is the end of its jobs", %{state: state} do
    :ok = Boardwright.configure(threads: 1)

    for wait <- [
          fn -> Boardwright.perft_async(state, @forever) && Process.sleep(:infinity) end,
          fn -> Boardwright.perft(state, @forever) end,
          fn -> for(_ <- 1..9, do: Boardwright.perft_async(state, @forever)) && exit(:done) end
        ] do
      pid = spawn(wait)
      Process.sleep(20)
      Process.exit(pid, :kill)
      soon(state)
    end
  end

  test "a job outlives its reference, not its process", %{state: state} do
    Boardwright.playouts_async(state, 200)
    :erlang.garbage_collect()
    assert_receive {:boardwright, _, {:ok, %{"games" => 200}}}, 60_000
  end

  test "any process may cancel", %{state: state} do
    {:ok, ref} = Boardwright.perft_async(state, @forever)
    assert Task.await(Task.async(fn -> Boardwright.cancel(ref) end)) == :ok
    cancelled(ref)
  end

  test "very many at once", %{state: state} do
    :ok = Boardwright.configure(threads: 4)
    expected = Boardwright.playouts(state, 2, seed: 3)

    tasks =
      for _ <- 1..150 do
        Task.async(fn ->
          refs =
            for i <- 1..20 do
              {:ok, ref} = Boardwright.playouts_async(state, 2, seed: 3)
              if rem(i, 5) == 0, do: Boardwright.cancel(ref)
              {i, ref}
            end

          for {i, ref} <- refs do
            assert_receive {:boardwright, ^ref, result}, 60_000

            case result do
              {:ok, played} -> assert played == expected
              {:error, error} -> assert {error.code, rem(i, 5)} == {:cancelled, 0}
            end
          end

          refute_received _
        end)
      end

    Task.await_many(tasks, 120_000)
  end

  test "games run side by side in many processes" do
    1..60
    |> Task.async_stream(
      fn seed ->
        name = Enum.at(Play.names(), rem(seed, length(Play.names())))
        bot = Bot.new!("random", game: name, seed: seed)
        play(Boardwright.start!(name), bot, 60)
      end,
      max_concurrency: 60,
      timeout: 120_000
    )
    |> Enum.each(&assert {:ok, _} = &1)
  end

  defp play(state, bot, plies) do
    case Boardwright.live(state) do
      [seat | _] when plies > 0 ->
        {:ok, decision} = Bot.decide(bot, Boardwright.observe(state, seat))
        state |> Boardwright.play!(decision.move, seat: seat) |> play(bot, plies - 1)

      _ ->
        Boardwright.ply(state)
    end
  end

  test "schedulers stay free while all threads are at work", %{state: state} do
    refs = for _ <- 1..@threads, do: elem(Boardwright.perft_async(state, @forever), 1)

    # Several processes for each scheduler come to their ends, and no job has.
    1..(8 * System.schedulers_online())
    |> Enum.map(fn n -> Task.async(fn -> Enum.sum(1..n) end) end)
    |> Task.await_many(120_000)

    refute_received {:boardwright, _, _}
    Enum.each(refs, &Boardwright.cancel/1)
    Enum.each(refs, &cancelled/1)
  end
end
