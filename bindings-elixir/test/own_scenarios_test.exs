defmodule Boardwright.OwnScenariosTest do
  @moduledoc "The scenarios of bots of the host's own, which this process answers for."
  use ExUnit.Case, async: false

  import Boardwright.Scenarios, only: [covers?: 2]

  alias Boardwright.{Error, Observation, Question, Scenarios, Table}

  @scenarios Scenarios.read("own.json")

  for {scenario, i} <- Enum.with_index(@scenarios) do
    test "scenario #{i}: #{scenario["name"]}" do
      scenario = unquote(Macro.escape(scenario))
      {state, settings} = Scenarios.set_up(scenario)
      seats = Map.new(scenario["seats"], fn {seat, occupant} -> {seat, own(occupant)} end)
      {:ok, table} = Table.new(state, Map.new([{"seats", seats} | settings]))
      {table, _held} = Enum.reduce(scenario["steps"], {table, []}, &step/2)
      :ok = Table.close(table)
    end
  end

  # Whom the scenario calls the host's own is this process.
  defp own(%{"bot" => "own"} = occupant), do: %{occupant | "bot" => self()}
  defp own(occupant), do: occupant

  defp step(%{"wait" => true}, {table, held}) do
    assert :ok = Table.run_bots(table, 60_000)
    {table, held}
  end

  defp step(%{"save_load" => true}, {table, _held}) do
    {:ok, saved} = Table.save(table)
    :ok = Table.close(table)
    {:ok, table} = Table.load(saved)

    for seat <- Table.seats(table) do
      with {:error, error} <- Table.attend(table, seat, self()),
           do: assert(%Error{code: :unsupported} = error)
    end

    {table, []}
  end

  defp step(%{"question" => %{"seat" => seat} = step}, {table, held}) do
    question = next(seat)

    details = question |> Map.from_struct() |> Map.new(fn {key, value} -> {"#{key}", value} end)

    details = %{details | "kind" => Atom.to_string(question.kind)}
    assert covers?(details, Map.get(step, "expect", %{})), inspect({step, details})
    if step["kinds"], do: assert(Enum.map(question.events, & &1["kind"]) == step["kinds"])

    if step["candidates"],
      do: assert(length(Observation.candidates(question.observation)) == step["candidates"])

    cond do
      step["hold"] ->
        {table, [question | held]}

      step["fail"] ->
        assert Question.fail(question, step["fail"])
        {table, held}

      true ->
        assert Question.answer(question, step["answer"])
        {table, held}
    end
  end

  defp step(%{"held" => %{"seat" => seat} = step}, {table, held}) do
    %Question{seat: ^seat, tag: tag} = question = Enum.find(held, &(&1.seat == seat))
    if step["given_up"], do: assert_receive({:boardwright_given_up, ^tag})
    assert Question.over?(question) != step["taken"]
    assert Question.answer(question, step["answer"]) == step["taken"]
    {table, held -- [question]}
  end

  defp step(step, {table, held}) do
    args = Map.get(step, "args", %{})

    args = if args["occupant"], do: %{args | "occupant" => own(args["occupant"])}, else: args

    got = Table.call(table, step["call"], args)

    if step["error"] do
      assert {:error, error} = got
      assert Atom.to_string(error.code) == step["error"]
    else
      assert {:ok, got} = got
      if step["expect"], do: assert(covers?(got, step["expect"]), inspect({step, got}))
      if step["kinds"], do: assert(Enum.map(got["events"], & &1["kind"]) == step["kinds"])
    end

    {table, held}
  end

  # The next question to a seat that is still to be answered.
  defp next(seat) do
    assert_receive {:boardwright_question, %Question{seat: ^seat} = question}
    if Question.over?(question), do: next(seat), else: question
  end
end
