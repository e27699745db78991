defmodule ArenaWeb.EngineTest do
  use ArenaWeb.Case, async: false

  alias ArenaWeb.Engine
  alias Boardwright.{ExternalEngine, Table}

  @token "a token of an engine in a test"

  setup do
    Application.put_env(:arena_web, :engines, %{"guest" => @token})
    on_exit(fn -> Application.delete_env(:arena_web, :engines) end)
  end

  defp connect(token \\ @token) do
    headers = [{"authorization", "Bearer #{token}"}]
    %{Client.open(port(), headers, "/api/engine") | raw: true}
  end

  # An engine of UCI that answers with a move of its own choice, until its connection is closed.
  defp engine(client, move) do
    case Client.next(client) do
      {"uci", client} -> client |> Client.send_frame("uciok") |> engine(move)
      {"isready", client} -> client |> Client.send_frame("readyok") |> engine(move)
      {"go" <> _, client} -> client |> Client.send_frame("bestmove " <> move) |> engine(move)
      {{:close, code, _}, client} -> {code, Client.leave(client)}
      {_line, client} -> engine(client, move)
    end
  end

  test "an engine by a WebSocket plays at a table, and its connection ends with it" do
    client = connect()
    plays = Task.async(fn -> engine(client, "e7e5") end)
    waits("guest", 1)

    {:ok, engine} = ExternalEngine.connect("chess", {Engine, "guest"}, protocol: "uci")
    assert Engine.waiting("guest") == 0
    {:ok, table} = Table.new("chess", seats: %{"black" => [bot: engine, movetime: 10_000]})
    {:ok, _} = Table.commit(table, "white", "e2e4")
    :ok = Table.run_bots(table)
    {:ok, %{"moves" => moves}} = Table.moves(table)
    assert Enum.map(moves, & &1["move"]) == ["e2e4", "e7e5"]
    :ok = Table.close(table)
    :ok = ExternalEngine.close(engine)
    assert {1000, :ok} = Task.await(plays, :infinity)
  end

  test "nobody plays under a name without its token, or while it is not there" do
    assert refused(:get, "/api/engine") == {401, "bad_token"}
    assert refused(:get, "/api/engine", nil, "another") == {401, "bad_token"}
    assert refused(:get, "/api/engine", nil, @token) == {400, "bad_request"}
    assert {:error, _} = ExternalEngine.connect("chess", {Engine, "guest"}, protocol: "uci")
  end

  defp waits(name, count), do: if(Engine.waiting(name) < count, do: waits(name, count), else: :ok)
end
