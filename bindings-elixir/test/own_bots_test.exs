defmodule Boardwright.OwnBotsTest do
  @moduledoc "Functions and processes at the seats of a table: what they do, and what is left of them."
  use ExUnit.Case, async: false
  doctest Boardwright.Question

  import Bitwise
  import Boardwright.HangingBot
  import ExUnit.CaptureLog

  alias Boardwright.{Observation, Question, Table, TableServer}

  # A bot that tries what has not been refused yet, the same way each time.
  defp plain(%Question{kind: :draw}), do: false

  defp plain(question) do
    tried = Enum.map(question.refused, & &1["move"])
    left = Question.candidates(question) -- tried
    Enum.at(left, :erlang.phash2({question.id, length(left)}, length(left)))
  end

  # Calls that many times what comes first, and then the plain bot.
  defp at_first(times, call) do
    count = :counters.new(1, [])

    fn question ->
      :counters.add(count, 1, 1)
      if :counters.get(count, 1) <= times, do: call.(question), else: plain(question)
    end
  end

  defp events(table, seat, since \\ 0) do
    {:ok, %{"events" => events} = told} = Table.events(table, seat, since)
    if told["more"], do: events ++ events(table, seat, told["next"]), else: events
  end

  defp kinds(table, seat), do: Enum.map(events(table, seat), & &1["kind"])

  defp ply(table) do
    {:ok, view} = Table.view(table, 0)
    view["ply"]
  end

  # What the library had to send when this is called has been sent when it returns: it sends
  # in order.
  defp sent do
    {:ok, table} = Table.new("chess")
    {:ok, listener} = Table.listen(table)
    {:ok, _} = Table.commit(table, "white", "e2e4")
    assert_receive {:boardwright_table, ^listener}
    :ok = Table.unlisten(listener)
  end

  defp asked do
    assert_receive {:asked, question, worker, attendant}
    {question, Process.monitor(worker), Process.monitor(attendant)}
  end

  # A process may have ended before it was looked for.
  defp ended(monitor, reason) do
    assert_receive {:DOWN, ^monitor, _, _, because}
    assert because in [reason, :noproc]
  end

  defp gone({_question, worker, attendant}) do
    ended(worker, :killed)
    ended(attendant, :normal)
  end

  test "a bot of ten lines plays a whole blind game, and is told all that its seat is told" do
    test = self()

    bot = fn question ->
      send(test, {:told, question.events})
      plain(question)
    end

    seats = [white: bot, black: [bot: "casual", delay: 0, nodes: 20]]
    {:ok, table} = Table.new("blind", seats: seats, seed: 4, retry_cap: 1_000)
    :ok = Table.run_bots(table)
    assert %{"reason" => _} = Table.outcome(table)
    all = events(table, "white")
    told = told([])
    assert told == Enum.take(all, length(told))
    refute "bot_failed" in Enum.map(all, & &1["kind"])
    {:ok, revealed} = Table.reveal(table)
    assert [%{"thoughts" => thoughts}, _] = revealed["seats"]
    assert thoughts != [] and Enum.all?(thoughts, &(&1["fallback"] == nil))
  end

  defp told(all) do
    receive do
      {:told, events} -> told(all ++ events)
    after
      0 -> all
    end
  end

  test "what raises, throws, exits or is killed costs the move, and the game goes on" do
    for {fails, reason} <- [
          {fn _ -> raise "no idea" end, "(RuntimeError) no idea"},
          {fn _ -> throw(:no_idea) end, "(throw) :no_idea"},
          {fn _ -> exit(:no_idea) end, "(exit) :no_idea"},
          {fn _ -> exit(:normal) end, "(exit) normal"},
          {fn _ -> raise <<255>> end, "(RuntimeError) \\xFF"},
          {fn _ -> Process.exit(self(), :kill) end, "its process ended: :killed"},
          {fn _ -> {:ok, "e7e5"} end, "a plain value, not a tuple"},
          {fn _ -> self() end, "a plain value, not a pid"}
        ] do
      {:ok, table} = Table.new("chess", seats: [black: at_first(1, fails)])

      capture_log(fn ->
        {:ok, _} = Table.commit(table, "white", "e2e4")
        :ok = Table.run_bots(table)
      end)

      assert ply(table) == 2
      assert %{"reason" => said} = Enum.find(events(table, 1), &(&1["kind"] == "bot_failed"))
      assert said =~ reason
      refute "bot_failed" in kinds(table, 0)

      # It is asked again for the next one.
      {:ok, _} = Table.commit(table, "white", "a2a3")
      :ok = Table.run_bots(table)
      assert ply(table) == 4
      assert Enum.count(kinds(table, 1), &(&1 == "bot_failed")) == 1
    end
  end

  test "a failure is logged, and costs the game by option" do
    test = self()

    bot = fn _ ->
      send(test, {:worker, self()})
      raise "no idea"
    end

    seats = %{"black" => %{"bot" => bot, "on_failure" => "lose"}}
    {:ok, table} = Table.new("chess", %{"seats" => seats})

    log =
      capture_log(fn ->
        {:ok, _} = Table.commit(table, "white", "e2e4")
        assert_receive {:worker, worker}
        # It has logged when it ends.
        ended(Process.monitor(worker), :normal)
        :ok = Table.run_bots(table)
      end)

    assert log =~ "the bot at black failed: ** (RuntimeError) no idea"
    assert %{"winner" => "white", "reason" => "bot_unavailable"} = Table.outcome(table)
  end

  test "nonsense is refused with reasons, up to the cap" do
    test = self()

    bot = fn question ->
      send(test, {:refused, Enum.map(question.refused, & &1["code"])})
      Enum.at(["nonsense", 1_000_000, %{mve: "e7e5"}, nil, :x], length(question.refused))
    end

    {:ok, table} = Table.new("chess", seats: [black: bot], retry_cap: 4)
    {:ok, _} = Table.commit(table, "white", "e2e4")
    :ok = Table.run_bots(table)
    assert ply(table) == 2
    for n <- 0..4, do: assert_received({:refused, codes} when length(codes) == n)
    assert "retry_cap_reached" in kinds(table, "black")
    refute "retry_cap_reached" in kinds(table, "white")
  end

  test "no answer of any kind takes the table along" do
    deep = Enum.reduce(1..100_000, 1, fn _, inner -> [inner] end)
    wide = Map.new(1..20_000, &{&1, &1})

    for answer <-
          [nil, 3, -1, 2.5, 1 <<< 80, "", "x", <<255>>, <<1::3>>, String.duplicate("e", 100_000)] ++
            [[], %{}, [1 | 2], {1, 2}, self(), make_ref(), &is_atom/1, :x, deep, wide, true] ++
            [[move: nil], [move: "e7e5", move: "e7e5"], %{:move => "e7e5", "move" => "e7e5"}] ++
            [[resign: 1], [accept: true], [move: "e7e5", resign: true], [claim_draw: true]] ++
            [[move: "e7e5", style: "klingon"], [move: "e7e5", thought: wide], %{1 => 2}] do
      {:ok, table} = Table.new("chess", seats: %{black: [bot: self(), delay: 0]})
      {:ok, _} = Table.commit(table, "white", "e2e4")
      question = awaited()
      assert Question.answer(question, answer)
      refute Question.answer(question, "e7e5")
      told = Enum.drop(events(table, "black"), 3)
      why = Enum.find(told, &(&1["kind"] in ["refused", "bot_failed", "claim_refused"]))
      assert why, inspect({answer, told}, limit: 10)
      refute why["code"] == "internal"
      :ok = Table.close(table)
    end
  end

  # The next question, but for those of tables that are closed.
  defp awaited do
    assert_receive {:boardwright_question, question}
    if Question.over?(question), do: awaited(), else: question
  end

  test "one that never answers is killed, and another bot moves" do
    {:ok, table} = Table.new("chess", seats: [black: at_first(1, hanging())], bot_timeout: 1)
    {:ok, _} = Table.commit(table, "white", "e2e4")
    {question, worker, attendant} = asked()
    :ok = Table.run_bots(table)
    assert ply(table) == 2
    ended(worker, :killed)
    assert Question.over?(question)
    refute Question.answer(question, "e7e5")
    # What answers for the seat is there for the next one.
    refute_received {:DOWN, ^attendant, _, _, _}
    :ok = Table.close(table)
    ended(attendant, :normal)
  end

  test "an answer that is late comes to nothing" do
    {:ok, table} = Table.new("chess", seats: [black: self()], bot_timeout: 1)
    {:ok, _} = Table.commit(table, "white", "e2e4")
    assert_receive {:boardwright_question, %Question{tag: tag} = question}
    :ok = Table.run_bots(table)
    assert_receive {:boardwright_given_up, ^tag}
    refute Question.answer(question, "e7e5")
    refute Question.fail(question, "late")
    assert ply(table) == 2
    {:ok, _} = Table.commit(table, "white", "a2a3")
    assert_receive {:boardwright_question, %Question{events: events}}
    assert "bot_failed" in Enum.map(events, & &1["kind"])
  end

  test "a question that was answered is not given up" do
    {:ok, table} = Table.new("chess", seats: %{black: self()})
    {:ok, _} = Table.commit(table, "white", "e2e4")
    assert_receive {:boardwright_question, question}
    assert inspect(question) =~ ~r/^#Boardwright.Question\(\d+, black, move\)$/
    assert %{kind: :move, clock: nil, timeout: 60_000, refused: []} = question
    refute Question.over?(question)
    assert Question.answer(question, move: "e5", style: "san", thought: "as ever")
    :ok = Table.run_bots(table)
    sent()
    refute_received _
    refute Question.answer(question, "e7e5")
  end

  test "draws are offered to a function and accepted" do
    {:ok, table} = Table.new("chess", seats: [black: fn %{kind: :draw} -> true end])
    {:ok, _} = Table.offer_draw(table, "white")
    :ok = Table.run_bots(table)
    assert %{"reason" => "draw_agreed"} = Table.outcome(table)
  end

  test "a process that has ended, or lets its question go, is one that failed" do
    ended = spawn(fn -> :ok end)
    monitor = Process.monitor(ended)
    ended(monitor, :normal)

    forgets =
      spawn_link(fn ->
        receive(do: ({:boardwright_question, _} -> :ok))
        :erlang.garbage_collect()
        receive(do: (:never -> :ok))
      end)

    for pid <- [ended, forgets] do
      {:ok, table} = Table.new("chess", seats: [black: [bot: pid]])
      {:ok, _} = Table.commit(table, "white", "e2e4")
      :ok = Table.run_bots(table)
      assert ply(table) == 2
      assert "bot_failed" in kinds(table, "black")
    end
  end

  test "nothing is sent once the table is closed, but that the question is given up" do
    {:ok, table} = Table.new("chess", seats: [white: self(), black: self()])
    assert_receive {:boardwright_question, %Question{seat: "white", tag: tag} = question}
    :ok = Table.close(table)
    assert_receive {:boardwright_given_up, ^tag}
    refute Question.answer(question, "e2e4")
    {:ok, _} = Table.offer_draw(table, "white")
    sent()
    refute_received _
  end

  describe "processes end" do
    test "with a table that is closed, and the caller has no links" do
      links = Process.info(self(), :links)
      {:ok, table} = Table.new("chess", seats: [white: hanging()])
      asked = asked()
      assert Process.info(self(), :links) == links
      :ok = Table.close(table)
      gone(asked)
    end

    test "with a table that nobody refers to any more" do
      bot = hanging()

      maker =
        spawn(fn ->
          {:ok, table} = Table.new("chess", seats: [white: [bot: bot]])
          Process.put(:table, table)
          receive(do: (:end -> :ok))
        end)

      # A table that is gone before its question has been handed over asks nobody.
      asked = asked()
      monitor = Process.monitor(maker)
      # The process that made it ends, and the table with its heap.
      send(maker, :end)
      ended(monitor, :normal)
      gone(asked)
    end

    test "with a game that ends, as far as they think, and then with the table" do
      {:ok, table} = Table.new("chess", seats: [white: hanging()])
      {_, worker, attendant} = asked()
      {:ok, _} = Table.resign(table, "black")
      ended(worker, :killed)
      :ok = Table.close(table)
      ended(attendant, :normal)
    end

    test "when somebody else answers for the seat, or sits there" do
      {:ok, table} = Table.new("chess", seats: [white: hanging()])
      first = asked()
      :ok = Table.attend(table, "white", hanging())
      gone(first)
      second = asked()
      {:ok, _} = Table.take_over(table, :white, hanging())
      gone(second)
      third = asked()
      {:ok, _} = Table.call(table, "take_over", %{"seat" => 0, "occupant" => [bot: hanging()]})
      gone(third)
      fourth = asked()
      {:ok, _} = Table.take_over(table, "white", :human)
      gone(fourth)
      assert {:error, %{code: :unsupported}} = Table.attend(table, "white", hanging())
      assert {:error, %{code: :unsupported}} = Table.attend(table, "white", self())
    end

    test "when they are killed, and the seat is played on by others" do
      {:ok, table} = Table.new("chess", seats: [black: hanging()])
      {:ok, _} = Table.commit(table, "white", "e2e4")
      assert_receive {:asked, _question, worker, attendant}
      worker = Process.monitor(worker)
      Process.exit(attendant, :kill)
      ended(worker, :killed)
      # The question may stand in this process's mailbox; it was taken from there.
      :erlang.garbage_collect()
      :ok = Table.run_bots(table)
      assert ply(table) == 2
      {:ok, _} = Table.commit(table, "white", "a2a3")
      :ok = Table.run_bots(table)
      assert ply(table) == 4
    end
  end

  test "whoever loads a table says who answers" do
    {:ok, table} = Table.new("chess", seats: [white: [bot: self(), name: "Ada"]])
    assert_receive {:boardwright_question, question}
    {:ok, saved} = Table.save(table)
    :ok = Table.close(table)
    # Until here it was not collected.
    assert Question.over?(question)
    {:ok, again} = Table.load(saved)
    assert {:ok, %{"table" => %{"players" => [player, _]}}} = Table.view(again, 1)
    assert %{"bot" => "own", "name" => "Ada"} = player
    assert ply(again) == 0
    :ok = Table.attend(again, 0, &plain/1)
    :ok = Table.run_bots(again)
    assert ply(again) == 1
  end

  test "seats are named by indices as well, and what is no bot is refused" do
    {:ok, table} = Table.new("chess", seats: %{"0" => self()})
    assert_receive {:boardwright_question, %Question{seat: "white"}}
    :ok = Table.close(table)
    two = fn _, _ -> "e2e4" end
    error = {:error, :invalid_option}
    code = fn answer -> with {:error, %{code: code}} <- answer, do: {:error, code} end
    assert code.(Table.new("chess", seats: [white: two])) == error
    assert code.(Table.new("chess", seats: [white: [bot: two]])) == error
    assert code.(Table.new("chess", seats: [white: [bot: self(), seed: 1]])) == error
    assert code.(Table.new("chess", seats: [white: self(), white: self()])) == error
    assert code.(Table.new("chess", seats: [{:white, self()}, {"white", self()}])) == error
    assert code.(Table.take_over(table, "white", two)) == error
    assert code.(Table.attend(table, "white", two)) == error
    assert code.(Table.attend(table, "green", self())) == error
    assert code.(Table.attend(table, "green", &plain/1)) == error
    no_table = %Table{ref: make_ref()}
    assert_raise ArgumentError, fn -> Table.attend(no_table, 0, self()) end

    capture_log(fn ->
      assert_raise ArgumentError, fn -> Table.attend(no_table, 0, &plain/1) end
    end)

    sent()
    refute_received {:boardwright_question, _}
  end

  describe "with a server" do
    setup do
      %{supervisor: start_supervised!({DynamicSupervisor, strategy: :one_for_one})}
    end

    test "they play, and end with it", %{supervisor: supervisor} do
      for ending <- [&GenServer.stop/1, &Process.exit(&1, :kill)] do
        options = [game: "chess", seats: [white: &plain/1, black: hanging()]]
        child = Supervisor.child_spec({TableServer, options}, restart: :temporary)
        {:ok, server} = DynamicSupervisor.start_child(supervisor, child)
        asked = asked()
        ending.(server)
        gone(asked)
      end
    end

    test "they are taken on by calls, and stay with a table that outlives it", context do
      {:ok, table} = Table.new("chess")

      {:ok, first} =
        DynamicSupervisor.start_child(context.supervisor, {TableServer, table: table})

      {:ok, _} = TableServer.call(first, "take_over", seat: 1, occupant: &plain/1)
      {:ok, _} = TableServer.call(first, "commit", seat: 0, move: "e2e4")
      :ok = Table.run_bots(table)
      monitor = Process.monitor(first)
      Process.exit(first, :kill)
      ended(monitor, :killed)
      {:ok, _} = Table.commit(table, "white", "a2a3")
      :ok = Table.run_bots(table)
      assert ply(table) == 4
    end
  end

  test "a question in a game that hides something is what its seat knows" do
    # Two games that differ by what x does not know.
    state = Boardwright.start!("phantom-tic-tac-toe")

    [one, two] =
      for moves <- [["x:a1", "o:b2"], ["x:a1", "o:c3"]] do
        state = Boardwright.play_many!(state, moves)
        {:ok, table} = Table.new(state, seats: [x: self()], seed: 1)
        assert_receive {:boardwright_question, question}
        assert question.events == events(table, "x")
        assert Observation.equal?(question.observation, Boardwright.observe(state, "x"))
        {:ok, view} = Table.view(table, "x")
        shown = Observation.describe(question.observation)
        own = ["outcome", "live", "to_move"]
        assert Map.drop(view, ["table" | own]) == Map.drop(shown, own)
        :ok = Table.close(table)
        {question, table}
      end

    # The tables live until here.
    {one, _} = one
    {two, _} = two
    assert Observation.equal?(one.observation, two.observation)
    handles = [:ref, :tag, :observation]
    assert Map.drop(one, handles) == Map.drop(two, handles)
    assert inspect(one) == inspect(two)
  end
end
