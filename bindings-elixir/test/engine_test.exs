defmodule Boardwright.EngineTest do
  use ExUnit.Case, async: true

  doctest Boardwright.Engine
  doctest Boardwright.BEI.Controller

  alias Boardwright.BEI.{Controller, Move}
  alias Boardwright.{Engine, Error}

  # Longer than anything here takes.
  @patience 60_000
  # The circle of the first player is complete with c5e5.
  @nearly "pppp1pppp/9/4D4/3DTD3/1PD6/9/9/7D1/PPPP2P2_a_-"
  # A position that no opening book knows.
  @open "pppp1p1pp/9/6p2/9/4D4/9/2P6/9/PP1PP1PPP_a_-"

  defp line(%Engine{ref: ref}) do
    assert_receive {:boardwright_engine, ^ref, line}, @patience
    line
  end

  defp until(engine, start) do
    line = line(engine)
    if String.starts_with?(line, start), do: line, else: until(engine, start)
  end

  test "every protocol answers" do
    assert ["uci", "ubi", "bei" | _] = Engine.protocols()

    for protocol <- Engine.protocols() do
      {:ok, engine} = Engine.start(protocol)
      :ok = Engine.send(engine, protocol)
      until(engine, protocol <> "ok")
      :ok = Engine.send(engine, "isready\nquit\nisready")
      assert until(engine, "readyok") == "readyok"
      assert Engine.closed?(engine)
      assert Engine.protocol(engine) == protocol
      assert inspect(engine) == "#Boardwright.Engine(#{protocol})"
      refute_received {:boardwright_engine, _, _}
    end
  end

  test "a search blocks no line, and lines come in order" do
    {:ok, engine} = Engine.start("uci")
    :ok = Engine.send(engine, "position startpos\ngo infinite\nisready")
    until(engine, "readyok")
    :ok = Engine.send(engine, "stop")
    until(engine, "bestmove")
    # What was asked a hundred times is answered in that order.
    :ok = Engine.send(engine, Enum.map_join(1..100, "\n", &"position startpos moves x#{&1}"))
    for n <- 1..100, do: assert(line(engine) =~ "x#{n}\"")
    :ok = Engine.close(engine)
  end

  test "what is wrong is an error or a line" do
    assert {:error, %Error{code: :unsupported}} = Engine.start("ucci")
    assert {:error, %Error{code: :invalid_option}} = Engine.start(3)
    {:ok, engine} = Engine.start("bei")
    assert {:error, %Error{code: :invalid_option}} = Engine.send(engine, 7)
    :ok = Engine.send(engine, "nonsense")
    assert line(engine) =~ "log unknown command"
  end

  test "an engine ends with its process, whoever else refers to it" do
    test = self()

    {process, monitor} =
      spawn_monitor(fn ->
        {:ok, engine} = Engine.start("uci")
        :ok = Engine.send(engine, "position startpos\ngo infinite")
        until(engine, "info")
        send(test, engine)
      end)

    assert_receive {:DOWN, ^monitor, :process, ^process, :normal}, @patience
    assert_receive %Engine{} = engine
    eventually(fn -> Engine.closed?(engine) end)
    # Its search has made room.
    assert Boardwright.perft(Boardwright.start!("chess"), 2, deadline: @patience) == 400
  end

  defp eventually(holds, left \\ 6_000) do
    unless holds.() do
      assert left > 0
      Process.sleep(10)
      eventually(holds, left - 1)
    end
  end

  defp property(controller) do
    assert_receive {:boardwright_bei, ^controller, {:property, name, value}}, @patience
    {name, value}
  end

  defp move(controller) do
    assert_receive {:boardwright_bei, ^controller, {:move, %Move{} = move}}, @patience
    move
  end

  test "the controller tells properties and moves" do
    {:ok, controller} = Controller.start_link()
    told = for _ <- 1..6, do: property(controller)
    assert for({name, _} <- told, do: name) == ~w(protocol name author version beiok known)
    assert {"protocol", "2.0.0"} in told
    :ok = Controller.set_depth(controller, 2)
    :ok = Controller.set_line(controller, @nearly)
    :ok = Controller.go(controller)
    assert move(controller) == %Move{score: 9_999_999, move: "c5e5", equals: []}
    # A win counts as the weight says.
    :ok = Controller.set_weight(controller, "victory", 500)
    :ok = Controller.go(controller)
    assert %Move{score: 499} = move(controller)
    assert {:error, %{code: :invalid_option}} = Controller.set_weight(controller, "a\nquit", 1)
    :ok = Controller.set_strength(controller, 3000)
    assert {"log", text} = property(controller)
    assert text =~ "3000 counts as 2500"
    # One arrangement may not come again, so there is one move left.
    :ok = Controller.new_game(controller, "boost-9-9-2-8-2-demo")
    :ok = Controller.set_depth(controller, 1)
    taboo = ["p8/9/9/9/9/9/9/P8/9_b_-"]
    :ok = Controller.set_line(controller, "p8/9/9/9/9/9/9/9/P8_a_-", taboo)
    :ok = Controller.go(controller)
    assert move(controller).move == "a1b1"
    :ok = Controller.close(controller)
  end

  test "a move is discarded that is not wanted" do
    {:ok, controller} = Controller.start_link()
    :ok = Controller.set_depth(controller, 100)
    :ok = Controller.set_line(controller, @open)
    # Each go ends the one before it, which then has its move. All are asked for before the
    # controller takes up the first, so that it hears of none before it is stopped.
    :sys.suspend(controller)
    calls = List.duplicate({:think, "go"}, 3) ++ [{:stop, false}]
    asked = for call <- calls, do: :gen_server.send_request(controller, call)
    :sys.resume(controller)
    for request <- asked, do: {:reply, :ok} = :gen_server.wait_response(request, @patience)
    :ok = Controller.go(controller)
    :ok = Controller.stop(controller)
    kept = move(controller).move
    assert kept in Boardwright.legal_moves(Boardwright.parse!("boost", @open))
    :ok = Controller.ponder(controller, 3)
    :ok = Controller.set_depth(controller, 1)
    :ok = Controller.set_line(controller, @nearly)
    :ok = Controller.go(controller)
    assert move(controller).move == "c5e5"
    refute_received {:boardwright_bei, _, {:move, _}}
  end

  test "what the controller is told wrongly is typed" do
    {:ok, controller} = Controller.start_link(identifier: "boost-99-9-2-8-2")
    told = for _ <- 1..7, do: elem(property(controller), 0)
    assert List.last(told) == "unknown"

    for answer <- [
          Controller.go(controller),
          Controller.ponder(controller, 1),
          Controller.set_line(controller, @open)
        ],
        do: assert({:error, %Error{code: :invalid_option}} = answer)

    :ok = Controller.new_game(controller, "boost-9-9-2-8-2")
    :ok = Controller.new_game(controller, "chess")
    assert {:error, %Error{code: :invalid_option}} = Controller.new_game(controller, "two words")
    assert {:error, %Error{code: :invalid_notation}} = Controller.set_line(controller, "pppp5")

    assert {:error, %Error{code: :invalid_notation}} =
             Controller.set_line(controller, @open, ["pppp5"])

    assert_raise FunctionClauseError, fn -> Controller.ponder(controller, -1) end
    assert_raise ArgumentError, fn -> Controller.stop(controller, want: false) end
    # The game that was known is still played.
    :ok = Controller.set_depth(controller, 1)
    :ok = Controller.go(controller)
    assert move(controller).move in Boardwright.legal_moves(Boardwright.start!("boost"))
  end

  test "a controller ends with its owner, however that ends" do
    for how <- [:normal, :kill] do
      test = self()

      owner =
        spawn(fn ->
          {:ok, controller} = Controller.start_link()
          :ok = Controller.set_depth(controller, 100)
          :ok = Controller.set_line(controller, @open)
          :ok = Controller.go(controller)
          send(test, {:started, controller})
          receive do: (:end -> :ok)
        end)

      assert_receive {:started, controller}, @patience
      monitor = Process.monitor(controller)
      if how == :normal, do: send(owner, :end), else: Process.exit(owner, :kill)
      assert_receive {:DOWN, ^monitor, :process, ^controller, _}, @patience
    end

    assert Boardwright.perft(Boardwright.start!("chess"), 2, deadline: @patience) == 400
  end

  test "another owner than who starts it" do
    owner = spawn_link(fn -> receive do: (:end -> :ok) end)
    {:ok, controller} = Controller.start_link(owner: owner, identifier: "boost-5-5-2-4-1")
    monitor = Process.monitor(controller)
    send(owner, :end)
    assert_receive {:DOWN, ^monitor, :process, ^controller, :normal}, @patience
  end
end
