defmodule ArenaWeb.ServerTest do
  use ArenaWeb.Case, async: false

  test "the registry and the health of the server" do
    {200, _, registry} = http(:get, "/api/registry")
    assert %{"protocol" => 1, "limits" => %{"frame" => 8_192}, "games" => games} = registry
    assert length(games) == length(Boardwright.games())
    assert {200, _, %{"status" => "ok", "games" => 0}} = http(:get, "/api/health")
  end

  test "the page is served, with headers that bind it to this site, and nothing else of the disk" do
    page = Path.join(System.tmp_dir!(), "page-#{System.unique_integer([:positive])}")
    File.mkdir_p!(Path.join(page, "assets"))
    File.write!(Path.join(page, "index.html"), "<!doctype html><p>the page")
    File.write!(Path.join(page, "assets/main.js"), "let x")
    Application.put_env(:arena_web, :page, page)

    on_exit(fn ->
      Application.delete_env(:arena_web, :page)
      File.rm_rf!(page)
    end)

    assert {200, headers, "<!doctype html><p>the page"} = http(:get, "/")
    assert headers["content-type"] =~ "text/html"
    assert headers["content-security-policy"] =~ "default-src 'self'"
    assert {200, %{"content-type" => type}, "let x"} = http(:get, "/assets/main.js")
    assert type =~ "javascript"

    for path <- ["/nothing", "/..%2f..%2fetc%2fpasswd", "/assets/%2e%2e/%2e%2e/mix.exs"] do
      {status, code} = refused(:get, path)
      assert status in [400, 404] and code in ["bad_request", "not_found"]
    end
  end

  test "a server that closes says goodbye, serves nothing more, and says when to come back" do
    made = made("chess")
    {_, client} = hello(%{"token" => made["tokens"]["white"]})
    stop = Task.async(fn -> Supervisor.terminate_child(ArenaWeb.Supervisor, ArenaWeb.Drain) end)
    assert {frames, 1001, "draining"} = Client.closed(client)
    :ok = Task.await(stop, :infinity)
    assert %{"event" => "goodbye", "code" => "draining"} = List.last(frames)
    assert refused(:get, "/api/games") == {503, "draining"}
    assert {503, %{"retry-after" => "1"}, %{"status" => "draining"}} = http(:get, "/api/health")
    {:ok, _} = Supervisor.restart_child(ArenaWeb.Supervisor, ArenaWeb.Drain)
    assert {200, _, %{"games" => [_]}} = http(:get, "/api/games")
    {%{"view" => %{"ply" => 0}}, _} = hello(%{"token" => made["tokens"]["white"]})
  end

  test "a table that is killed goes on with its sockets" do
    made = made("chess")
    {_, client} = hello(%{"token" => made["tokens"]["white"]})
    {_, client} = Client.call(client, "commit", %{"move" => "e2e4"})
    made["id"] |> Arena.Game.table() |> GenServer.whereis() |> Process.exit(:kill)
    {events, client} = Client.hears(client, "resumed")
    assert for(event <- events, do: event["seq"]) == Enum.to_list(0..(length(events) - 1))
    assert {%{"answer" => %{"ply" => 1}}, _} = Client.call(client, "view")
  end
end
