defmodule ArenaWeb.Socket do
  @moduledoc "A WebSocket of the protocol: JSON in frames of text around an `Arena.Connection`."

  @behaviour WebSock

  alias Arena.Connection

  # Milliseconds between two pings; who has not answered the last one is gone.
  @ping 20_000

  # Milliseconds for which one that leaves is still read: a connection that is closed on what was not read loses
  # what was said last.
  @leaving 200

  @impl true
  def init(_argument) do
    Process.send_after(self(), :late, Connection.hello_within())
    Process.send_after(self(), :ping, @ping)
    {:ok, %{connection: Connection.open(now()), answered: true}}
  end

  @impl true
  def handle_in(_frame, %{connection: {:close, _, _}} = state), do: {:ok, state}

  def handle_in({text, [opcode: :text]}, state) do
    frame = with {:error, _} <- Jason.decode(text), do: :error
    state.connection |> Connection.take(frame, now()) |> step(state)
  end

  def handle_in({_bytes, [opcode: :binary]}, state),
    do: state.connection |> Connection.take(:error, now()) |> step(state)

  @impl true
  def handle_control({_payload, [opcode: :pong]}, state), do: {:ok, %{state | answered: true}}
  def handle_control(_ping, state), do: {:ok, state}

  @impl true
  def handle_info(:leave, %{connection: {:close, code, reason}} = state),
    do: {:stop, :normal, {code, reason}, state}

  def handle_info(_message, %{connection: {:close, _, _}} = state), do: {:ok, state}
  def handle_info(:late, state), do: state.connection |> Connection.late() |> step(state)

  def handle_info(:ping, %{answered: false} = state), do: {:stop, :normal, state}

  def handle_info(:ping, state) do
    Process.send_after(self(), :ping, @ping)
    {:push, {:ping, ""}, %{state | answered: false}}
  end

  def handle_info(message, state), do: state.connection |> Connection.told(message) |> step(state)

  @impl true
  def terminate(_reason, _state), do: :ok

  defp step({frames, {:close, _, _} = close}, state) do
    Process.send_after(self(), :leave, @leaving)
    {:push, texts(frames), %{state | connection: close}}
  end

  defp step({[], connection}, state), do: {:ok, %{state | connection: connection}}

  defp step({frames, connection}, state),
    do: {:push, texts(frames), %{state | connection: connection}}

  defp texts(frames), do: Enum.map(frames, &{:text, Jason.encode_to_iodata!(&1)})

  defp now, do: System.monotonic_time(:millisecond)
end
