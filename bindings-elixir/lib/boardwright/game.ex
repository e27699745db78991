defmodule Boardwright.Game do
  @moduledoc """
  The rules of a game with their options fixed.

      iex> {:ok, game} = Boardwright.Game.new("chess", chess960: true)
      iex> {Boardwright.Game.name(game), Boardwright.Game.seats(game)}
      {"chess", ["white", "black"]}
      iex> Boardwright.Game.options(game)["chess960"]
      true
  """

  import Boardwright.Dirty, only: [either: 1]

  alias Boardwright.{Error, Native, State}

  @enforce_keys [:ref]
  defstruct [:ref]

  @typedoc "A handle; what it refers to is the library's own."
  @type t :: %__MODULE__{ref: reference}

  @doc "The rules of the game of that name."
  @spec new(String.t(), Boardwright.game_options()) :: {:ok, t} | {:error, Error.t()}
  def new(name, options \\ [])
  def new(name, []), do: made(Native.game_new(name, []))
  def new(name, options), do: made(Native.game_new_dirty(name, options))

  defp made({:ok, ref}), do: {:ok, %__MODULE__{ref: ref}}
  defp made({:error, error}), do: {:error, error}

  @doc "As `new/2`, but raises."
  @spec new!(String.t(), Boardwright.game_options()) :: t
  def new!(name, options \\ []), do: bang(new(name, options))

  @doc "The name."
  @spec name(t) :: String.t()
  def name(%__MODULE__{ref: ref}), do: Native.game_name(ref)

  @doc "The options, defaults included."
  @spec options(t) :: %{String.t() => Boardwright.data()}
  def options(%__MODULE__{ref: ref}), do: Native.game_options(ref)

  @doc "The names of the seats, in order."
  @spec seats(t) :: [String.t()]
  def seats(%__MODULE__{ref: ref}), do: Native.game_seats(ref)

  @doc """
  The questions about states that `Boardwright.ask/3` answers: maps with `"name"`, `"doc"`,
  `"arguments"` and `"answer"`.

      iex> {:ok, game} = Boardwright.Game.new("chess")
      iex> Enum.map(Boardwright.Game.questions(game), & &1["name"]) |> Enum.take(3)
      ["pieces", "piece_at", "letters"]
  """
  @spec questions(t) :: [%{String.t() => Boardwright.data()}]
  def questions(%__MODULE__{ref: ref}), do: Native.game_questions(ref)

  @doc "Returns true if seats see less than everything."
  @spec hidden?(t) :: boolean
  def hidden?(%__MODULE__{ref: ref}), do: Native.game_hidden(ref)

  @doc "The first state."
  @spec start(t) :: {:ok, State.t()} | {:error, Error.t()}
  def start(%__MODULE__{ref: ref}), do: state(Native.game_start(ref))

  @doc "As `start/1`, but raises."
  @spec start!(t) :: State.t()
  def start!(%__MODULE__{} = game), do: bang(start(game))

  @doc "Reads a position; with `:history`, a list of earlier ones, oldest first."
  @spec parse(t, String.t(), history: [String.t()]) :: {:ok, State.t()} | {:error, Error.t()}
  def parse(game, text, options \\ [])

  def parse(%__MODULE__{ref: ref}, text, []), do: state(either(Native.game_parse(ref, text, [])))

  def parse(%__MODULE__{ref: ref}, text, options) do
    state(Native.game_parse_dirty(ref, text, options))
  end

  @doc "As `parse/3`, but raises."
  @spec parse!(t, String.t(), history: [String.t()]) :: State.t()
  def parse!(%__MODULE__{} = game, text, options \\ []), do: bang(parse(game, text, options))

  @doc "Reads a line of EPD; see `Boardwright.parse_epd/2`."
  @spec parse_epd(t, String.t(), style: Boardwright.style()) ::
          {:ok, {State.t(), Boardwright.epd_operations()}} | {:error, Error.t()}
  def parse_epd(%__MODULE__{ref: ref}, line, options \\ []) do
    with {:ok, {state, operations}} <- Native.game_parse_epd(ref, line, options) do
      {:ok, {%State{ref: state}, operations}}
    end
  end

  @doc "As `parse_epd/3`, but raises."
  @spec parse_epd!(t, String.t(), style: Boardwright.style()) ::
          {State.t(), Boardwright.epd_operations()}
  def parse_epd!(%__MODULE__{} = game, line, options \\ []),
    do: bang(parse_epd(game, line, options))

  @doc "Counts the action ids, from 0 on; nil for a game without ids."
  @spec action_count(t) :: pos_integer | nil
  def action_count(%__MODULE__{ref: ref}), do: Native.game_action_count(ref)

  @doc "The text of an action id; empty for an id that no move has."
  @spec action_text(t, non_neg_integer) :: String.t()
  def action_text(%__MODULE__{ref: ref}, id), do: Native.game_action_text(ref, id)

  @doc "Returns true if both are the rules of one game under the same options."
  @spec equal?(t, t) :: boolean
  def equal?(%__MODULE__{ref: ref}, %__MODULE__{ref: other}), do: Native.game_same(ref, other)

  defp state({:ok, ref}), do: {:ok, %State{ref: ref}}
  defp state({:error, _} = error), do: error

  defp bang({:ok, value}), do: value
  defp bang({:error, error}), do: raise(error)

  defimpl Inspect do
    import Inspect.Algebra

    def inspect(game, options),
      do: Boardwright.Native.inspected(game, fn -> here(game, options) end)

    defp here(game, options) do
      given = to_doc(Boardwright.Game.options(game), options)
      concat(["#Boardwright.Game(", Boardwright.Game.name(game), ", ", given, ")"])
    end
  end

  defimpl String.Chars do
    def to_string(game), do: Boardwright.Game.name(game)
  end
end
