defmodule Arena.Bucket do
  @moduledoc "A bucket of tokens that the time fills: so many a second, and no more than it holds."

  @enforce_keys [:rate, :burst, :left, :at]
  defstruct [:rate, :burst, :left, :at]

  @type t :: %__MODULE__{}

  @doc "A full bucket."
  @spec new(pos_integer, pos_integer, integer) :: t
  def new(per_second, burst, now),
    do: %__MODULE__{rate: per_second / 1000, burst: burst, left: burst, at: now}

  @doc "Takes one; false if none is left."
  @spec take(t, integer) :: {boolean, t}
  def take(bucket, now) do
    left = min(bucket.burst, bucket.left + max(0, now - bucket.at) * bucket.rate)
    bucket = %{bucket | left: left, at: now}
    if left < 1, do: {false, bucket}, else: {true, %{bucket | left: left - 1}}
  end
end
