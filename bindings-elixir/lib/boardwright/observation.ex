defmodule Boardwright.Observation do
  @moduledoc """
  The knowledge of one seat about a state, and for a game that hides something the only thing that a
  bot or a page for that seat is given. Made by `Boardwright.observe/2`.

  `to_string/1` gives its text, which is equal exactly when the seat knows the same.
  """

  import Boardwright.Dirty, only: [either: 1]

  alias Boardwright.{Game, Native, Outcome}

  @enforce_keys [:ref]
  defstruct [:ref]

  @typedoc "A handle; what it refers to is the library's own."
  @type t :: %__MODULE__{ref: reference}

  @doc "The rules."
  @spec game(t) :: Game.t()
  def game(%__MODULE__{ref: ref}), do: %Game{ref: Native.observation_game(ref)}

  @doc "The outcome, if the game has ended and the seat was told; nil otherwise."
  @spec outcome(t) :: Outcome.t() | nil
  def outcome(%__MODULE__{ref: ref}), do: Native.observation_outcome(ref)

  @doc "The texts of the moves that the seat may try; none when it may not act."
  @spec candidates(t) :: [String.t()]
  def candidates(%__MODULE__{ref: ref}), do: either(Native.observation_candidates(ref))

  @doc "The action ids of `candidates/1`, in the same order."
  @spec candidate_ids(t) :: [non_neg_integer]
  def candidate_ids(%__MODULE__{ref: ref}), do: either(Native.observation_candidate_ids(ref))

  # <made: observation> by `cargo run -p xtask -- reference` from `boardwright::queries`
  @doc "The name of its seat."
  @spec seat(t) :: String.t()
  def seat(%__MODULE__{ref: ref}) do
    Native.observation_seat(ref)
  end

  @doc "All that the seat knows, as text: equal exactly if the seat knows the same."
  @spec text(t) :: String.t()
  def text(%__MODULE__{ref: ref}) do
    Native.observation_text(ref)
  end

  @doc "The key of the information set, 16 hexadecimal digits."
  @spec key(t) :: String.t()
  def key(%__MODULE__{ref: ref}) do
    Native.observation_key(ref)
  end

  @doc "True if the seat may act, as far as it can know."
  @spec may_act?(t) :: boolean
  def may_act?(%__MODULE__{ref: ref}) do
    Native.observation_may_act(ref)
  end

  @doc "Returns all that the seat knows, in plain values."
  @spec describe(t) :: %{String.t() => Boardwright.data()}
  def describe(%__MODULE__{ref: ref}) do
    either(Native.observation_describe(ref))
  end

  @doc "Describes all that the seat knows in English sentences."
  @spec describe_text(t) :: String.t()
  def describe_text(%__MODULE__{ref: ref}) do
    either(Native.observation_describe_text(ref))
  end

  @doc """
  Describes in English words a move that the seat may try.

  The move is to be given as `candidates` has it, or by its action id. Says no more of it than
  the seat knows.

  Raises `Boardwright.Error`: `:illegal_move` and `:unsupported`.
  """
  @spec move_in_words(t, Boardwright.move()) :: String.t()
  def move_in_words(%__MODULE__{ref: ref}, move) do
    either(Native.observation_move_in_words(ref, move))
  end

  @doc "Draws in text what the seat sees."
  @spec draw(t) :: String.t()
  def draw(%__MODULE__{ref: ref}) do
    Native.observation_draw(ref)
  end

  # </made: observation>

  @doc """
  Answers one of the questions of the game, as `Boardwright.ask/3`, where the seat sees everything.

  Raises `Boardwright.Error`: `:hidden_information` where something is hidden.
  """
  @spec ask(t, String.t(), Boardwright.game_options()) :: Boardwright.data()
  def ask(%__MODULE__{ref: ref}, question, arguments \\ []) do
    Native.observation_ask(ref, question, arguments)
  end

  @doc """
  Draws what the seat knows as SVG, for a page or a file.

  Options: `:last_move`, the text of a move; `:arrows`, a list of texts like `"e2e4"` or of
  maps with `from`, `to` and `color`; `:squares`, a list of cells or a map from cells to `"blue"`,
  `"green"`, `"red"` or `"yellow"`; `:orientation`, a seat; `:size`, the width in pixels, 16 to
  8192; `:theme`, `"light"`, `"dark"` or `"auto"`; `:coordinates`, false to leave out names;
  `:cells`, true for elements that name each cell; `:clocks`, a map from seats to milliseconds. Raises `Boardwright.Error`: `:invalid_option`.
  """
  @spec svg(t, keyword | map) :: String.t()
  def svg(%__MODULE__{ref: ref}, options \\ []) do
    either(Native.observation_svg(ref, options))
  end

  @doc "Returns true if both are of one seat that knows the same."
  @spec equal?(t, t) :: boolean
  def equal?(%__MODULE__{ref: ref}, %__MODULE__{ref: other}) do
    Native.observation_same(ref, other)
  end

  @doc "A hash that goes with `equal?/2`, for this run of the system only."
  @spec hash(t) :: non_neg_integer
  def hash(%__MODULE__{ref: ref}), do: Native.observation_hash(ref)

  defimpl Inspect do
    alias Boardwright.Native

    def inspect(seen, _options),
      do:
        Native.inspected(seen, fn -> "#Boardwright." <> Native.observation_inspect(seen.ref) end)
  end

  defimpl String.Chars do
    def to_string(%{ref: ref}), do: Boardwright.Native.observation_text(ref)
  end
end
