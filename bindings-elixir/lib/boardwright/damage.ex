defmodule Boardwright.Damage do
  @moduledoc "The fault of a game of a source that could not be read."

  @enforce_keys [:line, :from, :kind, :message]
  defstruct [:line, :from, :kind, :message]

  @typedoc """
  `:line` is the line of the fault and `:from` that in which the game begins, both from 1;
  `:kind` is a stable word in snake_case, `:message` the fault in words.
  """
  @type t :: %__MODULE__{
          line: pos_integer,
          from: pos_integer,
          kind: String.t(),
          message: String.t()
        }

  @doc false
  def made({:damage, {line, from}, kind, message}) do
    %__MODULE__{line: line, from: from, kind: kind, message: message}
  end
end
