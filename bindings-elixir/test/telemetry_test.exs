defmodule Boardwright.TelemetryTest do
  @moduledoc "Events for measuring."
  use ExUnit.Case, async: false

  import ExUnit.CaptureLog

  alias Boardwright.{Question, Table, TableServer, Telemetry}

  defp server(options) do
    {:ok, server} = start_supervised({TableServer, options}, restart: :temporary)
    server
  end

  # Has the test told each event by the last word of its name.
  defp telemetry do
    test = self()

    fn [:boardwright, :table, name], measures, about ->
      assert is_map(measures)
      send(test, {name, measures, about})
    end
  end

  test "calls are told with game, seat and result" do
    server = server(game: "chess", id: 7, telemetry: telemetry())
    {:ok, _} = TableServer.seat_call(server, "white", "commit", %{"move" => "e2e4"})
    assert_received {:call, %{duration: took}, about}
    assert took >= 0
    assert about == %{id: 7, game: "chess", seat: "white", call: "commit", result: :ok}
    {:error, _} = TableServer.call(server, "commit", seat: 0, move: "e2e4")
    assert_received {:call, _, %{seat: 0, result: :not_your_turn}}
    {:ok, _} = TableServer.call(server, "view", %{"seat" => 1})
    assert_received {:call, _, %{seat: 1, call: "view"}}
    {:ok, _} = TableServer.call(server, "referee_view")
    assert_received {:call, _, %{seat: nil}}
  end

  test "questions to bots are told with their seat, and how long the answer took" do
    test = self()

    bot = fn question ->
      send(test, {:thinking, self()})
      receive(do: (:go -> hd(Question.candidates(question))))
    end

    seats = [black: [bot: bot, delay: 0]]
    server = server(game: "chess", id: "t", seats: seats, telemetry: telemetry())
    refute_received {:asked, _, _}
    {:ok, _} = TableServer.seat_call(server, 0, "commit", %{"move" => "e2e4"})
    assert_received {:asked, %{count: 1}, %{id: "t", game: "chess", seat: "black"}}
    assert_receive {:thinking, pid}, 60_000
    refute_received {:answered, _, _}
    send(pid, :go)
    :ok = Table.run_bots(TableServer.table(server))
    TableServer.table(server)
    assert_receive {:answered, %{duration: took}, %{seat: "black"}}, 60_000
    assert took > 0
    refute_received {:asked, _, _}
  end

  test "what was stored and the end are told" do
    server = server(game: "chess", id: 1, telemetry: telemetry(), persist: fn _ -> :ok end)
    assert_received {:stored, %{duration: _}, %{id: 1, game: "chess"}}
    {:ok, _} = TableServer.seat_call(server, 0, "resign")
    assert_received {:stored, _, _}
    assert_received {:ended, %{count: 1}, %{reason: "resigned", winners: ["black"], id: 1}}
    {:ok, _} = TableServer.seat_call(server, 0, "view")
    refute_received {:ended, _, _}
  end

  test "a handler that fails is logged, and costs nothing else" do
    assert capture_log(fn ->
             assert Telemetry.execute(fn _, _, _ -> throw(:x) end, [:a], %{}, %{}) == :ok
           end) =~ "handler of telemetry failed"
  end

  test "without telemetry there are no events, with it they are its own" do
    assert Telemetry.default() == nil
    assert Telemetry.execute(nil, [:a], %{}, %{}) == :ok

    Code.compile_string("""
    defmodule :telemetry do
      def execute(event, measures, about), do: send(about.test, {event, measures})
    end
    """)

    on_exit(fn -> :code.delete(:telemetry) end)
    Telemetry.execute(Telemetry.default(), [:a], %{count: 1}, %{test: self()})
    assert_received {[:a], %{count: 1}}
  end
end
