defmodule Boardwright.Decision do
  @moduledoc """
  The decision of a bot.

    * `:move` - the move, in the game's canonical notation
    * `:score` - what it is worth, as `%{"unit" => unit, "value" => value}` with the unit
      `"centipawns"`, `"decitempi"`, `"points"`, `"mate"` (plies) or `"win_probability"`; nil
      for no opinion
    * `:pv` - the line it expects, its own move first
    * `:depth` - plies searched
    * `:nodes` - positions looked at
    * `:time` - milliseconds it thought
    * `:queued` - milliseconds it waited before that
    * `:alternatives` - other moves it weighed, as `%{"move" => move, "score" => score}`
    * `:messages` - words for the host
    * `:hold` - milliseconds for which to hold the move back, to sit; decide anew if the game
      goes on meanwhile
    * `:fallback` - the name of the bot that stepped in, where one had to
    * `:offer_draw` - true where it offers a draw with its move
    * `:resign` - true where it would rather resign than make its move
    * `:says` - words for those it plays with, as `%{"text" => text, "repeated" => repeated}`, where
      `:heard` was given
  """

  defstruct [
    :move,
    :score,
    :fallback,
    pv: [],
    depth: 0,
    nodes: 0,
    time: 0,
    queued: 0,
    alternatives: [],
    messages: [],
    hold: 0,
    offer_draw: false,
    resign: false,
    says: []
  ]

  @type t :: %__MODULE__{
          move: String.t(),
          score: %{String.t() => String.t() | number} | nil,
          fallback: String.t() | nil,
          pv: [String.t()],
          depth: non_neg_integer,
          nodes: non_neg_integer,
          time: non_neg_integer,
          queued: non_neg_integer,
          alternatives: [%{String.t() => Boardwright.data()}],
          messages: [String.t()],
          hold: non_neg_integer,
          offer_draw: boolean,
          resign: boolean,
          says: [%{String.t() => Boardwright.data()}]
        }

  defimpl String.Chars do
    def to_string(decision), do: decision.move
  end
end
