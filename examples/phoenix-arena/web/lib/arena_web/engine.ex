defmodule ArenaWeb.Engine do
  @moduledoc """
  Engines of others that come by a WebSocket, one line a message. To the library each is a way to an engine, by its
  name:

      {:ok, engine} = Boardwright.ExternalEngine.connect("chess", {ArenaWeb.Engine, "guest"}, protocol: "uci")

  A connection is for one beginning of the engine: it waits until it is taken, and is closed when the library lets
  go of it or the engine goes away. Whoever wants to play on connects again, and as often as it can play games at a time.

  `config :arena_web, engines: %{"guest" => token}` says which engines may come.
  """

  @behaviour Boardwright.ExternalEngine.Transport
  @behaviour WebSock

  alias Arena.Tokens
  alias Boardwright.ExternalEngine.Transport

  # Milliseconds between two pings, after the second of which one that is silent is gone.
  @ping 20_000

  @doc "The name of the engine that has a token, or nil."
  @spec named(String.t() | nil) :: String.t() | nil
  def named(token) do
    engines = Application.get_env(:arena_web, :engines, %{})
    Enum.find_value(engines, fn {name, own} -> Tokens.right?(token, Tokens.hash(own)) && name end)
  end

  @doc "The number of connections of an engine that wait for a game."
  @spec waiting(String.t()) :: non_neg_integer
  def waiting(name), do: length(Registry.lookup(ArenaWeb.Engines, name))

  # The way, in the process of the library's.

  @impl Transport
  def open(name, wire) do
    ArenaWeb.Engines
    |> Registry.lookup(name)
    |> Enum.find_value({:error, :offline}, fn {socket, _} -> take(socket, wire) end)
  end

  defp take(socket, wire) do
    monitor = Process.monitor(socket)
    send(socket, {:take, wire, self(), monitor})

    receive do
      {^monitor, taken} ->
        Process.demonitor(monitor, [:flush])
        if taken, do: {:ok, socket}

      {:DOWN, ^monitor, _, _, _} ->
        nil
    end
  end

  @impl Transport
  def send_line(socket, line), do: send(socket, {:line, line})

  @impl Transport
  def close(socket), do: send(socket, :close)

  # The connection.

  @impl WebSock
  def init(name) do
    {:ok, _} = Registry.register(ArenaWeb.Engines, name, nil)
    Process.send_after(self(), :ping, @ping)
    {:ok, %{name: name, wire: nil, answered: true}}
  end

  @impl WebSock
  def handle_in({line, [opcode: :text]}, %{wire: wire} = state) do
    # Lines before anybody asks are for nobody.
    if wire == nil or Transport.line(wire, line), do: {:ok, state}, else: {:stop, :normal, state}
  end

  def handle_in(_bytes, state), do: {:stop, :normal, {1003, "takes text"}, state}

  @impl WebSock
  def handle_control({_payload, [opcode: :pong]}, state), do: {:ok, %{state | answered: true}}
  def handle_control(_ping, state), do: {:ok, state}

  @impl WebSock
  def handle_info({:take, wire, from, mark}, state) do
    send(from, {mark, state.wire == nil})

    if state.wire == nil do
      Registry.unregister(ArenaWeb.Engines, state.name)
      {:ok, %{state | wire: wire}}
    else
      {:ok, state}
    end
  end

  def handle_info({:line, line}, state), do: {:push, {:text, line}, state}
  def handle_info(:close, state), do: {:stop, :normal, state}
  def handle_info(:ping, %{answered: false} = state), do: {:stop, :normal, state}

  def handle_info(:ping, state) do
    Process.send_after(self(), :ping, @ping)
    {:push, {:ping, ""}, %{state | answered: false}}
  end

  def handle_info(_other, state), do: {:ok, state}

  @impl WebSock
  def terminate(_reason, %{wire: nil}), do: :ok
  def terminate(_reason, %{wire: wire}), do: Transport.gone(wire)
end
