defmodule Boardwright.ExternalEngine.Transport do
  @moduledoc """
  A way to an engine that is not a program of this machine: `Boardwright.ExternalEngine.connect/3` speaks
  UCI, UBI or BEI with what is at its other end, line by line, over a socket, a channel of Phoenix, or a
  process.

      defmodule MyApp.Channel do
        @behaviour Boardwright.ExternalEngine.Transport

        def open(channel, wire) do
          send(channel, {:engine, wire})
          {:ok, channel}
        end

        def send_line(channel, line), do: send(channel, {:to_engine, line})
        def close(channel), do: send(channel, :engine_closed)
      end

  The channel passes on what its client says by `line/2`, and calls `gone/1` when that is gone.

  The three functions are called by one process of each engine, which a wait of theirs holds up; what
  they raise ends the way.
  """

  alias Boardwright.Native

  @typedoc "Where the lines of an engine arrive; any process of this node may hold it."
  @opaque wire :: reference

  @doc "Opens a way; again for each new beginning of the engine."
  @callback open(argument :: term, wire) :: {:ok, connection :: term} | {:error, reason :: term}

  @doc "Sends a line, without its end."
  @callback send_line(connection :: term, line :: String.t()) :: any

  @doc "Closes a way, on which nothing is sent any more."
  @callback close(connection :: term) :: any

  @doc """
  Takes a line of the engine. False where nobody listens any more: the way was closed, or the engine
  has written a line of more than 64 KB, or a thousand that nobody asked for.
  """
  @spec line(wire, String.t()) :: boolean
  def line(wire, line), do: Native.wire_line(wire, line)

  @doc "Says that the engine is gone."
  @spec gone(wire) :: :ok
  def gone(wire), do: Native.wire_gone(wire)
end
