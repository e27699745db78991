defmodule ArenaWeb.PlayTest do
  use ArenaWeb.Case, async: false

  test "bughouse is played at four seats, with clocks" do
    made = made("bughouse", %{"clock" => %{"base" => 600_000, "increment" => 0}})

    people =
      for {seat, token} <- made["tokens"], into: %{} do
        {answer, client} = hello(%{"token" => token, "views" => true})
        assert %{"seat" => ^seat, "role" => "seat", "game" => %{"status" => "playing"}} = answer
        {seat, client}
      end

    # The capture on one board is in the hand of the partner on the other.
    moves = [
      {"A.white", "A:e2e4"},
      {"A.black", "A:d7d5"},
      {"A.white", "A:e4d5"},
      {"B.white", "B:e2e4"},
      {"B.black", "B:P@e5"}
    ]

    people =
      Enum.reduce(moves, people, fn {seat, move}, people ->
        {%{"answer" => %{"ended" => false}}, client} =
          Client.call(people[seat], "commit", %{"move" => move})

        %{people | seat => client}
      end)

    people =
      for {seat, client} <- people, into: %{} do
        last = fn frame -> Enum.any?(Client.events([frame]), &(&1["move"] == "B:P@e5")) end
        {frames, client} = Client.until(client, last)
        told = for %{"kind" => "moved"} = event <- Client.events(frames), do: event["move"]
        assert told == for({_, move} <- moves, do: move)
        %{"view" => view} = Enum.find(frames, last)
        assert Enum.all?(view["table"]["players"], &(&1["clock"] in 1..600_000))
        {seat, client}
      end

    {%{"answer" => %{"ended" => true}}, _} = Client.call(people["B.black"], "resign")
    {events, _} = Client.hears(people["A.black"], "ended")
    assert %{"winners" => ["A.black", "B.white"]} = List.last(events)
  end

  test "bots sit at the open seats of bughouse, unseen, and play" do
    seats = %{"A.white" => "me"}
    made = made("bughouse", %{"seats" => seats, "clock" => %{"base" => 600_000}})
    token = made["tokens"]["A.white"]
    body = %{"occupant" => %{"bot" => "random", "delay" => 0}}
    {200, _, %{"filled" => filled}} = http(:post, "/api/games/#{made["id"]}/fill", body, token)
    assert length(filled) == 3
    {_, client} = hello(%{"token" => token})
    by_bot = fn frame -> Enum.any?(Client.events([frame]), &(&1["seat"] == "B.white")) end
    assert {[_ | _], _} = Client.until(client, by_bot)
  end

  test "a seat of blind chess is told nothing of the other's moves" do
    made = made("blind")
    {_, white} = hello(%{"token" => made["tokens"]["white"], "views" => true})
    {_, black} = hello(%{"token" => made["tokens"]["black"], "views" => true})
    {_, watch} = hello(%{"game" => made["id"], "views" => true})
    {%{"answer" => _}, white} = Client.call(white, "commit", %{"move" => "e2e4"})
    {events, black} = Client.hears(black, "moved")
    {shown, black} = Client.call(black, "show")
    {view, black} = Client.call(black, "view")
    {seen, _} = Client.call(watch, "view")
    refute Jason.encode!([events, shown, view, seen, black.heard]) =~ "e2e4"
    assert %{"answer" => %{"picture" => "<svg" <> _, "moves" => [_ | _]}} = shown
    assert refused(:get, "/api/games/#{made["id"]}/reveal") == {409, "not_over"}
    {%{"answer" => %{"ended" => true}}, _} = Client.call(white, "resign")
    {_, _} = Client.hears(black, "ended")
    {200, _, whole} = http(:get, "/api/games/#{made["id"]}/reveal")
    assert inspect(whole) =~ "e2e4"
  end

  test "every game is played over the socket, looked on, and ended" do
    for %{"name" => name} <- Boardwright.games() do
      made = made(name)
      {_, watch} = hello(%{"game" => made["id"]})

      for {_, token} <- made["tokens"] do
        {_, client} = hello(%{"token" => token})
        {%{"answer" => %{"picture" => _, "words" => words}}, client} = Client.call(client, "show")
        assert is_binary(words)
        {%{"answer" => candidates}, client} = Client.call(client, "candidates")
        for move <- Enum.take(candidates, 1), do: Client.call(client, "commit", %{"move" => move})
        Client.leave(client)
      end

      token = made["tokens"] |> Map.values() |> hd()
      {_, client} = hello(%{"token" => token})
      {_, client} = Client.call(client, "resign")
      {%{"answer" => outcome}, _} = Client.call(client, "outcome")
      if outcome, do: assert({[_ | _], _} = Client.hears(watch, "ended"))
    end
  end

  test "who comes back hears what was missed, in order, and nothing twice" do
    made = made("jarls")
    [{first, one}, {_, two}] = Enum.sort(made["tokens"])
    {_, mover} = hello(%{"token" => one})
    {_, other} = hello(%{"token" => two})
    {events, other} = Client.hears(other, "reconnected")
    next = List.last(events)["seq"] + 1
    Client.leave(other)
    {_, mover} = Client.hears(mover, "disconnected")
    {%{"answer" => [move | _]}, mover} = Client.call(mover, "candidates")
    {%{"answer" => _}, mover} = Client.call(mover, "commit", %{"move" => move})
    {%{"answer" => _}, _} = Client.call(mover, "say", %{"text" => "your move"})
    {%{"view" => view}, other} = hello(%{"token" => two, "since" => next})
    assert view["ply"] == 1
    {missed, other} = Client.hears(other, "moved")
    numbers = for event <- missed, do: event["seq"]
    assert numbers == Enum.to_list(next..(next + length(numbers) - 1))
    {frames, _} = Client.until(other, &(&1["event"] == "chat"))
    assert %{"lines" => [%{"text" => "your move", "seat" => ^first}]} = List.last(frames)
  end

  test "two tabs of a seat hear everything, and either moves" do
    made = made("chess")
    {_, one} = hello(%{"token" => made["tokens"]["white"]})
    {answer, two} = hello(%{"token" => made["tokens"]["white"]})
    assert answer["people"]["white"]["sockets"] == 2
    {_, two} = Client.call(two, "commit", %{"move" => "e2e4"})
    {_, one} = Client.hears(one, "moved")
    {_, two} = Client.hears(two, "moved")
    Client.leave(two)
    {_, _} = Client.until(one, &(get_in(&1, ["people", "white", "sockets"]) == 1))
  end

  test "people who seek the same game are paired, and the ticket is the token" do
    {201, _, %{"ticket" => first}} = http(:post, "/api/seeks", %{"game" => "jarls"})
    waits = Task.async(fn -> http(:get, "/api/seek?wait=25", nil, first) end)

    {201, _, %{"status" => "paired", "ticket" => second}} =
      http(:post, "/api/seeks", %{"game" => "jarls"})

    assert {200, _, %{"status" => "paired", "id" => id}} = Task.await(waits, :infinity)
    for ticket <- [first, second], do: assert({%{"id" => ^id}, _} = hello(%{"token" => ticket}))
    assert refused(:delete, "/api/seek") == {401, "bad_token"}
  end
end
