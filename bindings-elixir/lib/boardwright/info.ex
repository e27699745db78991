defmodule Boardwright.Info do
  @moduledoc """
  A report of a bot while it thinks, of one line at one depth.

    * `:depth` - the plies it has looked ahead
    * `:selective_depth` - the plies of the longest line it has looked at
    * `:line` - which of the best lines this is, from 1
    * `:score` - what the line is worth, as in `Boardwright.Decision`
    * `:bound` - `"lower"` if it is worth at least that, `"upper"` if at most, nil if exactly that
    * `:nodes` - positions looked at
    * `:time` - milliseconds since it began
    * `:nodes_per_second` - positions looked at in a second
    * `:hash_full` - how full its table is, in thousandths
    * `:pv` - the line it expects, its own move first
  """

  defstruct [
    :score,
    :bound,
    depth: 0,
    selective_depth: 0,
    line: 1,
    nodes: 0,
    time: 0,
    nodes_per_second: 0,
    hash_full: 0,
    pv: []
  ]

  @type t :: %__MODULE__{
          depth: non_neg_integer,
          selective_depth: non_neg_integer,
          line: pos_integer,
          score: %{String.t() => String.t() | number} | nil,
          bound: String.t() | nil,
          nodes: non_neg_integer,
          time: non_neg_integer,
          nodes_per_second: non_neg_integer,
          hash_full: non_neg_integer,
          pv: [String.t()]
        }
end
