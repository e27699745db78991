defmodule Boardwright.Bot do
  @moduledoc """
  A bot for one game. What it draws follows from its seed and the position.

  It takes one decision at a time; another one meanwhile is refused as `:busy`.

      iex> {:ok, bot} = Boardwright.Bot.new("random", game: "crazyhouse", seed: 1)
      iex> state = Boardwright.start!("crazyhouse")
      iex> {:ok, decision} = Boardwright.Bot.decide(bot, state)
      iex> decision.move in Boardwright.legal_moves(state)
      true
  """

  alias Boardwright.{Decision, Error, Native, Observation, State}

  @enforce_keys [:ref]
  defstruct [:ref]

  @typedoc "A handle; what it refers to is the library's own."
  @type t :: %__MODULE__{ref: reference}

  @typedoc """
  Within what a bot decides; what is not given does not bind.

    * `:seat` - for whom, where several seats of a state may act
    * `:movetime` - milliseconds from when the search starts
    * `:deadline` - milliseconds from the call, the wait in the queue included
    * `:nodes` - positions to look at
    * `:depth` - plies to look ahead
  """
  @type option ::
          {:seat, Boardwright.seat() | nil}
          | {:movetime, non_neg_integer | :infinity | nil}
          | {:deadline, non_neg_integer | :infinity | nil}
          | {:nodes, non_neg_integer | nil}
          | {:depth, non_neg_integer | nil}

  @doc """
  A bot by name. `:game` is needed, `:seed` is 0 if not given, and the rest are the bot's own
  options; `Boardwright.games/0` lists the bots of each game.
  """
  @spec new(String.t(), keyword) :: {:ok, t} | {:error, Error.t()}
  def new(name, options) do
    with {:ok, ref} <- Native.bot_new(name, options), do: {:ok, %__MODULE__{ref: ref}}
  end

  @doc "As `new/2`, but raises."
  @spec new!(String.t(), keyword) :: t
  def new!(name, options) do
    case new(name, options) do
      {:ok, bot} -> bot
      {:error, error} -> raise error
    end
  end

  @doc "Its name."
  @spec name(t) :: String.t()
  def name(%__MODULE__{ref: ref}), do: Native.bot_name(ref)

  @doc "The name of the game it plays."
  @spec game(t) :: String.t()
  def game(%__MODULE__{ref: ref}), do: Native.bot_game(ref)

  @doc """
  Decides and waits, which holds up the calling process alone. A game that hides something wants
  the seat's observation, not the state.
  """
  @spec decide(t, State.t() | Observation.t(), [option]) ::
          {:ok, Decision.t()} | {:error, Error.t()}
  def decide(bot, subject, options \\ [])

  def decide(%__MODULE__{ref: ref}, %kind{ref: subject}, options)
      when kind in [State, Observation] do
    Boardwright.wait(&Native.decide(ref, subject, options, &1))
  end

  @doc """
  As `decide/3`, but returns at once; the result is a message.

      iex> {:ok, bot} = Boardwright.Bot.new("random", game: "chess", seed: 1)
      iex> {:ok, ref} = Boardwright.Bot.decide_async(bot, Boardwright.start!("chess"))
      iex> receive do
      ...>   {:boardwright, ^ref, {:ok, decision}} -> String.length(decision.move)
      ...> end
      4
  """
  @spec decide_async(t, State.t() | Observation.t(), [option]) ::
          {:ok, reference} | {:error, Error.t()}
  def decide_async(bot, subject, options \\ [])

  def decide_async(%__MODULE__{ref: ref}, %kind{ref: subject}, options)
      when kind in [State, Observation] do
    Native.decide(ref, subject, options, nil)
  end

  defimpl Inspect do
    alias Boardwright.Bot

    def inspect(bot, _options), do: "#Boardwright.Bot(#{Bot.name(bot)}, #{Bot.game(bot)})"
  end

  defimpl String.Chars do
    def to_string(bot), do: Boardwright.Bot.name(bot)
  end
end
