defmodule Boardwright.ExternalEngineTest do
  use ExUnit.Case, async: true

  alias Boardwright.{Error, ExternalEngine, Game, Table}

  # A program that answers `go` in its own way.
  defp script(go) do
    [
      "sh",
      "-c",
      """
      while read -r line; do
          case "$line" in
              uci) echo "id name fake 1"; echo "option name Level type spin"; echo uciok ;;
              isready) echo readyok ;;
              quit) exit 0 ;;
              position*) moves=${line#*moves}; set -- $moves; count=$# ;;
              go*) #{go} ;;
          esac
      done
      """
    ]
  end

  defp start!(game, command, options \\ []) do
    {:ok, engine} = ExternalEngine.start(game, command, options)
    engine
  end

  defp refused(result, code, word \\ "") do
    assert {:error, %Error{code: ^code, message: message}} = result
    assert message =~ word
  end

  defp view!(table) do
    {:ok, view} = Table.view(table, "white")
    view
  end

  test "a program plays to the end of a game" do
    mate = ~s(case $count in 1\) echo "bestmove e7e5" ;; *\) echo "bestmove d8h4" ;; esac)
    engine = start!("chess", script(mate), options: %{"Level" => 3})
    assert engine.name == "fake 1"
    assert engine.protocol == "uci"
    assert Game.name(engine.game) == "chess"
    assert inspect(engine) == "#Boardwright.ExternalEngine(chess, fake 1)"
    {:ok, table} = Table.new("chess", seats: [black: [bot: engine, delay: 0, nodes: 5]], seed: 1)

    for move <- ["f2f3", "g2g4"] do
      {:ok, _} = Table.commit(table, "white", move)
      :ok = Table.run_bots(table)
    end

    assert %{"outcome" => %{"winners" => ["black"], "reason" => "checkmate"}} = view!(table)
    # Its seat is free for the next table.
    {:ok, again} = Table.new("chess", seats: %{"black" => engine}, seed: 1)
    {:ok, _} = Table.commit(again, "white", "a2a3")
    :ok = Table.run_bots(again)
    assert %{"ply" => 2} = view!(again)
    :ok = ExternalEngine.close(engine)
    refused(Table.attend(again, "black", engine), :bot_failed)
  end

  test "a program that fails costs it the move" do
    for {go, why, patience} <- [
          {"exit 3", ~r/it (ended|closed its output)/, 60_000},
          {"echo bestmove e9e5", "it answered", 60_000},
          {":", "there was no answer within 20 ms", 20}
        ] do
      engine = start!("chess", script(go))
      seats = [black: [bot: engine, delay: 0]]
      {:ok, table} = Table.new("chess", seats: seats, bot_timeout: patience)

      for move <- ["e2e4", "a2a3"] do
        {:ok, _} = Table.commit(table, "white", move)
        :ok = Table.run_bots(table)
        assert view!(table)["to_move"] == "white"
      end

      {:ok, %{"events" => events}} = Table.events(table, "black")
      reasons = for %{"kind" => "bot_failed", "reason" => reason} <- events, do: reason
      assert [_, _] = reasons
      assert Enum.all?(reasons, &(&1 =~ why))
    end
  end

  test "a program takes over and answers for a loaded table" do
    engine = start!("chess", script("echo bestmove e7e5"))
    {:ok, table} = Table.new("chess", seed: 1)
    {:ok, _} = Table.take_over(table, "black", bot: engine, delay: 0)
    refused(Table.new("chess", seats: [white: engine]), :bot_busy)
    {:ok, saved} = Table.save(table)
    :ok = Table.close(table)
    {:ok, loaded} = Table.load(saved)
    :ok = Table.attend(loaded, "black", engine)
    {:ok, _} = Table.commit(loaded, "white", "e2e4")
    :ok = Table.run_bots(loaded)
    {:ok, %{"moves" => moves}} = Table.moves(loaded)
    assert ["e2e4", "e7e5"] = Enum.map(moves, & &1["move"])
  end

  test "programs that cannot play are refused" do
    for game <- ["blind", "jarls"],
        do: refused(ExternalEngine.start(game, "sh"), :unsupported, game)

    refused(ExternalEngine.start("crazyhouse", script(":")), :unsupported, "crazyhouse")
    refused(ExternalEngine.start("nope", "sh"), :unknown_game)
    refused(ExternalEngine.start("chess", "/nowhere/at-all"), :invalid_option, "nowhere")
    nope = ExternalEngine.start("chess", script(":"), options: [{"Nope", 1}])
    refused(nope, :invalid_option, "Level")
    refused(ExternalEngine.start("chess", "sh", protocol: :usi), :invalid_option, "protocol")
    refused(ExternalEngine.start("chess", "sh", movetime: 5), :invalid_option, "movetime")

    for command <- [[], "", [1], nil, %{}],
        do: refused(ExternalEngine.start("chess", command), :invalid_option, "command")

    engine = start!("chess", script(":"))
    refused(Table.new("crazyhouse", seats: [white: engine]), :invalid_option, "chess")
    {:ok, table} = Table.new("chess")
    refused(Table.attend(table, "white", engine), :unsupported)
    # Nothing that a client sends names a program.
    for payload <- [%{"bot" => "ExternalEngine"}, %{"bot" => %{"command" => ["sh"]}}],
        do: assert({:error, %Error{}} = Table.take_over(table, "white", payload))
  end
end
