defmodule Boardwright.Record do
  @moduledoc """
  The record of a game: tags, moves with what is said about them, result; a value.

  `Boardwright.Records.stream!/2` reads records, `new/3` makes them. Times are in milliseconds,
  evaluations in centipawns of the first seat.

      iex> start = Boardwright.start!("chess")
      iex> {:ok, record} = Boardwright.Record.new(start, ["e4", "e5"], style: "san", result: "*")
      iex> Boardwright.Record.moves!(record)
      ["e2e4", "e7e5"]
      iex> String.ends_with?(Boardwright.Record.pgn!(record), "1. e4 e5 *\\n\\n")
      true
  """

  alias Boardwright.{Error, Game, Native, State}

  @enforce_keys [:ref, :line, :tags, :result]
  defstruct [:ref, :line, :tags, :result]

  @typedoc """
  `:line` is the line of the source in which it begins, from 1, and 0 for one that was not read;
  `:result` is `nil` where there is none. The rest is the library's own.
  """
  @type t :: %__MODULE__{
          ref: reference,
          line: non_neg_integer,
          tags: %{String.t() => String.t()},
          result: String.t() | nil
        }

  @typedoc """
  Moves: texts, or maps with a `"move"` and what the nodes of `tree/2` have beside it, or a
  whole tree.
  """
  @type moves :: [String.t() | map] | map

  @doc false
  def made({:record, ref, line, tags, result}) do
    %__MODULE__{ref: ref, line: line, tags: tags, result: result}
  end

  @doc """
  Makes a record of moves from a state on, to be written. Options: `:tags`, `:result` as PGN
  writes it, `:style` of the moves.
  """
  @spec new(State.t(), moves, tags: map | keyword, result: String.t(), style: Boardwright.style()) ::
          {:ok, t} | {:error, Error.t()}
  def new(%State{ref: ref}, moves, options \\ []) do
    with {:ok, record} <- Native.record_new(ref, moves, options), do: {:ok, made(record)}
  end

  @doc "As `new/3`, but raises."
  @spec new!(State.t(), moves, keyword) :: t
  def new!(start, moves, options \\ []), do: bang(new(start, moves, options))

  @doc "The first state."
  @spec start(t) :: State.t()
  def start(%__MODULE__{ref: ref}), do: %State{ref: bang(Native.record_start(ref))}

  @doc "The rules."
  @spec game(t) :: Game.t()
  def game(record), do: Boardwright.game(start(record))

  @doc """
  The state after a move, by its index in the nodes of `tree/2`; by default the last state of
  the main line.
  """
  @spec state(t, non_neg_integer | nil) :: {:ok, State.t()} | {:error, Error.t()}
  def state(%__MODULE__{ref: ref}, node \\ nil) do
    with {:ok, state} <- Native.record_state(ref, node), do: {:ok, %State{ref: state}}
  end

  @doc "As `state/2`, but raises."
  @spec state!(t, non_neg_integer | nil) :: State.t()
  def state!(record, node \\ nil), do: bang(state(record, node))

  @doc "The moves of the main line."
  @spec moves(t, Boardwright.style() | nil) :: {:ok, [String.t()]} | {:error, Error.t()}
  def moves(%__MODULE__{ref: ref}, style \\ nil), do: Native.record_moves(ref, style)

  @doc "As `moves/2`, but raises."
  @spec moves!(t, Boardwright.style() | nil) :: [String.t()]
  def moves!(record, style \\ nil), do: bang(moves(record, style))

  @doc "All moves with variations, comments, glyphs, clocks and evaluations, as plain maps."
  @spec tree(t, Boardwright.style() | nil) ::
          {:ok, %{String.t() => Boardwright.data()}} | {:error, Error.t()}
  def tree(%__MODULE__{ref: ref}, style \\ nil), do: Native.record_tree(ref, style)

  @doc "As `tree/2`, but raises."
  @spec tree!(t, Boardwright.style() | nil) :: %{String.t() => Boardwright.data()}
  def tree!(record, style \\ nil), do: bang(tree(record, style))

  @doc "The mover's clock after each move of the main line in milliseconds, or nil."
  @spec clocks(t) :: [non_neg_integer | nil]
  def clocks(record), do: Enum.map(main_line(record), & &1["clock"])

  @doc "The evaluation after each move of the main line, or nil; mates are in `tree/2` alone."
  @spec evals(t) :: [integer | nil]
  def evals(record), do: Enum.map(main_line(record), & &1["eval"])

  defp main_line(record) do
    tree!(record)["nodes"]
    |> Enum.with_index()
    |> Enum.reduce({nil, []}, fn
      {%{"parent" => at} = node, index}, {at, line} -> {index, [node | line]}
      _, found -> found
    end)
    |> elem(1)
    |> Enum.reverse()
  end

  @doc """
  The record as PGN (BPGN for games of two boards), a blank line at its end. `:variations`,
  `:comments`, `:notes` (clocks, evaluations and marks) and `:nags` can be `false`.
  """
  @spec pgn(t, keyword(boolean)) :: {:ok, String.t()} | {:error, Error.t()}
  def pgn(%__MODULE__{ref: ref}, options \\ []), do: Native.record_pgn(ref, options)

  @doc "As `pgn/2`, but raises."
  @spec pgn!(t, keyword(boolean)) :: String.t()
  def pgn!(record, options \\ []), do: bang(pgn(record, options))

  defp bang({:ok, value}), do: value
  defp bang({:error, error}), do: raise(error)

  defimpl Inspect do
    def inspect(%{tags: tags}, _options) do
      "#Boardwright.Record(#{tags["White"] || "?"} - #{tags["Black"] || "?"})"
    end
  end

  defimpl String.Chars do
    def to_string(record), do: Boardwright.Record.pgn!(record)
  end
end
