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

  A function or a process of this node in place of the name is a bot of your own. It gets a
  `Boardwright.Question`, as at a table, and may be asked any number of times at once.

      iex> {:ok, bot} = Boardwright.Bot.new(fn question -> List.last(Boardwright.Question.candidates(question)) end)
      iex> {:ok, decision} = Boardwright.Bot.decide(bot, Boardwright.start!("chess"))
      iex> decision.move
      "g1h3"
  """

  alias Boardwright.{Attendant, Decision, Error, Info, Native, Observation, Question, State}

  @enforce_keys [:ref]
  defstruct [:ref, :own]

  @typedoc "A handle, and the function or process that answers for a bot of your own."
  @type t :: %__MODULE__{ref: reference, own: own | nil}

  @typedoc "A bot of your own: a function of a question, or a process of this node."
  @type own :: (Question.t() -> Question.answer()) | pid

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

  Or a bot of your own, with the options

    * `:game` - the one that it plays; any if not given
    * `:retry_cap` - how many of its answers may be refused in one decision, each asked again with
      the reason; the game's own number if not given
    * `:bot_timeout` - milliseconds that it has for a decision; 60 000 if not given

  One whose answers are refused too often, which does not answer in its time, or fails, has
  decided nothing: the error is `:bot_failed`. At a seat it is the function or process itself.
  """
  @spec new(String.t() | own, keyword) :: {:ok, t} | {:error, Error.t()}
  def new(bot, options \\ [])

  def new(bot, options) when is_function(bot, 1) or (is_pid(bot) and node(bot) == node()) do
    with {:ok, ref} <- Native.own_bot_new(options), do: {:ok, %__MODULE__{ref: ref, own: bot}}
  end

  def new(name, options) do
    with {:ok, ref} <- Native.bot_new(name, options), do: {:ok, %__MODULE__{ref: ref}}
  end

  @doc "As `new/2`, but raises."
  @spec new!(String.t() | own, keyword) :: t
  def new!(bot, options \\ []) do
    case new(bot, options) do
      {:ok, bot} -> bot
      {:error, error} -> raise error
    end
  end

  @doc "Its name; that of all bots of your own is `\"own\"`."
  @spec name(t) :: String.t()
  def name(%__MODULE__{ref: ref, own: nil}), do: Native.bot_name(ref)
  def name(%__MODULE__{}), do: "own"

  @doc "The name of the game it plays; nil for a bot of your own that plays any."
  @spec game(t) :: String.t() | nil
  def game(%__MODULE__{ref: ref, own: nil}), do: Native.bot_game(ref)
  def game(%__MODULE__{ref: ref}), do: Native.own_bot_game(ref)

  @doc """
  Decides and waits, which holds up the calling process alone. A game that hides something wants
  the seat's observation, not the state.

  A bot of your own is not told of `:depth`, `:mate`, `:lines` and `:moves`, which are
  `:unsupported`; so is the calling process itself, which cannot answer while it waits. Its
  function runs in a process of its own, which is killed when the decision is given up.
  """
  @spec decide(t, State.t() | Observation.t(), [option]) ::
          {:ok, Decision.t()} | {:error, Error.t()}
  def decide(bot, subject, options \\ [])

  def decide(%__MODULE__{own: own}, %kind{}, _options)
      when own == self() and kind in [State, Observation] do
    unsupported("decide: the bot is the calling process, which cannot answer: decide_async")
  end

  def decide(%__MODULE__{} = bot, %kind{ref: subject}, options)
      when kind in [State, Observation] do
    Boardwright.wait(&start(bot, subject, options, &1))
  end

  defp start(%{ref: ref, own: nil}, subject, options, tag),
    do: Native.decide(ref, subject, options, tag)

  defp start(%{ref: ref, own: pid}, subject, options, tag) when is_pid(pid),
    do: Native.own_decide(ref, pid, false, subject, options, tag)

  defp start(%{ref: ref, own: own}, subject, options, tag),
    do: Native.own_decide(ref, Attendant.start(own), true, subject, options, tag)

  defp unsupported(message), do: {:error, %Error{code: :unsupported, message: message}}

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

  def decide_async(%__MODULE__{} = bot, %kind{ref: subject}, options)
      when kind in [State, Observation] do
    start(bot, subject, options, nil)
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

  def analyse(%__MODULE__{} = bot, %kind{ref: subject}, options)
      when kind in [State, Observation] do
    Stream.resource(fn -> begin(bot, subject, options) end, &next/1, &finish/1)
  end

  defp analysis(%{ref: ref, own: nil}, subject, options, tag),
    do: Native.analyse(ref, subject, options, tag)

  defp analysis(_own, _subject, _options, _tag),
    do: unsupported("analyse: a bot of your own decides, and nothing else")

  defp begin(bot, subject, options) do
    tag = make_ref()

    case analysis(bot, subject, options, tag) do
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

  def analyse_async(%__MODULE__{} = bot, %kind{ref: subject}, options)
      when kind in [State, Observation] do
    analysis(bot, subject, options, nil)
  end

  @doc """
  Has a decision or analysis end with what it has, by the reference that starting it returned,
  from any process. Its message comes as if its time had run out.
  """
  @spec conclude(reference) :: :ok
  def conclude(ref) when is_reference(ref), do: Native.conclude(ref)

  @doc """
  Forgets what was learnt of a game, so that the bot is as new; `:bot_busy` while it is at work,
  `:unsupported` for a bot of your own.
  """
  @spec new_game(t) :: :ok | {:error, Error.t()}
  def new_game(%__MODULE__{ref: ref, own: nil}), do: Native.bot_new_game(ref)

  def new_game(%__MODULE__{}),
    do: unsupported("new_game: a bot of your own decides, and nothing else")

  defimpl Inspect do
    alias Boardwright.{Bot, Native}

    def inspect(bot, _options),
      do: Native.inspected(bot, fn -> "#Boardwright.Bot(#{shown(bot)})" end)

    defp shown(bot), do: [Bot.name(bot), Bot.game(bot)] |> Enum.filter(& &1) |> Enum.join(", ")
  end

  defimpl String.Chars do
    def to_string(bot), do: Boardwright.Bot.name(bot)
  end
end
