defmodule Boardwright.TableTest do
  use ExUnit.Case, async: false
  doctest Boardwright.Table

  alias Boardwright.{Table, TableServer}

  # JSON's texts as Elixir writes them, which is near enough for data of our own.
  @scenarios Path.expand("../../tests/scenarios/tables.json", __DIR__)
             |> File.read!()
             |> String.replace("{", "%{")
             |> String.replace(~r/":/, "\" =>")
             |> String.replace("null", "nil")
             |> Code.eval_string()
             |> elem(0)

  # Whether all that is expected is there; lists must be as long as expected.
  defp covers?(got, %{} = expected) when is_map(got),
    do: Enum.all?(expected, fn {k, v} -> Map.has_key?(got, k) and covers?(got[k], v) end)

  defp covers?(got, expected) when is_list(got) and is_list(expected) do
    length(got) == length(expected) and
      Enum.all?(Enum.zip(got, expected), fn {g, e} -> covers?(g, e) end)
  end

  defp covers?(got, expected), do: got == expected

  for {scenario, i} <- Enum.with_index(@scenarios) do
    test "scenario #{i}: #{scenario["name"]}" do
      scenario = unquote(Macro.escape(scenario))
      options = Map.get(scenario, "options", %{})

      {:ok, state} =
        case scenario["position"] do
          nil -> Boardwright.start(scenario["game"], options)
          text -> Boardwright.parse(scenario["game"], text, options)
        end

      settings = Map.to_list(Map.get(scenario, "settings", %{}))
      {:ok, table} = Table.new(state, Map.new([{"seats", scenario["seats"]} | settings]))
      Enum.reduce(scenario["steps"], table, &step/2)
    end
  end

  defp step(%{"wait" => true}, table) do
    assert :ok = Table.run_bots(table, 60_000)
    table
  end

  defp step(%{"save_load" => true}, table) do
    {:ok, saved} = Table.save(table)
    {:ok, table} = Table.load(saved)
    table
  end

  defp step(%{"error" => code} = step, table) do
    assert {:error, error} = Table.call(table, step["call"], Map.get(step, "args", %{}))
    assert Atom.to_string(error.code) == code
    table
  end

  defp step(step, table) do
    assert {:ok, got} = Table.call(table, step["call"], Map.get(step, "args", %{}))

    if Map.has_key?(step, "expect"),
      do: assert(covers?(got, step["expect"]), inspect({step, got}))

    if step["kinds"], do: assert(Enum.map(got["events"], & &1["kind"]) == step["kinds"])
    table
  end

  test "the named functions" do
    seats = [black: [bot: "random", seed: 5, delay: 0]]
    {:ok, table} = Table.new("chess", seats: seats, clock: [base: 60_000])
    {:ok, %{"since" => 1}} = Table.commit(table, :white, "e4", style: "san", now: 1_000)
    :ok = Table.run_bots(table)
    {:ok, %{"ply" => 2, "next_seq" => next}} = Table.view(table, "white")
    {:ok, %{"next" => ^next}} = Table.events(table, "white")
    {:ok, [_ | _]} = Table.candidates(table, 0)
    assert Table.outcome(table) == nil
    {:ok, _} = Table.resign(table, 0)
    assert %{"reason" => "resigned", "winner" => "black"} = Table.outcome(table)
    {:ok, saved} = Table.save(table)
    {:ok, again} = Table.load(saved)
    assert Table.reveal(again) == Table.reveal(table)
    assert inspect(table) =~ "chess"
    :ok = Table.close(table)
  end

  test "a hundred tables of bots play at once" do
    tables =
      for i <- 1..100 do
        {:ok, table} =
          Table.new("crazyhouse", seats: [white: [bot: "random", seed: i], black: [bot: "random"]])

        table
      end

    for table <- tables do
      assert :ok = Table.run_bots(table, 120_000)
      assert Table.outcome(table) != nil
    end
  end

  test "listeners hear of changes, and not after they stop" do
    {:ok, table} = Table.new("chess")
    {:ok, listener} = Table.listen(table)
    {:ok, _} = Table.commit(table, "white", "e2e4")
    assert_receive {:boardwright_table, ^listener}
    :ok = Table.unlisten(listener)
    {:ok, _} = Table.commit(table, "black", "e7e5")
    refute_receive {:boardwright_table, _}, 50
  end

  test "a server publishes to each seat what it is told, and only that" do
    test = self()
    start_supervised!({Registry, keys: :unique, name: Tables})
    start_supervised!({DynamicSupervisor, name: TableSupervisor})
    name = {:via, Registry, {Tables, "one"}}

    {:ok, server} =
      DynamicSupervisor.start_child(
        TableSupervisor,
        {TableServer,
         game: "phantom-tic-tac-toe",
         seats: [x: :human, o: :human],
         name: name,
         publish: fn seat, events -> send(test, {seat, Enum.map(events, & &1["kind"])}) end}
      )

    assert_receive {"x", ["started"]}
    assert_receive {"o", ["started"]}
    {:ok, %{"since" => 1}} = TableServer.call(name, "commit", seat: "x", move: "b2")
    assert_receive {"x", ["named"]}
    refute_receive {"o", _}, 50
    {:error, %{code: :not_your_turn}} = TableServer.call(name, "commit", seat: "x", move: "a1")
    assert %Table{} = TableServer.table(server)
    :ok = DynamicSupervisor.terminate_child(TableSupervisor, server)
  end

  test "a server with a bot and a clock plays and flags by itself" do
    test = self()

    {:ok, _server} =
      TableServer.start_link(
        game: "chess",
        seats: [black: [bot: "random", delay: 0]],
        clock: [base: 300],
        publish: fn seat, events -> for e <- events, do: send(test, {seat, e["kind"]}) end
      )

    assert_receive {"white", "ended"}
  end

  test "garbage gets typed errors" do
    {:ok, table} = Table.new("chess")
    garbage = [nil, 3, 2.5, -1, "x", <<255>>, [], %{}, {1, 2}, self(), [1 | 2], :x, 1 <<< 80]

    for value <- garbage,
        call <- ~w(commit respond_draw take_over undo events tick),
        name <- ~w(seat move accept occupant plies since now) do
      case Table.call(table, call, Map.put(%{"seat" => "white"}, name, value)) do
        {:ok, _} -> :ok
        {:error, %Boardwright.Error{code: code}} -> assert code != :internal
      end
    end

    for value <- garbage do
      assert {:error, %Boardwright.Error{}} = Table.new("chess", seats: %{white: value || 5})
      assert {:error, %Boardwright.Error{}} = Table.load(value)
    end
  end

  defp a <<< b, do: Bitwise.bsl(a, b)
end
