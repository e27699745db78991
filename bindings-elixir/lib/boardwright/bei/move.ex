defmodule Boardwright.BEI.Move do
  @moduledoc "The move of an engine of Boost."

  @enforce_keys [:score, :move, :equals]
  defstruct [:score, :move, :equals]

  @typedoc """
    * `:score` - what it is worth to the player to move, in decitempi
    * `:move` - the chosen move; `--` is a pass
    * `:equals` - others that are as good
  """
  @type t :: %__MODULE__{score: integer, move: String.t(), equals: [String.t()]}
end
