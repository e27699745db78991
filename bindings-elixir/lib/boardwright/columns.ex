defmodule Boardwright.Columns do
  @moduledoc """
  The main lines of games as flat arrays: binaries of numbers in the order of the machine.

  Game `i` has the plies from `ply_offsets[i]` to `ply_offsets[i + 1]`. What was not asked for is
  empty.
  """

  alias Boardwright.Damage

  defstruct [
    :lines,
    :results,
    :ply_offsets,
    :moves,
    :clocks,
    :evals,
    :boards,
    :starts,
    :fens,
    :headers,
    :damages
  ]

  @typedoc "Texts one after the other, with the offset of each and of the end; see `texts/1`."
  @type texts :: {binary, binary}

  @typedoc """
    * `:lines` - the line in which each game begins (`unsigned-native-64`)
    * `:results` - of each game 1, 0, -1, or -128 for none (`signed-8`)
    * `:ply_offsets` - `unsigned-native-64`, one more than games
    * `:moves` - `unsigned-native-16`, for `Boardwright.Records.move_text/2`: bits 0 to 5 the
      destination, 6 to 11 the origin (a1 is 0, h8 is 63), 12 to 15 the kind: 0 plain, 1 castling
      (to the square of the rook), 2 en passant, 4 to 7 promotion to knight, bishop, rook, queen,
      8 to 12 drop of pawn, knight, bishop, rook, queen
    * `:clocks` - the mover's clock after each ply in milliseconds, or -1 (`signed-native-32`)
    * `:evals` - centipawns of the first seat after each ply, or -32768; mate in n is 32000 - n
      (`signed-native-16`)
    * `:boards` - 64 bytes before each ply and after the last, from a1 to h8: 0 empty, 1 to 6 pawn
      to king of White, 9 to 14 of Black
    * `:starts`, `:fens` - the FEN of each start, and of the positions of `:boards`
    * `:headers` - the tags asked for, by name
    * `:damages` - the damaged games
  """
  @type t :: %__MODULE__{
          lines: binary,
          results: binary,
          ply_offsets: binary,
          moves: binary,
          clocks: binary,
          evals: binary,
          boards: binary,
          starts: texts,
          fens: texts,
          headers: %{String.t() => texts},
          damages: [Damage.t()]
        }

  @doc false
  def made(arrays, names) do
    headers = names |> Enum.zip(arrays.headers) |> Map.new()
    damages = Enum.map(arrays.damages, &Damage.made/1)
    struct!(__MODULE__, %{arrays | headers: headers, damages: damages})
  end

  @doc "The number of games."
  @spec count(t) :: non_neg_integer
  def count(%__MODULE__{results: results}), do: byte_size(results)

  @doc "The texts of a column of texts, as a list."
  @spec texts(texts) :: [String.t()]
  def texts({bytes, offsets}) do
    offsets = for <<offset::unsigned-native-64 <- offsets>>, do: offset

    offsets
    |> Enum.zip(Enum.drop(offsets, 1))
    |> Enum.map(fn {from, to} -> binary_part(bytes, from, to - from) end)
  end
end
