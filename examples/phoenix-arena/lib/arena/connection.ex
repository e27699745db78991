defmodule Arena.Connection do
  @moduledoc """
  A connection of the protocol, whatever carries it: a socket within its limits, as a value that the process of the
  connection holds. `open/1` is called in that process. The times are given, in milliseconds.

  Each function returns the frames to send, in order, and the connection that follows; in its place
  `{:close, code, reason}` says that it is to be closed, by these where the transport has them.
  """

  alias Arena.{Bucket, Errors, Limits, Socket}

  # Frames above the limit after which a connection is closed.
  @flood 200

  # Close codes for the errors that end a connection.
  @closes %{
    "draining" => 1001,
    "hello_first" => 1008,
    "bad_token" => 4001,
    "wrong_protocol" => 4002,
    "too_many" => 4003,
    "no_such_game" => 4004
  }

  @enforce_keys [:socket, :bucket]
  defstruct [:socket, :bucket, excess: 0]

  @type t :: %__MODULE__{}
  @type step :: {[map], t | {:close, 1000..4999, String.t()}}

  @doc "A connection that has not said hello, which hears of the end of the server."
  @spec open(integer) :: t
  def open(now) do
    {:ok, _} = Registry.register(Arena.Connections, :all, nil)
    %{frames_per_second: rate, frames_burst: burst} = Limits.all()
    %__MODULE__{socket: Socket.new(), bucket: Bucket.new(rate, burst, now)}
  end

  @doc "The number of connections."
  @spec count :: non_neg_integer
  def count, do: Registry.count(Arena.Connections)

  @doc "The processes of all connections."
  @spec all :: [pid]
  def all, do: for({pid, _} <- Registry.lookup(Arena.Connections, :all), do: pid)

  @doc "The milliseconds after which `late/1` is called."
  @spec hello_within :: pos_integer
  def hello_within, do: 10_000

  @doc "Takes a frame as it was decoded; `:error` for one that cannot be."
  @spec take(t, {:ok, term} | :error, integer) :: step
  def take(connection, frame, now) do
    case Bucket.take(connection.bucket, now) do
      {true, bucket} ->
        handle(%{connection | bucket: bucket}, frame)

      {false, bucket} ->
        excess(%{connection | bucket: bucket, excess: connection.excess + 1}, frame)
    end
  end

  defp handle(connection, {:ok, frame}),
    do: step(connection, Socket.handle(connection.socket, frame))

  defp handle(connection, :error), do: {[Socket.unreadable()], connection}

  defp excess(%{excess: excess}, _frame) when excess > @flood,
    do: goodbye([], "too_many", "a flood of frames")

  defp excess(connection, frame) do
    error = Errors.new("too_many", "too many frames; wait a moment")
    number = with {:ok, read} <- frame, do: Socket.number(read), else: (:error -> nil)
    {[%{"id" => number, "error" => error}], connection}
  end

  @doc "Takes a message of the process; others than `{:arena, _}` are none of it."
  @spec told(t, term) :: step
  def told(connection, message), do: step(connection, Socket.told(connection.socket, message))

  @doc "Says goodbye to one that has not said hello."
  @spec late(t) :: step
  def late(%{socket: %{id: nil}}), do: goodbye([], "hello_first", "no hello has come in time")
  def late(connection), do: {[], connection}

  defp step(_connection, {frames, :closed}) do
    %{"code" => code} = List.last(frames)
    {frames, {:close, Map.get(@closes, code, 1008), code}}
  end

  defp step(connection, {frames, socket}), do: {frames, %{connection | socket: socket}}

  defp goodbye(frames, code, message) do
    frame = Socket.goodbye(Errors.new(code, message))
    {frames ++ [frame], {:close, @closes[code], code}}
  end
end
