defmodule Boardwright do
  @moduledoc """
  Rules, legal moves and bots for board games, called in-process.

  A `t:Boardwright.State.t/0` is a value: playing a move gives a new state and leaves
  the old one as it is, so states may be kept, shared and sent between processes.

      iex> {:ok, state} = Boardwright.start("crazyhouse")
      iex> {:ok, state} = Boardwright.play(state, "e2e4")
      iex> Boardwright.to_move(state)
      "black"

  ## Results

  `start/2`, `parse/3`, `load/1`, `play/3`, `play_many/3` and `edit/2` answer with
  `{:ok, state}` or `{:error, %Boardwright.Error{}}`, and have twins with a `!` that
  raise. Queries such as `legal_moves/2` answer with the bare value and raise.

  Descriptions are maps with strings as keys; no atom is ever made from data.
  A handle that is none, say a struct put together by hand, is an `ArgumentError`.

  ## Seats, moves and styles

  A seat is an index from 0, or its name as a string or an atom. A move is its text
  or its action id. A style is one of those that `games/0` lists, the first of which is
  canonical and need not be named.

  ## Long work

  `perft/3`, `divide/3`, `playouts/3` and `Boardwright.Bot.decide/3` run on the library's
  own threads, not on the schedulers of the BEAM, normal or dirty. They make nobody
  wait but the calling process. Their twins with `_async` return `{:ok, ref}` at once, and
  the caller gets exactly one message

      {:boardwright, ref, {:ok, result}}
      {:boardwright, ref, {:error, %Boardwright.Error{}}}

  The work stops when `cancel/1` is called and when the calling process ends. When
  `configure/1`'s `:max_queue` jobs are waiting already, the call itself answers
  `{:error, %Boardwright.Error{code: :busy}}`, and no message comes.

  ## Sending states elsewhere

  A state lives in the memory of one node. Use `save/1` and `load/1` between nodes and
  for storage, and `equal?/2` to compare: `==` says whether two states are one object.
  There is no mutable cursor as in other languages: `play/3` costs about a microsecond,
  and a list of states takes moves back.
  """

  import Boardwright.Dirty, only: [either: 1]

  alias Boardwright.{Error, Game, Native, Observation, Outcome, State}

  @typedoc "A seat: its index from 0, or its name."
  @type seat :: non_neg_integer | String.t() | atom

  @typedoc "A move: its text, or its action id."
  @type move :: String.t() | non_neg_integer

  @typedoc "A style of notation, such as `\"san\"`."
  @type style :: String.t() | atom

  @typedoc "The options of a game, by the names that `games/0` lists; `nil` counts as not given."
  @type game_options :: keyword | %{optional(atom | String.t()) => term}

  @typedoc "Plain data: maps with string keys, lists, strings, numbers, booleans and nil."
  @type data ::
          nil | boolean | number | String.t() | [data] | %{optional(String.t()) => data}

  @typedoc "Which seat moves, and in which style the move is written."
  @type move_option :: {:seat, seat | nil} | {:style, style | nil}

  @typedoc "`:deadline` is in milliseconds, counted from the call."
  @type count_option ::
          {:threads, non_neg_integer}
          | {:hash, non_neg_integer}
          | {:deadline, non_neg_integer | :infinity}

  @typedoc "`:ply_limit` is after how many plies a game is given up."
  @type playout_option ::
          {:seed, non_neg_integer}
          | {:ply_limit, pos_integer}
          | {:threads, non_neg_integer}
          | {:deadline, non_neg_integer | :infinity}

  # From how many moves, states or plies on, or bytes, work is done on a dirty
  # scheduler: below, a call stays well under a millisecond.
  @many 64
  @long_past 400
  @long_text 8_192

  @doc "All games: name, summary, seats, options, styles, bots with their options, the network of `search`, and whether they hide anything."
  @spec games() :: [%{String.t() => data}]
  def games, do: Native.games()

  @doc """
  All presets of composed chess, in the order in which a whole set of them comes into force: id,
  name, description, what each requires and excludes, pieces, attributes, start position, hooks
  and options.

      iex> Enum.find(Boardwright.presets(), &(&1["id"] == "king-heals"))["requires"]
      ["piece-hp"]
  """
  @spec presets() :: [%{String.t() => data}]
  def presets, do: Native.presets()

  @doc "The version of the library."
  @spec version() :: String.t()
  def version, do: Native.version()

  @doc "The codes that errors can have, the same in every language."
  @spec error_codes() :: [Error.code()]
  def error_codes, do: Error.codes()

  @doc """
  Sets how many jobs run at once (`:threads`, from 1 to 1024), and how many more may wait
  before further ones are refused as `:busy` (`:max_queue`), and how many MB all hash tables
  of the node may take together (`:hash_mb`), beyond which one is an `:invalid_option`. What is
  not given stays as it is.
  """
  @spec configure(
          threads: pos_integer | nil,
          max_queue: non_neg_integer | nil,
          hash_mb: pos_integer | nil
        ) :: :ok | {:error, Error.t()}
  def configure(options), do: Native.configure(options)

  @doc """
  Tells how busy the library is: `"threads"`, `"max_queue"`, what is `"waiting"` and
  `"running"`, the same for each kind of job under `"kinds"`, and what hash tables may take
  (`"hash_mb"`) and have claimed (`"hash_bytes"`).

      iex> Boardwright.statistics()["kinds"]["perft"]["waiting"]
      0
  """
  @spec statistics() :: %{String.t() => term}
  def statistics, do: Native.statistics()

  @doc """
  Lists the jobs that run and those that wait, in the order in which they were asked for: maps
  of `"id"`, `"kind"`, `"class"`, `"caller"`, `"state"` (`"waiting"`, `"running"` or
  `"stopping"`), `"age"` and `"ran"` in milliseconds.
  """
  @spec jobs() :: [%{String.t() => term}]
  def jobs, do: Native.jobs()

  @doc "Cancels the job of a number that `jobs/0` gives; says whether there is one."
  @spec cancel_job(non_neg_integer) :: boolean
  def cancel_job(id) when is_integer(id) and id >= 0, do: Native.cancel_job(id)

  @doc """
  The first state of a game.

      iex> {:ok, state} = Boardwright.start("chess", chess960: true, chess960_position: 0)
      iex> Boardwright.notation(state)
      "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
      iex> {:error, error} = Boardwright.start("chess", colour: "red")
      iex> error.code
      :invalid_option
  """
  @spec start(String.t(), game_options) :: {:ok, State.t()} | {:error, Error.t()}
  def start(game, options \\ [])
  def start(game, []), do: state(Native.start(game, []))
  def start(game, options), do: state(Native.start_dirty(game, options))

  @doc "As `start/2`, but raises."
  @spec start!(String.t(), game_options) :: State.t()
  def start!(game, options \\ []), do: bang(start(game, options))

  @doc """
  Reads a position of a game. Besides the options of the game there is `:history`, a list
  of earlier positions (oldest first), for the rules that look back.

      iex> {:ok, state} = Boardwright.parse("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
      iex> Boardwright.outcome(state).reason
      "stalemate"
  """
  @spec parse(String.t(), String.t(), game_options) :: {:ok, State.t()} | {:error, Error.t()}
  def parse(game, text, options \\ [])
  def parse(game, text, []), do: state(either(Native.parse(game, text, [])))
  def parse(game, text, options), do: state(Native.parse_dirty(game, text, options))

  @doc "As `parse/3`, but raises."
  @spec parse!(String.t(), String.t(), game_options) :: State.t()
  def parse!(game, text, options \\ []), do: bang(parse(game, text, options))

  @typedoc """
  Operations of EPD by their codes: lists of moves under `"bm"`, `"am"`, `"sm"` and `"pv"`, numbers
  or texts under the other codes of the standard; of a code without a meaning here the list of its
  words, those in quotes with their quotes.
  """
  @type epd_operations :: %{String.t() => [String.t()] | integer | String.t()}

  @doc """
  Reads a line of EPD: a position with operations. Besides the options of the game there are
  `:game` (`"chess"` if not given) and `:style`, in which moves of operations are given (the
  canonical one if not given). `epd/2` writes such a line.

      iex> {:ok, {state, operations}} = Boardwright.parse_epd("4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O; ce 35;")
      iex> operations
      %{"bm" => ["e1c1"], "ce" => 35}
      iex> Boardwright.epd(state, operations)
      "4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O; ce 35;"
  """
  @spec parse_epd(String.t(), keyword | map) ::
          {:ok, {State.t(), epd_operations}} | {:error, Error.t()}
  def parse_epd(line, options \\ []), do: state_and_rest(Native.parse_epd(line, options))

  @doc "As `parse_epd/2`, but raises."
  @spec parse_epd!(String.t(), keyword | map) :: {State.t(), epd_operations}
  def parse_epd!(line, options \\ []), do: bang(parse_epd(line, options))

  defp state_and_rest({:ok, {ref, rest}}), do: {:ok, {%State{ref: ref}, rest}}
  defp state_and_rest({:error, error}), do: {:error, error}

  @doc "Takes up what `save/1` wrote, of whatever game."
  @spec load(String.t()) :: {:ok, State.t()} | {:error, Error.t()}
  def load(text) when is_binary(text) and byte_size(text) > @long_text do
    state(Native.load_dirty(text))
  end

  def load(text), do: state(Native.load(text))

  @doc "As `load/1`, but raises."
  @spec load!(String.t()) :: State.t()
  def load!(text), do: bang(load(text))

  @doc "Everything, history included, as text for `load/1`; of a hidden game, for the referee."
  @spec save(State.t()) :: String.t()
  def save(%State{ref: ref}) do
    if Native.state_ply(ref) > @long_past, do: Native.save_dirty(ref), else: Native.save(ref)
  end

  @doc "The rules of a state."
  @spec game(State.t()) :: Game.t()
  def game(%State{ref: ref}), do: %Game{ref: Native.game(ref)}

  @doc "The names of the seats that may act, in order; empty after the end."
  @spec live(State.t()) :: [String.t()]
  def live(%State{ref: ref}), do: either(Native.live(ref))

  @doc "The name of the seat to move; nil where none or several may act."
  @spec to_move(State.t()) :: String.t() | nil
  def to_move(%State{ref: ref}), do: either(Native.to_move(ref))

  @doc "The outcome; nil while the game goes on."
  @spec outcome(State.t()) :: Outcome.t() | nil
  def outcome(%State{ref: ref}), do: either(Native.outcome(ref))

  @doc """
  The texts of the legal moves, of all live seats or of one; none after the end.

      iex> state = Boardwright.start!("chess")
      iex> Boardwright.legal_moves(state) |> Enum.take(3)
      ["a2a3", "b2b3", "c2c3"]
      iex> Boardwright.legal_moves(state, seat: :white, style: "san") |> Enum.member?("Nf3")
      true
      iex> Boardwright.legal_moves(state, seat: :black)
      []
  """
  @spec legal_moves(State.t(), [move_option]) :: [String.t()]
  def legal_moves(%State{ref: ref}, options \\ []), do: either(Native.legal_moves(ref, options))

  @doc "`legal_moves/2` of many states in one call, which may be of different games."
  @spec legal_moves_many([State.t()], [move_option]) :: [[String.t()]]
  def legal_moves_many(states, options \\ []) do
    # Styles other than the canonical one take ten times as long.
    if longer?(states, if(options == [], do: @many, else: div(@many, 8))),
      do: Native.legal_moves_many_dirty(states, options),
      else: either(Native.legal_moves_many(states, options))
  end

  @doc "The action ids of the legal moves, in the order of `legal_moves/2`."
  @spec legal_ids(State.t(), seat: seat | nil) :: [non_neg_integer]
  def legal_ids(%State{ref: ref}, options \\ []), do: either(Native.legal_ids(ref, options))

  @doc """
  The state after a move.

      iex> state = Boardwright.start!("chess")
      iex> {:ok, state} = Boardwright.play(state, "Nf3", style: "san")
      iex> {:error, error} = Boardwright.play(state, "e2e4", seat: "white")
      iex> error.code
      :not_your_turn
  """
  @spec play(State.t(), move, [move_option]) :: {:ok, State.t()} | {:error, Error.t()}
  def play(%State{ref: ref}, move, options \\ []),
    do: state(either(Native.play(ref, move, options)))

  @doc "As `play/3`, but raises."
  @spec play!(State.t(), move, [move_option]) :: State.t()
  def play!(%State{} = state, move, options \\ []), do: bang(play(state, move, options))

  @doc "The state after several moves; an error says which of them it was."
  @spec play_many(State.t(), [move], [move_option]) :: {:ok, State.t()} | {:error, Error.t()}
  def play_many(%State{ref: ref}, moves, options \\ []) do
    if longer?(moves, @many),
      do: state(Native.play_many_dirty(ref, moves, options)),
      else: state(either(Native.play_many(ref, moves, options)))
  end

  @doc "As `play_many/3`, but raises."
  @spec play_many!(State.t(), [move], [move_option]) :: State.t()
  def play_many!(%State{} = state, moves, options \\ []) do
    bang(play_many(state, moves, options))
  end

  # <made: state> by `cargo run -p xtask -- reference` from `boardwright::queries`
  @doc "The position in the game's notation; of a hidden game, the referee's."
  @spec notation(State.t()) :: String.t()
  def notation(%State{ref: ref}) do
    Native.state_notation(ref)
  end

  @doc "The repetition key, 16 hexadecimal digits."
  @spec key(State.t()) :: String.t()
  def key(%State{ref: ref}) do
    Native.state_key(ref)
  end

  @doc "The number of plies in its history."
  @spec ply(State.t()) :: non_neg_integer
  def ply(%State{ref: ref}) do
    Native.state_ply(ref)
  end

  @doc """
  The number of times that its position has occurred, this time included.

  Counts the states in its history and this one that have its key; whether the rules look at all
  of them is for the game to say.
  """
  @spec repetitions(State.t()) :: non_neg_integer
  def repetitions(%State{ref: ref}) do
    Native.state_repetitions(ref)
  end

  @doc """
  Lists the moves that led to the state; of a hidden game, the referee's.

  They begin at the start or at a position that was parsed; edits may lie between them.

  Raises `Boardwright.Error`: `:unsupported`.
  """
  @spec moves(State.t(), style: style | nil) :: [String.t()]
  def moves(%State{ref: ref}, options \\ []) do
    either(Native.state_moves(ref, options))
  end

  @doc """
  Returns the last of its moves; nothing if there are none.

  Raises `Boardwright.Error`: `:unsupported`.
  """
  @spec last_move(State.t(), style: style | nil) :: String.t() | nil
  def last_move(%State{ref: ref}, options \\ []) do
    either(Native.state_last_move(ref, options))
  end

  @doc """
  Returns the state at an earlier ply, which its moves lead to.

  The plies are those from the position before the first of its moves to its own.

  Raises `Boardwright.Error`: `:invalid_option`.
  """
  @spec at_ply(State.t(), non_neg_integer) :: State.t()
  def at_ply(%State{ref: ref}, ply) do
    %State{ref: either(Native.state_at_ply(ref, ply))}
  end

  @doc """
  Writes the game that led to the state as PGN, with tags.

  It has the moves and the result; games of two boards are written as BPGN. Of a hidden game it
  is the referee's.

  Raises `Boardwright.Error`: `:unsupported` and `:invalid_option`.
  """
  @spec pgn(State.t(), map | keyword | [{String.t(), term}]) :: String.t()
  def pgn(%State{ref: ref}, tags \\ %{}) do
    either(Native.state_pgn(ref, tags))
  end

  @doc """
  Writes the state as a line of EPD with operations.

  These are a map of codes to moves, numbers and texts, as `parse_epd` reads them. Moves are
  given canonically or in SAN, and written in SAN. Of a hidden game it is the referee's.

  Raises `Boardwright.Error`: `:unsupported`, `:invalid_option`, `:invalid_notation` and
  `:illegal_move`.
  """
  @spec epd(State.t(), map | keyword | [{String.t(), term}]) :: String.t()
  def epd(%State{ref: ref}, operations \\ %{}) do
    either(Native.state_epd(ref, operations))
  end

  @doc """
  Counts the legal moves, of all live seats or of one.

  Raises `Boardwright.Error`: `:invalid_option`.

      iex> state = Boardwright.start!("chess")
      iex> Boardwright.count_legal(state)
      20
  """
  @spec count_legal(State.t(), seat: seat | nil) :: non_neg_integer
  def count_legal(%State{ref: ref}, options \\ []) do
    either(Native.state_count_legal(ref, options))
  end

  @doc """
  Returns a legal move in another style of notation.

  Without `style` it is the canonical one; `from_style` is the one in which the move is given.

  Raises `Boardwright.Error`: `:invalid_notation`, `:illegal_move`, `:not_your_turn`,
  `:game_over` and `:unsupported`.

      iex> state = Boardwright.start!("chess")
      iex> Boardwright.move_text(state, "g1f3", style: "san")
      "Nf3"
  """
  @spec move_text(State.t(), move, [move_option | {:from_style, style | nil}]) :: String.t()
  def move_text(%State{ref: ref}, move, options \\ []) do
    either(Native.state_move_text(ref, move, options))
  end

  @doc """
  Returns the action id of a legal move.

  Raises `Boardwright.Error`: `:invalid_notation`, `:illegal_move`, `:not_your_turn`,
  `:game_over` and `:unsupported`.
  """
  @spec action_id(State.t(), String.t(), seat: seat | nil) :: non_neg_integer
  def action_id(%State{ref: ref}, move, options \\ []) do
    either(Native.state_action_id(ref, move, options))
  end

  @doc """
  Lists the events that a move would bring about, in the order to show them.

  Raises `Boardwright.Error`: `:invalid_notation`, `:illegal_move`, `:not_your_turn` and
  `:game_over`.
  """
  @spec report(State.t(), move, [move_option]) :: [%{String.t() => data}]
  def report(%State{ref: ref}, move, options \\ []) do
    either(Native.state_report(ref, move, options))
  end

  @doc """
  Returns the state in plain values, or what a seat may see of it.

  Raises `Boardwright.Error`: `:invalid_option`.
  """
  @spec describe(State.t(), seat: seat | nil) :: %{String.t() => data}
  def describe(%State{ref: ref}, options \\ []) do
    either(Native.state_describe(ref, options))
  end

  @doc """
  Describes the state in English sentences, or what a seat may know of it.

  For people with screen readers, and for prompts of language models. Of a hidden game the
  state's own words are the referee's; a seat's are made from what it knows.

  Raises `Boardwright.Error`: `:invalid_option`.
  """
  @spec describe_text(State.t(), seat: seat | nil) :: String.t()
  def describe_text(%State{ref: ref}, options \\ []) do
    either(Native.state_describe_text(ref, options))
  end

  @doc """
  Describes a legal move in English words.

  Two legal moves of a state never have the same words. Of a hidden game these are the
  referee's.

  Raises `Boardwright.Error`: `:invalid_notation`, `:illegal_move`, `:not_your_turn` and
  `:game_over`.

      iex> state = Boardwright.start!("chess")
      iex> Boardwright.move_in_words(state, "g1f3")
      "knight from g1 to f3"
  """
  @spec move_in_words(State.t(), move, [move_option]) :: String.t()
  def move_in_words(%State{ref: ref}, move, options \\ []) do
    either(Native.state_move_in_words(ref, move, options))
  end

  @doc """
  Returns the state in which a seat has left the game while the others play on.

  The seat is given by its name, whoever's turn it is. The reason, such as `resigned`, `timeout`
  or `abandoned`, is that of the outcome if a single side is left. A game that ends when a seat
  leaves is `unsupported`, as are all games of two.

  Raises `Boardwright.Error`: `:unsupported`, `:invalid_option` and `:game_over`.
  """
  @spec leave(State.t(), String.t(), String.t()) :: State.t()
  def leave(%State{ref: ref}, name, reason) do
    %State{ref: either(Native.state_leave(ref, name, reason))}
  end

  @doc """
  The seats that are out of the game while others play on.

  They have left it, or are out by its rules.
  """
  @spec out(State.t()) :: [String.t()]
  def out(%State{ref: ref}) do
    Native.state_out(ref)
  end

  @doc "Draws the position in text."
  @spec draw(State.t()) :: String.t()
  def draw(%State{ref: ref}) do
    Native.state_draw(ref)
  end

  # </made: state>

  @doc """
  Draws the position as SVG, for a page or a file.

  Options: `:seat`, a seat whose knowledge is drawn; `:last_move`, the text of a move; `:arrows`, a list of texts like `"e2e4"` or of
  maps with `from`, `to` and `color`; `:squares`, a list of cells or a map from cells to `"blue"`,
  `"green"`, `"red"` or `"yellow"`; `:orientation`, a seat; `:size`, the width in pixels, 16 to
  8192; `:theme`, `"light"`, `"dark"` or `"auto"`; `:coordinates`, false to leave out names;
  `:cells`, true for elements that name each cell; `:clocks`, a map from seats to milliseconds. Raises `Boardwright.Error`: `:invalid_option`.

      iex> svg = Boardwright.svg(Boardwright.start!("chess"), squares: ["e4"], size: 240)
      iex> String.starts_with?(svg, "<svg ")
      true
  """
  @spec svg(State.t(), keyword | map) :: String.t()
  def svg(%State{ref: ref}, options \\ []), do: either(Native.svg(ref, options))

  @doc """
  A state changed from outside, its past kept, where the game has such changes.

      iex> board = Boardwright.start!("bughouse-board")
      iex> {:ok, board} = Boardwright.edit(board, pocket: "Qn")
      iex> Boardwright.describe(board)["pockets"]
      %{"black" => %{"N" => 1}, "white" => %{"Q" => 1}}
  """
  @spec edit(State.t(), game_options) :: {:ok, State.t()} | {:error, Error.t()}
  def edit(%State{ref: ref}, changes), do: state(either(Native.edit(ref, changes)))

  @doc "As `edit/2`, but raises."
  @spec edit!(State.t(), game_options) :: State.t()
  def edit!(%State{} = state, changes), do: bang(edit(state, changes))

  @doc """
  Answers one of the questions of the game, which `Boardwright.Game.questions/1` lists, in plain
  values.

  Of a hidden game it is the referee's answer; the end of the game does not matter. Raises
  `Boardwright.Error`: `:invalid_option` for a question or an argument that does not exist, which
  says what does, `:unsupported` for a game without questions, and the errors of moves.

      iex> Boardwright.ask(Boardwright.start!("chess"), "attackers", square: "f3", by: "white")
      ["g1", "e2", "g2"]
  """
  @spec ask(State.t(), String.t(), game_options) :: data
  def ask(%State{ref: ref}, question, arguments \\ []) do
    either(Native.ask(ref, question, arguments))
  end

  @doc "Returns the observation of a seat."
  @spec observe(State.t(), seat) :: Observation.t()
  def observe(%State{ref: ref}, seat), do: %Observation{ref: either(Native.observe(ref, seat))}

  @doc "Returns true if two states are the same in position, counters, options and history."
  @spec equal?(State.t(), State.t()) :: boolean
  def equal?(%State{ref: ref}, %State{ref: other}), do: Native.same(ref, other)

  @doc "A hash that goes with `equal?/2`, for this run of the system only."
  @spec hash(State.t()) :: non_neg_integer
  def hash(%State{ref: ref}), do: Native.hash(ref)

  @doc """
  The number of leaves of the tree of legal moves, `depth` plies deep (0 to 64).

  Options: `:threads` to split the work between, `:hash` for a table of that many megabytes,
  `:deadline` in milliseconds.

      iex> Boardwright.perft(Boardwright.start!("chess"), 3)
      8902
  """
  @spec perft(State.t(), non_neg_integer, [count_option]) :: non_neg_integer
  def perft(%State{ref: ref}, depth, options \\ []) do
    wait!(&Native.perft(ref, depth, options, &1))
  end

  @doc "As `perft/3`, but returns at once; the result is a message."
  @spec perft_async(State.t(), non_neg_integer, [count_option]) ::
          {:ok, reference} | {:error, Error.t()}
  def perft_async(%State{ref: ref}, depth, options \\ []) do
    Native.perft(ref, depth, options, nil)
  end

  @doc "The number of leaves below each legal move; options as for `perft/3`."
  @spec divide(State.t(), non_neg_integer, [count_option]) :: %{String.t() => non_neg_integer}
  def divide(%State{ref: ref}, depth, options \\ []) do
    wait!(&Native.divide(ref, depth, options, &1))
  end

  @doc "As `divide/3`, but returns at once; the result is a message."
  @spec divide_async(State.t(), non_neg_integer, [count_option]) ::
          {:ok, reference} | {:error, Error.t()}
  def divide_async(%State{ref: ref}, depth, options \\ []) do
    Native.divide(ref, depth, options, nil)
  end

  @doc """
  Random games to the end: a map with `"games"`, `"plies"`, `"wins"` by seat, `"draws"` and
  `"unfinished"`. The same seed gives the same games on every machine.

  Options: `:seed` (0), `:ply_limit` (10 000), `:threads` (1), `:deadline` in milliseconds.

      iex> Boardwright.playouts(Boardwright.start!("chess"), 10, seed: 1)["games"]
      10
  """
  @spec playouts(State.t(), non_neg_integer, [playout_option]) :: %{String.t() => data}
  def playouts(%State{ref: ref}, games, options \\ []) do
    wait!(&Native.playouts(ref, games, options, &1))
  end

  @doc "As `playouts/3`, but returns at once; the result is a message."
  @spec playouts_async(State.t(), non_neg_integer, [playout_option]) ::
          {:ok, reference} | {:error, Error.t()}
  def playouts_async(%State{ref: ref}, games, options \\ []) do
    Native.playouts(ref, games, options, nil)
  end

  @doc """
  Asks a job to stop, by the reference that starting it returned, from any process.

  Its message comes in any case: with the code `:cancelled`, or with the result if it was
  done already.
  """
  @spec cancel(reference) :: :ok
  def cancel(ref) when is_reference(ref), do: Native.cancel(ref)

  @doc false
  # Starts a job under a reference of this process's and waits for its end. The
  # reference is made here, so that the wait skips what was in the mailbox before.
  def wait(start) do
    tag = make_ref()

    with {:ok, _job} <- start.(tag) do
      receive do
        {:boardwright, ^tag, result} -> result
      end
    end
  end

  defp wait!(start), do: bang(wait(start))

  defp state({:ok, ref}), do: {:ok, %State{ref: ref}}
  defp state({:error, _} = error), do: error

  defp bang({:ok, value}), do: value
  defp bang({:error, error}), do: raise(error)

  # Safe for what is no list, too, and no slower for a long one.
  defp longer?([_ | _], 0), do: true
  defp longer?([_ | rest], n), do: longer?(rest, n - 1)
  defp longer?(_, _), do: false
end
