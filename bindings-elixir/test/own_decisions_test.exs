defmodule Boardwright.OwnDecisionsTest do
  @moduledoc "Bots of Elixir's own without a table: the scenarios that all languages share, and what Elixir adds."
  use ExUnit.Case, async: false

  import Boardwright.HangingBot
  import Boardwright.Scenarios, only: [covers?: 2]
  import ExUnit.CaptureLog

  alias Boardwright.{Arena, Bot, Decision, Error, LanguageModel, Question, Scenarios, Table}

  @scenarios Scenarios.read("own-decisions.json")

  for {scenario, i} <- Enum.with_index(@scenarios), kind <- [:function, :process] do
    test "scenario #{i}, a #{kind}: #{scenario["name"]}" do
      scenario = unquote(Macro.escape(scenario))
      {:ok, log} = Agent.start_link(fn -> {scenario["answers"], []} end)
      bot = unquote(kind) |> answerer(log)
      ended = fn -> decide(scenario, bot) end

      {result, _} = with_log(ended)

      case scenario["error"] do
        nil ->
          assert {:ok, %Decision{} = decision} = result
          assert covers?(plain(decision), scenario["expect"]), inspect(decision)

        code ->
          assert {:error, %Error{} = error} = result
          assert Atom.to_string(error.code) == code
          assert error.message =~ scenario["message"]
      end

      assert Agent.get(log, & &1) == {[], []}
    end
  end

  defp decide(scenario, bot) do
    {:ok, state} = Boardwright.start(scenario["game"], Map.get(scenario, "options", %{}))
    state = Boardwright.play_many!(state, Map.get(scenario, "moves", []))

    subject =
      if scenario["observe"], do: Boardwright.observe(state, scenario["observe"]), else: state

    seat = if scenario["seat"], do: [seat: scenario["seat"]], else: []

    limits =
      for {name, value} <- Map.get(scenario, "limits", %{}), do: {String.to_atom(name), value}

    with {:ok, bot} <- Bot.new(bot, Map.get(scenario, "bot", %{})),
         do: Bot.decide(bot, subject, seat ++ limits)
  end

  # A struct has what others leave out.
  defp plain(decision) do
    decision
    |> Map.from_struct()
    |> Map.new(fn {name, value} -> {Atom.to_string(name), value} end)
  end

  defp answerer(:function, log), do: &answer(&1, log)

  defp answerer(:process, log), do: spawn_link(fn -> serve(log) end)

  defp serve(log) do
    receive do
      {:boardwright_question, question} ->
        try do
          Question.answer(question, answer(question, log))
        rescue
          error -> Question.fail(question, Exception.message(error))
        end
    end

    serve(log)
  end

  # An assertion here would fail the bot, and not the test.
  defp answer(question, log) do
    step = Agent.get_and_update(log, fn {[step | steps], faults} -> {step, {steps, faults}} end)
    details = question |> Map.from_struct() |> Map.new(fn {key, value} -> {"#{key}", value} end)
    details = %{details | "kind" => Atom.to_string(question.kind)}
    count = length(Question.candidates(question))

    unless covers?(details, Map.get(step, "expect", %{})) and
             Map.get(step, "candidates", count) == count,
           do: Agent.update(log, fn {steps, faults} -> {steps, [details | faults]} end)

    if step["fail"], do: raise(step["fail"])
    step["answer"]
  end

  defp first(question), do: hd(Question.candidates(question))

  defp ended(monitor) do
    assert_receive {:DOWN, ^monitor, _, _, _}
  end

  test "a decision that is cancelled is not thought about, and nothing is left" do
    {:ok, bot} = Bot.new(hanging())
    state = Boardwright.start!("chess")

    # By its reference.
    {:ok, ref} = Bot.decide_async(bot, state)
    assert_receive {:asked, question, worker, attendant}
    monitors = [Process.monitor(worker), Process.monitor(attendant)]
    :ok = Boardwright.cancel(ref)
    assert_receive {:boardwright, ^ref, {:error, %Error{code: :cancelled}}}
    Enum.each(monitors, &ended/1)
    assert Question.over?(question)
    refute Question.answer(question, "e2e4")

    # By the end of who asked.
    asker = spawn(fn -> Bot.decide(bot, state) end)
    assert_receive {:asked, _question, worker, attendant}
    monitors = [Process.monitor(worker), Process.monitor(attendant)]
    Process.exit(asker, :kill)
    Enum.each(monitors, &ended/1)

    # By time.
    assert {:error, %Error{code: :bot_failed, message: message}} =
             Bot.decide(bot, state, deadline: 1)

    assert message =~ "no answer within 1 ms"
  end

  test "nothing is left of a decision that was made, or refused" do
    test = self()

    {:ok, bot} =
      Bot.new(fn question ->
        {:links, [attendant]} = Process.info(self(), :links)
        send(test, {:attendant, attendant})
        first(question)
      end)

    state = Boardwright.start!("chess")
    links = Process.info(self(), :links)
    assert {:ok, %{move: "a2a3"}} = Bot.decide(bot, state)
    assert_receive {:attendant, attendant}
    ended(Process.monitor(attendant))
    assert Process.info(self(), :links) == links
    before = attendants()
    assert {:error, %Error{code: :unsupported}} = Bot.decide(bot, state, depth: 3)
    assert {:error, %Error{code: :invalid_option}} = Bot.decide(bot, state, depht: 3)
    # Those that are left have been told to end.
    for pid <- attendants() -- before, do: ended(Process.monitor(pid))
  end

  defp attendants do
    for pid <- Process.list(),
        {:dictionary, dictionary} <- [Process.info(pid, :dictionary)],
        dictionary[:"$initial_call"] == {Boardwright.Attendant, :init, 1},
        do: pid
  end

  test "a process answers the questions of decisions, and the calling one those of others" do
    {:ok, bot} = Bot.new(self(), game: "chess")
    state = Boardwright.start!("chess")
    assert {:error, %Error{code: :unsupported, message: message}} = Bot.decide(bot, state)
    assert message =~ "decide_async"
    {:ok, ref} = Bot.decide_async(bot, state)
    assert_receive {:boardwright_question, %Question{seat: "white", kind: :move} = question}
    assert Question.answer(question, move: "e4", style: "san", thought: "?")
    assert_receive {:boardwright, ^ref, {:ok, %Decision{move: "e2e4", messages: ["?"]}}}
    # Given up, it is told so.
    {:ok, ref} = Bot.decide_async(bot, state)
    assert_receive {:boardwright_question, %Question{tag: tag}}
    :ok = Boardwright.cancel(ref)
    assert_receive {:boardwright_given_up, ^tag}
    assert_receive {:boardwright, ^ref, {:error, %Error{code: :cancelled}}}
  end

  test "many decisions at once" do
    {:ok, bot} = Bot.new(&first/1)
    state = Boardwright.start!("chess")
    refs = for _ <- 1..50, do: with({:ok, ref} <- Bot.decide_async(bot, state), do: ref)
    for ref <- refs, do: assert_receive({:boardwright, ^ref, {:ok, %{move: "a2a3"}}})
  end

  test "what it does not do" do
    {:ok, bot} = Bot.new(&first/1, game: "chess")
    state = Boardwright.start!("chess")
    assert {:error, %Error{code: :unsupported}} = Bot.analyse_async(bot, state)
    assert_raise Error, fn -> Enum.to_list(Bot.analyse(bot, state)) end
    assert {:error, %Error{code: :unsupported}} = Bot.new_game(bot)
    assert {Bot.name(bot), Bot.game(bot)} == {"own", "chess"}
    assert {"#{bot}", inspect(bot)} == {"own", "#Boardwright.Bot(own, chess)"}
    any = Bot.new!(&first/1)
    assert {Bot.game(any), inspect(any)} == {nil, "#Boardwright.Bot(own)"}

    for wrong <- [3, nil, fn _, _ -> "e2e4" end, %{}],
        do: assert({:error, %Error{}} = Bot.new(wrong, game: "chess"))

    assert {:error, %Error{code: :invalid_option}} = Bot.new(&first/1, seed: 1)
  end

  test "seated it is the function or process itself" do
    {:ok, bot} = Bot.new(&first/1)

    for occupant <- [bot, [bot: bot, name: "Ada"], %{"bot" => bot}] do
      {:ok, table} = Table.new("chess", seats: [white: occupant], seed: 1)
      :ok = Table.run_bots(table)
      {:ok, view} = Table.view(table, "black")
      assert [%{"bot" => "own"}, _] = view["table"]["players"]
      assert view["ply"] == 1
      {:ok, _} = Table.take_over(table, "black", bot)
      :ok = Table.attend(table, "white", bot)
      :ok = Table.close(table)
    end

    {:ok, bot} = Bot.new(self())
    {:ok, table} = Table.new("chess", seats: [white: bot], seed: 1)
    assert_receive {:boardwright_question, %Question{seat: "white"}}
    :ok = Table.close(table)
    {:ok, bot} = Bot.new(&first/1)
    players = [bot, %{"bot" => bot, "name" => "Ada"}]
    {:ok, report} = Arena.tournament("chess", players, games: 2, ply_limit: 6, seed: 1)
    assert Enum.sort(for %{"name" => name} <- report["times"], do: name) == ["Ada", "own"]
  end

  test "a language model decides" do
    content = ~S({"choices": [{"message": {"content": "{\"move\": \"e4\"}"}}]})
    send = fn _call -> {:ok, %{status: 200, headers: %{}, body: content}} end
    endpoints = [[base_url: "http://localhost:1", model: "m"]]
    {:ok, player} = LanguageModel.new(endpoints: endpoints, send: send, preflight: false)
    {:ok, bot} = Bot.new(LanguageModel.bot(player))
    assert {:ok, %{move: "e2e4"}} = Bot.decide(bot, Boardwright.start!("chess"))
  end
end
