defmodule Boardwright.ExternalEngine.Carrier do
  @moduledoc false
  # The process that carries the lines of an engine to its transport. It ends when the library lets go
  # of the engine, by a message.

  alias Boardwright.Native

  require Logger

  @doc false
  # Not linked: neither the end of the caller nor a failure of the transport says anything of the other.
  def start(module, argument), do: spawn(fn -> carry(module, argument, %{}) end)

  defp carry(module, argument, open) do
    receive do
      {:boardwright_wire, nil, :end} ->
        for {_, connection} <- open, do: safely(fn -> module.close(connection) end)

      {:boardwright_wire, wire, :open} ->
        case safely(fn -> module.open(argument, wire) end) do
          {:ok, {:ok, connection}} ->
            carry(module, argument, Map.put(open, wire, connection))

          _other ->
            Native.wire_gone(wire)
            carry(module, argument, open)
        end

      {:boardwright_wire, wire, {:line, line}} ->
        with %{^wire => connection} <- open,
             :failed <- safely(fn -> module.send_line(connection, line) end),
             do: Native.wire_gone(wire)

        carry(module, argument, open)

      {:boardwright_wire, wire, :close} ->
        {connection, open} = Map.pop(open, wire, :none)
        if connection != :none, do: safely(fn -> module.close(connection) end)
        carry(module, argument, open)

      _other ->
        carry(module, argument, open)
    end
  end

  defp safely(call) do
    {:ok, call.()}
  catch
    kind, reason ->
      failure = Exception.format(kind, reason, __STACKTRACE__)
      Logger.error(fn -> "the transport of an engine failed: " <> failure end)
      :failed
  end
end
