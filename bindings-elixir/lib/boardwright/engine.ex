defmodule Boardwright.Engine do
  @moduledoc """
  An engine that speaks a protocol with one process, in this system: a line in, lines out as
  messages `{:boardwright_engine, ref, line}` with the `ref` of the engine.

  No line that is sent waits for a search. The engine is closed when the process that started it
  ends, and when nobody refers to it any more.

      iex> {:ok, engine} = Boardwright.Engine.start("uci")
      iex> ref = engine.ref
      iex> :ok = Boardwright.Engine.send(engine, "position startpos moves f2f3 e7e5 g2g4\\ngo depth 3")
      iex> receive do
      ...>   {:boardwright_engine, ^ref, "bestmove " <> move} -> move
      ...> end
      "d8h4"
  """

  import Kernel, except: [send: 2]

  alias Boardwright.{Error, Native}

  @enforce_keys [:ref, :native]
  defstruct [:ref, :native]

  @typedoc "`:ref` stands in its messages; the rest is the library's own."
  @type t :: %__MODULE__{ref: reference, native: reference}

  @doc "The names of the protocols there are."
  @spec protocols :: [String.t()]
  def protocols, do: Native.protocols()

  @doc "An engine that speaks a protocol with the calling process."
  @spec start(String.t()) :: {:ok, t} | {:error, Error.t()}
  def start(protocol) do
    ref = make_ref()

    with {:ok, native} <- Native.engine_new(protocol, ref),
         do: {:ok, %__MODULE__{ref: ref, native: native}}
  end

  @doc """
  Tells it a line, or several, and does not wait for what comes of it. What is wrong with a line it
  says in its protocol.
  """
  @spec send(t, String.t()) :: :ok | {:error, Error.t()}
  def send(%__MODULE__{native: native}, text), do: Native.engine_send(native, text)

  @doc "The name of its protocol."
  @spec protocol(t) :: String.t()
  def protocol(%__MODULE__{native: native}), do: Native.engine_protocol(native)

  @doc "Returns true if it was closed, by `close/1` or by its protocol's word for the end."
  @spec closed?(t) :: boolean
  def closed?(%__MODULE__{native: native}), do: Native.engine_closed(native)

  @doc "Cancels what it searches, without another word."
  @spec close(t) :: :ok
  def close(%__MODULE__{native: native}), do: Native.engine_close(native)

  defimpl Inspect do
    def inspect(engine, _options),
      do: "#Boardwright.Engine(" <> Boardwright.Engine.protocol(engine) <> ")"
  end
end
