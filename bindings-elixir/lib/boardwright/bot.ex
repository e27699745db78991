defmodule Boardwright.Bot do
  @moduledoc """
  A bot for one game. What it draws follows from its seed and the position.

  It takes one decision at a time; another one meanwhile is refused as `:bot_busy`. What it thinks
  while it does is a stream, `analyse/3`.

      iex> {:ok, bot} = Boardwright.Bot.new("random", game: "crazyhouse", seed: 1)
      iex> state = Boardwright.start!("crazyhouse")
      iex> {:ok, decision} = Boardwright.Bot.decide(bot, state)
      iex> decision.move in Boardwright.legal_moves(state)
      true
  """

  alias Boardwright.{Decision, Error, Info, Native, Observation, State}

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
    * `:mate` - moves of its own within which to mate; found, the search ends
    * `:lines` - how many of the best moves to give a line of play for
    * `:moves` - the moves to choose from, in the game's canonical notation; all if not
      given, and never an empty list
    * `:clock` - a clock from which to take what is fitting: `:remaining` and `:increment` in
      milliseconds, and `:moves_to_go` until more time comes
    * `:clocks` - the clocks of all seats in their order, for games in which the time of others
      matters; one's own is taken from here where `:clock` is not given
    * `:heard` - what those that the seat plays with have said, the oldest first, each a map of
      `:from`, `:text` and, unless it was just now, `:ply`; where it is given, also empty, a bot
      that talks says something itself
  """
  @type option ::
          {:seat, Boardwright.seat() | nil}
          | {:movetime, non_neg_integer | :infinity | nil}
          | {:deadline, non_neg_integer | :infinity | nil}
          | {:nodes, non_neg_integer | nil}
          | {:depth, non_neg_integer | nil}
          | {:mate, pos_integer | nil}
          | {:lines, pos_integer | nil}
          | {:moves, [String.t()] | nil}
          | {:clock, clocked | nil}
          | {:clocks, [clocked] | nil}
          | {:heard, [heard] | nil}

  @typedoc "A clock, as a keyword list or a map."
  @type clocked :: [clock] | %{optional(atom | String.t()) => non_neg_integer | nil}

  @typedoc "Something that a seat has heard from one that it plays with."
  @type heard :: %{optional(atom | String.t()) => String.t() | non_neg_integer | nil}

  @typedoc "The settings of a clock; `:remaining` is needed."
  @type clock ::
          {:remaining, non_neg_integer}
          | {:increment, non_neg_integer | nil}
          | {:moves_to_go, pos_integer | nil}

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

  @doc """
  Thinks in full strength, and tells what it thinks: a stream of `Boardwright.Info`, one for each
  line of each depth and, where there is one line, for each change of the best move within a depth.

  It starts when the stream is run, in the process that runs it. Without limits it goes on until
  the stream is halted, as by `Enum.take/2`; then the search is stopped and the bot free, and the
  end of the process stops it too. What goes wrong is raised. The decision at the end is a message
  of `analyse_async/3`; the stream leaves it out.

      iex> bot = Boardwright.Bot.new!("random", game: "chess", seed: 1)
      iex> [info] = Enum.to_list(Boardwright.Bot.analyse(bot, Boardwright.start!("chess")))
      iex> length(info.pv)
      1
  """
  @spec analyse(t, State.t() | Observation.t(), [option]) :: Enumerable.t()
  def analyse(bot, subject, options \\ [])

  def analyse(%__MODULE__{ref: ref}, %kind{ref: subject}, options)
      when kind in [State, Observation] do
    Stream.resource(fn -> begin(ref, subject, options) end, &next/1, &finish/1)
  end

  defp begin(ref, subject, options) do
    tag = make_ref()

    case Native.analyse(ref, subject, options, tag) do
      {:ok, job} -> {tag, job}
      {:error, error} -> raise error
    end
  end

  defp next({tag, _job} = running) do
    receive do
      {:boardwright, ^tag, {:info, %Info{} = info}} -> {[info], running}
      {:boardwright, ^tag, {:ok, _decision}} -> {:halt, :ended}
      {:boardwright, ^tag, {:error, error}} -> {:halt, error}
    end
  end

  defp finish(:ended), do: :ok
  defp finish(%Error{} = error), do: raise(error)

  defp finish({tag, job}) do
    Native.cancel(job)
    flush(tag)
  end

  # The end comes in any case, and nothing after it.
  defp flush(tag) do
    receive do
      {:boardwright, ^tag, {:info, _}} -> flush(tag)
      {:boardwright, ^tag, _end} -> :ok
    end
  end

  @doc """
  As `analyse/3`, but returns at once: what it thinks arrives in messages
  `{:boardwright, ref, {:info, %Boardwright.Info{}}}`, and then the decision as that of
  `decide_async/3` does. `Boardwright.cancel/1` stops it, `conclude/1` has it decide.

      iex> bot = Boardwright.Bot.new!("random", game: "chess", seed: 1)
      iex> {:ok, ref} = Boardwright.Bot.analyse_async(bot, Boardwright.start!("chess"))
      iex> %{depth: depth, pv: [move]} = receive do: ({:boardwright, ^ref, {:info, info}} -> info)
      iex> {:ok, decision} = receive do: ({:boardwright, ^ref, result} -> result)
      iex> {depth, decision.move == move}
      {0, true}
  """
  @spec analyse_async(t, State.t() | Observation.t(), [option]) ::
          {:ok, reference} | {:error, Error.t()}
  def analyse_async(bot, subject, options \\ [])

  def analyse_async(%__MODULE__{ref: ref}, %kind{ref: subject}, options)
      when kind in [State, Observation] do
    Native.analyse(ref, subject, options, nil)
  end

  @doc """
  Has a decision or analysis end with what it has, by the reference that starting it returned,
  from any process. Its message comes as if its time had run out.
  """
  @spec conclude(reference) :: :ok
  def conclude(ref) when is_reference(ref), do: Native.conclude(ref)

  @doc "Forgets what was learnt of a game, so that the bot is as new; `:bot_busy` while it is at work."
  @spec new_game(t) :: :ok | {:error, Error.t()}
  def new_game(%__MODULE__{ref: ref}), do: Native.bot_new_game(ref)

  defimpl Inspect do
    alias Boardwright.{Bot, Native}

    def inspect(bot, _options),
      do: Native.inspected(bot, fn -> "#Boardwright.Bot(#{Bot.name(bot)}, #{Bot.game(bot)})" end)
  end

  defimpl String.Chars do
    def to_string(bot), do: Boardwright.Bot.name(bot)
  end
end
