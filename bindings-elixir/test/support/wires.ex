defmodule Boardwright.Wires do
  @moduledoc """
  Engines in process, as transports: each way has a process that answers the protocol as it is told to
  by a function of the lines.
  """

  @behaviour Boardwright.ExternalEngine.Transport

  alias Boardwright.Engine
  alias Boardwright.ExternalEngine.Transport

  @impl true
  def open(%{test: test} = engine, wire) do
    pid = spawn(fn -> serve(engine, wire) end)
    send(test, {:opened, engine.name, pid})
    {:ok, pid}
  end

  # An engine of the library's own; `hangs` has it not hear a line that begins so.
  def open({:library, protocol, hangs}, wire) do
    pid =
      spawn(fn ->
        {:ok, engine} = Engine.start(protocol)
        relay(engine, hangs, wire)
      end)

    {:ok, pid}
  end

  def open(:closed, _wire), do: {:error, :closed}
  def open(:raises, _wire), do: raise("no way")

  @impl true
  def send_line(pid, line), do: send(pid, {:line, line})

  @impl true
  def close(pid), do: send(pid, :close)

  defp relay(engine, hangs, wire) do
    receive do
      {:line, line} ->
        unless hangs && String.starts_with?(line, hangs), do: Engine.send(engine, line)
        relay(engine, hangs, wire)

      {:boardwright_engine, _ref, line} ->
        Transport.line(wire, line)
        relay(engine, hangs, wire)

      :close ->
        Engine.close(engine)
    end
  end

  @doc "An engine that answers by a function of a line; nil is no answer, `:gone` its end."
  def engine(name, answer), do: %{name: name, answer: answer, test: self()}

  defp serve(engine, wire) do
    receive do
      {:line, line} ->
        case engine.answer.(line) do
          :gone ->
            Transport.gone(wire)

          lines ->
            for line <- List.wrap(lines), do: Transport.line(wire, line)
            serve(engine, wire)
        end

      :close ->
        send(engine.test, {:closed, engine.name})
    end
  end

  @doc "UCI in which the first legal move of the game is played."
  def uci("uci"), do: ["id name first", "uciok"]
  def uci("isready"), do: "readyok"
  def uci("go" <> _), do: "bestmove " <> Process.get(:first)

  def uci("position " <> text) do
    {:ok, state} =
      case String.split(text, " moves ") do
        ["startpos" | moves] ->
          Boardwright.play_many(Boardwright.start!("chess"), split(moves))

        ["fen " <> fen | moves] ->
          Boardwright.play_many(Boardwright.parse!("chess", fen), split(moves))
      end

    Process.put(:first, hd(Boardwright.legal_moves(state, style: "uci") ++ ["0000"]))
    []
  end

  def uci(_other), do: []

  defp split([]), do: []
  defp split([moves]), do: String.split(moves)
end
