defmodule Boardwright.TableTest do
  use ExUnit.Case, async: false
  doctest Boardwright.Table

  import Boardwright.Scenarios, only: [covers?: 2]

  alias Boardwright.{Bot, Game, Scenarios, Table, TableServer}

  @scenarios Scenarios.read("tables.json") ++ Scenarios.read("partners.json")

  for {scenario, i} <- Enum.with_index(@scenarios) do
    test "scenario #{i}: #{scenario["name"]}" do
      scenario = unquote(Macro.escape(scenario))
      {state, settings} = Scenarios.set_up(scenario)
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

  # A bot decides without a table.
  defp step(%{"decide" => step}, table) do
    options =
      for {name, value} <- Map.get(step, "options", %{}), do: {String.to_atom(name), value}

    limits = for {name, value} <- step["limits"], do: {String.to_atom(name), value}
    game = Game.name(Table.game(table))
    {:ok, bot} = Bot.new(step["bot"], [game: game, seed: 1] ++ options)
    {:ok, observation} = Table.observe(table, step["seat"])

    case Bot.decide(bot, observation, limits) do
      {:error, error} ->
        assert Atom.to_string(error.code) == step["error"]

      {:ok, decision} ->
        refute step["error"]
        got = %{"move" => decision.move, "says" => decision.says}
        assert covers?(got, step["expect"]), inspect({step, got})
    end

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

    for {name, found} <- [{"includes", true}, {"excludes", false}], step[name] do
      assert Enum.any?(got["events"], &covers?(&1, step[name])) == found, inspect({step, got})
    end

    table
  end

  test "the named functions" do
    seats = [black: [bot: "random", seed: 5, delay: 0]]
    {:ok, table} = Table.new("chess", seats: seats, clock: [base: 60_000])
    {:ok, %{"since" => 1}} = Table.commit(table, :white, "e4", style: "san", now: 1_000)
    :ok = Table.run_bots(table)
    {:ok, %{"ply" => 2, "table" => %{"next_seq" => next}}} = Table.view(table, "white")
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

  test "listeners are sent events as they happen, each once and in order" do
    {:ok, table} = Table.new("blind", seed: 1)
    {:ok, _} = Table.commit(table, "white", "e2e5")
    {:ok, seat} = Table.listen(table, seat: "black", since: 1)
    {:ok, referee} = Table.listen(table, feed: :referee)
    {:ok, spectators} = Table.listen(table, feed: :spectators)
    {:ok, stopped} = Table.listen(table, seat: "white", since: 1000)
    :ok = Table.unlisten(stopped)
    {:ok, _} = Table.commit(table, "white", "e2e4")
    {:ok, _} = Table.resign(table, "white")
    assert pushed(seat) == ["moved", "resigned", "ended"]

    all = [
      "started",
      "attempted",
      "attempt",
      "rejected",
      "attempted",
      "attempt",
      "moved",
      "resigned",
      "ended"
    ]

    assert pushed(referee) == all
    assert pushed(spectators) == all
    refute_received {:boardwright_events, ^stopped, _}

    for options <- [
          [feed: "everybody"],
          [seat: "white", feed: :referee],
          [since: 1],
          [seat: "white", sicne: 1]
        ] do
      assert {:error, %{code: :invalid_option}} = Table.listen(table, options)
    end

    assert {:ok, %{"shown" => true}} = Table.spectator_view(table)

    assert {:ok, %{"events" => [%{"heard_by" => ["white", "black"]} | _]}} =
             Table.referee_events(table)

    assert {:ok, %{"events" => [%{"kind" => "ended"}]}} = Table.spectator_events(table, 8)
    assert {:ok, %{"live" => []}} = Table.referee_view(table)
  end

  # The kinds of what is pushed to a listener until the end of the game.
  defp pushed(listener, from \\ nil, kinds \\ []) do
    assert_receive {:boardwright_events, ^listener, %{"since" => since, "next" => next} = told}
    assert from == nil or since == from
    kinds = kinds ++ Enum.map(told["events"], & &1["kind"])
    if "ended" in kinds, do: kinds, else: pushed(listener, next, kinds)
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

    # A process is a bot of the host's own.
    for value <- garbage -- [self()] do
      assert {:error, %Boardwright.Error{}} = Table.new("chess", seats: %{white: value || 5})
      assert {:error, %Boardwright.Error{}} = Table.load(value)
      assert {:error, %Boardwright.Error{}} = Table.attend(table, value, self())
      assert {:error, %Boardwright.Error{}} = Table.attend(table, "white", value)
    end
  end

  defp a <<< b, do: Bitwise.bsl(a, b)

  test "a key that is given twice is refused, in however large a payload" do
    {:ok, table} = Table.new("blind", options: [rules: "wild16"])

    twice = fn answer ->
      assert {:error, %{code: :invalid_option, message: message}} = answer
      assert message =~ "twice"
    end

    # What a client of White sends, and what its server makes of it. Maps of more than 32
    # keys have another order.
    for n <- [0, 10, 29, 30, 31, 32, 40, 200] do
      payload = Map.new(1..n//1, &{"x#{&1}", 0}) |> Map.put("seat", "black")
      twice.(Table.call(table, "view", Map.put(payload, :seat, "white")))
      twice.(Table.call(table, "view", [{:seat, "white"} | Map.to_list(payload)]))
    end

    twice.(Table.commit(table, "white", "e2e4", seat: "black"))
    twice.(Table.new("chess", [{"grace", 5}, {:grace, 6}]))
    twice.(Table.new("chess", clock: [base: 5, base: 6]))
    twice.(Table.new("chess", seats: [white: [bot: "random", seed: 1, seed: 2]]))
    twice.(Boardwright.start("blind", rules: "wild16", rules: "rbc"))
    twice.(Boardwright.start("blind", %{"rules" => "wild16", rules: "rbc"}))

    # What the call does not know is refused as well.
    assert {:error, %{code: :invalid_option}} =
             Table.call(table, "view", %{"seat" => "white", "styl" => "san"})
  end

  test "a table is made by a map as by a keyword list" do
    for options <- [
          %{seats: %{white: %{bot: "random"}}, options: %{rules: "wild16"}, grace: 5},
          %{"seats" => %{"white" => %{"bot" => "random"}}, "options" => %{"rules" => "wild16"}},
          [seats: [white: [bot: "random"]], options: [rules: "wild16"]]
        ] do
      assert {:ok, table} = Table.new("blind", options)
      assert {:ok, %{"options" => %{"rules" => "wild16"}}} = Table.view(table, "black")
      :ok = Table.close(table)
    end

    state = Boardwright.start!("chess")
    assert {:ok, _} = Table.new(state, %{seats: %{}})
    assert {:error, %{code: :invalid_option}} = Table.new(state, options: [chess960: true])
    assert {:error, %{code: :unknown_game}} = Table.new("chezz", %{})
    assert {:error, %{code: :invalid_option}} = Table.new("chess", nil)
  end

  test "waiting for bots leaves no message behind" do
    seats = [white: [bot: "search", movetime: 3_600_000, delay: 0]]
    {:ok, table} = Table.new("chess", seats: seats)
    for _ <- 1..3, do: assert({:error, :timeout} = Table.run_bots(table, 0))
    test = self()
    waits = spawn_link(fn -> send(test, {:waited, Table.run_bots(table)}) end)
    # It waits once it has been asked.
    waiting(waits)
    :ok = Table.close(table)
    # Who waited first would have been told first.
    assert_receive {:waited, {:error, %Boardwright.Error{code: :cancelled}}}
    refute_received _
    assert :ok = Table.run_bots(table, 0)
  end

  defp waiting(pid) do
    if Process.info(pid, :current_function) != {:current_function, {Table, :wait, 3}},
      do: waiting(pid)
  end

  test "a closed table is shown, read and closed again" do
    {:ok, table} = Table.new("chess", seats: [black: [bot: "random", delay: 0]])
    :ok = Table.close(table)
    :ok = Table.close(table)
    assert inspect(table) =~ "chess"
    assert {:ok, %{"events" => [_ | _]}} = Table.events(table, "white")
    # What is saved then goes on with its bots where it is loaded.
    {:ok, saved} = Table.save(table)
    {:ok, again} = Table.load(saved)
    {:ok, _} = Table.commit(again, "white", "e2e4")
    :ok = Table.run_bots(again)
    assert {:ok, %{"ply" => 2}} = Table.view(again, "white")
  end

  test "what may take a millisecond is left to a dirty scheduler" do
    native = fn table, name, args -> Boardwright.Native.table_call(table.ref, name, args) end
    {:ok, table} = Table.new("chess")
    for name <- ["save", :save, "reveal"], do: assert(native.(table, name, []) == :dirty)
    assert native.(table, "take_over", seat: 0, occupant: [bot: "search"]) == :dirty
    assert native.(table, "undo", seat: 0) == :dirty
    assert {:ok, _} = native.(table, "view", seat: 0)
    assert {:ok, _} = native.(table, "events", seat: 0)

    for now <- 1..60 do
      {:ok, _} = Table.disconnected(table, 0, now)
      {:ok, _} = Table.reconnected(table, 0, now)
    end

    assert native.(table, "events", seat: 0) == :dirty
    assert {:ok, %{"events" => [_]}} = native.(table, "events", seat: 0, since: 120)

    # A seat of a game that hides something is shown all that it was told.
    {:ok, hidden} = Table.new("blind", options: [rules: "wild16"], attempt_cap: 1_000)
    assert {:ok, _} = native.(hidden, "view", seat: 0)
    for _ <- 1..101, do: {:ok, _} = Table.commit(hidden, "white", "e1e8")
    assert native.(hidden, "view", seat: 0) == :dirty
    assert {:ok, %{"seat" => "white"}} = Table.view(hidden, 0)

    # Rules that are composed may cost what they like.
    composed = Boardwright.start!("chess+atomic")
    {:ok, slow} = Table.new(composed)
    assert native.(slow, "commit", seat: 0, move: "e2e4") == :dirty
    assert Boardwright.Native.legal_moves(composed.ref, []) == :dirty
    assert Boardwright.Native.play(composed.ref, "e2e4", []) == :dirty
    assert [_ | _] = Boardwright.legal_moves(composed)
    assert {:ok, _} = Boardwright.play(composed, "e2e4")
    assert Boardwright.Native.table_new("chess", seats: [white: [bot: "search"]]) == :dirty
  end

  test "a host looks at everything" do
    {:ok, table} = Table.new("blind", options: %{rules: "fog"}, seed: 1)
    before = Table.revision(table)
    {:ok, _} = Table.commit(table, "white", "e2e4")
    assert Table.revision(table) > before
    assert Boardwright.Game.options(Table.game(table))["rules"] == "fog"
    assert Boardwright.moves(Table.state(table)) == ["e2e4"]
    {:ok, seen} = Table.observe(table, "black")
    assert Boardwright.Observation.equal?(seen, Boardwright.observe(Table.state(table), "black"))
    assert {:error, %{code: :invalid_option}} = Table.observe(table, "green")
    {:ok, %{"moves" => [%{"move" => "e2e4"}]}} = Table.moves(table, since: 0)
    {:ok, _} = Table.pause(table)
    {:ok, _} = Table.resume(table, now: 5)
    {:ok, %{"ended" => true}} = Table.adjudicate(table, ["black"])
    {:ok, _} = Table.save(table)
    assert {:error, %{code: :game_over}} = Table.abort(table)
  end

  test "bots that were made are seated with their names, options and seeds" do
    one = Bot.new!("random", game: "chess", seed: 3)

    played = fn white ->
      seats = [white: white, black: [bot: "random", seed: 4]]
      {:ok, table} = Table.new("chess", seats: seats, seed: 1)
      assert :ok = Table.run_bots(table, 60_000)
      {:ok, %{"moves" => moves}} = Table.reveal(table)
      moves
    end

    moves = played.(one)
    assert length(moves) > 10
    assert moves == played.(bot: one, name: "Ann")
    assert moves == played.(%{"bot" => one, "name" => "Ann"})
    assert moves == played.(bot: "random", seed: 3, name: "Ann")

    {:ok, table} = Table.new("chess", seats: [white: :empty], on_abandoned: one)
    assert {:ok, %{"filled" => ["white"]}} = Table.fill(table, occupant: [bot: one, name: "Bea"])
    {:ok, view} = Table.view(table, "black")
    assert hd(view["table"]["players"])["name"] == "Bea"
    assert {:ok, _} = Table.take_over(table, "white", one)

    {:ok, table} = Table.new("chess", seats: [white: :empty])
    first = fn question -> hd(Boardwright.Question.candidates(question)) end
    assert {:ok, %{"filled" => ["white"]}} = Table.fill(table, occupant: [bot: first, delay: 0])
    assert :ok = Table.run_bots(table, 60_000)
    assert Boardwright.ply(Table.state(table)) == 1

    exploding = Bot.new!("random", game: "chess+atomic")
    assert {:ok, _} = Table.new("chess+atomic", seats: [black: exploding])
    other = Bot.new!("random", game: "crazyhouse")

    for {white, message} <- [
          {other, ~r/seats.white.bot: it plays .?crazyhouse.?, not chess/},
          {[bot: other], ~r/seats.white.bot: it plays .?crazyhouse.?, not chess/},
          {[bot: one, seed: 2], ~r/seats.white.seed: the bot has its own already/},
          {%{bot: one, options: %{}}, ~r/seats.white.options: the bot has its own already/}
        ] do
      assert {:error, %{code: :invalid_option} = error} =
               Table.new("chess", seats: [white: white])

      assert error.message =~ message
    end

    assert {:error, error} = Table.new("chess", on_abandoned: other)
    assert error.message =~ "on_abandoned.bot: it plays"
  end
end
