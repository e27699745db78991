defmodule Boardwright.Outcome do
  @moduledoc """
  The end of a game.

    * `:winner` - the seat that won, where one alone did
    * `:winners` - all seats that won
    * `:draw` - whether nobody did
    * `:reason` - why it ended, such as `"checkmate"`
    * `:scores` - by seat in order: 1 for a win, 0.5 for a draw, 0 for a loss
  """

  defstruct [:winner, :reason, winners: [], draw: false, scores: []]

  @type t :: %__MODULE__{
          winner: String.t() | nil,
          winners: [String.t()],
          draw: boolean,
          reason: String.t(),
          scores: [number]
        }
end
