defmodule Boardwright.MemoryTest do
  use ExUnit.Case, async: false

  alias Boardwright.{Bot, Play, Question, Table}

  @full System.get_env("BOARDWRIGHT_FULL") == "1"
  @cycles if @full, do: 1_000_000, else: 100_000

  # What the system may hold more after than before: allocators keep some spare.
  @slack 16 * 1024

  defp resident do
    :erlang.garbage_collect()
    [_, kilobytes] = Regex.run(~r/^VmRSS:\s+(\d+) kB$/m, File.read!("/proc/self/status"))
    String.to_integer(kilobytes)
  end

  # What leaks does so every time; what allocators of other threads take as they are
  # first used, they take once.
  @rounds 4

  defp flat(cycles, cycle) do
    # In a process of its own that never grows large, as a game server's are.
    Task.await(
      Task.async(fn ->
        repeat(div(cycles, 5), cycle)
        grown = grown(cycles, cycle, [])
        assert hd(grown) < @slack, "#{inspect(grown)} kB more after #{cycles} cycles each"
      end),
      :infinity
    )
  end

  # By how much memory grew in each round, the last first, until it did not.
  defp grown(_, _, grown) when length(grown) == @rounds, do: grown

  defp grown(cycles, cycle, grown) do
    before = resident()
    repeat(cycles, cycle)

    case resident() - before do
      more when more < @slack -> [more | grown]
      more -> grown(cycles, cycle, [more | grown])
    end
  end

  defp repeat(0, _), do: :ok

  defp repeat(n, cycle) do
    cycle.(n)
    repeat(n - 1, cycle)
  end

  @tag timeout: :infinity
  test "memory is flat over start, play and drop" do
    names = List.to_tuple(Play.names())

    flat(@cycles, fn n ->
      state = Boardwright.start!(elem(names, rem(n, tuple_size(names))))
      [move | _] = Boardwright.legal_moves(state)
      next = Boardwright.play!(state, move)
      Boardwright.describe(next)["notation"] || flunk()
      Boardwright.observe(next, 0)
    end)
  end

  @tag timeout: :infinity
  test "memory is flat over errors" do
    state = Boardwright.start!("chess")

    flat(@cycles, fn _ ->
      {:error, _} = Boardwright.play(state, "e2e5")
      {:error, _} = Boardwright.parse("chess", "8/8/8/8")
      {:error, _} = Boardwright.start("chess", nothing: [1, 2, 3])
    end)
  end

  @tag timeout: :infinity
  test "memory is flat over jobs, finished, cancelled and refused" do
    state = Boardwright.start!("chess")
    bot = Bot.new!("random", game: "chess")

    flat(div(@cycles, 10), fn n ->
      {:ok, _} = Bot.decide(bot, state)
      {:ok, ref} = Boardwright.perft_async(state, 2 + rem(n, 3))
      Boardwright.cancel(ref)
      {:error, _} = Boardwright.perft_async(state, 65)

      receive do
        {:boardwright, ^ref, _} -> :ok
      end
    end)
  end

  @tag timeout: :infinity
  test "memory is flat over options that differ" do
    flat(div(@cycles, 50), fn n ->
      state = Boardwright.start!("chess", halfmove_limit: rem(n, 200) + 100)
      20 = length(Boardwright.legal_moves(state))
    end)
  end

  @tag timeout: :infinity
  test "memory is flat over questions, answered and given up" do
    flat(div(@cycles, 50), fn n ->
      {:ok, table} = Table.new("chess", seats: [white: self(), black: fn _ -> "e7e5" end])
      question = asked()

      # Then the function answers, and the next question comes here.
      last =
        if rem(n, 2) == 0 do
          true = Question.answer(question, "e2e4")
          asked()
        else
          question
        end

      :ok = Table.close(table)
      receive(do: ({:boardwright_given_up, _} -> :ok))
      # Until here it is not collected, which would be a failure and no giving up.
      true = Question.over?(last)
    end)

    none_attend()
  end

  defp asked, do: receive(do: ({:boardwright_question, question} -> question))

  # The processes that answered end when they hear that nobody asks any more.
  defp none_attend, do: if(Enum.any?(Process.list(), &attends?/1), do: none_attend())

  defp attends?(pid) do
    case Process.info(pid, :dictionary) do
      {:dictionary, entries} -> entries[:"$initial_call"] == {Boardwright.Attendant, :init, 1}
      nil -> false
    end
  end
end
