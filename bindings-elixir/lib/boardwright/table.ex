defmodule Boardwright.Table do
  @moduledoc """
  A table around any game: seats, clocks, draw offers, resignation, bots, events for
  each seat, saving.

  Bots answer by themselves on the library's own threads. Time is what the host says it is, in
  milliseconds of its own clock: a call that is given `:now` takes note of it, and a flag falls at
  its instant however late the host looks.

  A table is mutable and may be called from any process. `Boardwright.TableServer` puts a process
  around it that publishes what each seat is told.

      iex> {:ok, table} = Boardwright.Table.new("chess", seats: %{black: [bot: "random", delay: 0]})
      iex> {:ok, %{"ended" => false}} = Boardwright.Table.commit(table, "white", "e2e4")
      iex> :ok = Boardwright.Table.run_bots(table)
      iex> {:ok, view} = Boardwright.Table.view(table, "white")
      iex> view["to_move"]
      "white"
  """

  import Boardwright.Dirty, only: [either: 1]
  import Boardwright.Seats, only: [seating: 1]

  alias Boardwright.{
    Attendant,
    Bot,
    Error,
    ExternalEngine,
    Game,
    Native,
    Observation,
    Seats,
    State
  }

  @enforce_keys [:ref]
  defstruct [:ref]

  @opaque t :: %__MODULE__{ref: reference}
  @type seat :: Boardwright.seat()
  @type answer :: {:ok, term} | {:error, Error.t()}

  @typedoc "A bot of your own: a function of a question, a process of this node, what `Boardwright.Bot.new/2` made of one, or a program."
  @type bot :: Bot.own() | Bot.t() | ExternalEngine.t()

  @doc """
  A table around a game, by its name or the state it starts from.

  `:seats` is a map or keyword list of seats to `:human`, `:external`, `:empty` or
  `[bot: "random", name: "Ann", seed: 3, delay: [200, 400], movetime: 500, options: %{}]`; a seat that
  is not named is a person's, a bot that is not has a name of the library's own. A bot of your own is
  a function or a pid, alone or under `:bot`, see below. `:options` are those of the game. The rest are settings: `:clock` (`[base: ms,
  increment: ms, delay: ms]`), `:grace`, `:on_abandoned` (`:lose`, `:bot`, or the bot to come as for a
  seat), `:on_leave` (`:play_on`, the default: when a seat resigns, loses on time or is abandoned,
  the others play on where the game has it; or `:end`), `:on_flag` (`:lose`, or `:play_on` without
  time), `:retry_cap`, `:on_cap`, `:bot_timeout`,
  `:attempt_cap` (how many attempts that are no move a person may make in one turn; then only
  candidates are taken up; 100), `:undo` (on where nothing is hidden), `:edits` (seats may
  change the position, or the presets in force, by agreement; off), `:spectator_delay` (how many
  moves late spectators are told; at once where nothing is hidden, otherwise after the end), `:seed`,
  `:now` (the host's clock when the table is made), `:paused` (nobody moves and no bot is asked before
  `resume/2`; off). Seeds that are not given are drawn from the operating system, are saved, and no
  seat is ever shown one.

  ## Bots of your own

  A function of one argument gets a `Boardwright.Question` and returns its answer. Each question has a
  process of its own; what the function raises, throws or exits with costs it the move, and one
  whose question is given up is killed. A pid gets the questions as messages.

      iex> bot = fn
      ...>   %{kind: :draw} -> false
      ...>   question -> hd(Boardwright.Question.candidates(question))
      ...> end
      iex> {:ok, table} = Boardwright.Table.new("chess", seats: [black: [bot: bot, name: "First"]])
      iex> {:ok, _} = Boardwright.Table.commit(table, "white", "e2e4")
      iex> :ok = Boardwright.Table.run_bots(table)
      iex> {:ok, view} = Boardwright.Table.view(table, "white")
      iex> view["ply"]
      2

  Such a seat takes `:name`, `:movetime`, `:nodes`, `:delay` and `:on_failure`, which is `:fallback`, another
  bot steps in for that move, or `:lose`. The bots end with the table, and when it is closed; a
  function that itself holds the table keeps it.
  """
  @spec new(String.t() | State.t(), keyword | map) :: {:ok, t} | {:error, Error.t()}
  def new(game, options \\ [])

  def new(%State{ref: ref}, options) do
    case Native.elsewhere(ref) do
      nil -> new(ref, options)
      node -> {:error, Native.error(node)}
    end
  end

  def new(game, options) do
    {options, bots} = Seats.of_options(options)

    with {:ok, table} <- made(either(Native.table_new(game, options))),
         {:error, error} <- attend_all(table, bots, {:ok, table}) do
      close(table)
      {:error, error}
    end
  end

  defp made({:ok, ref}), do: {:ok, %__MODULE__{ref: ref}}
  defp made({:error, error}), do: {:error, error}

  @doc """
  Takes up what `save/1` or `save_changes/2` gave; bots that were at work are asked anew. A seat of a bot of your own,
  `"own"` in the view, waits until `attend/3` says who answers for it.
  """
  @spec load(String.t()) :: {:ok, t} | {:error, Error.t()}
  def load(text), do: made(Native.table_load(text))

  @doc """
  Says who answers for a seat of a bot of your own, as after `load/1`: a function of one argument, a
  process of this node, or a program, which is refused with `bot_busy` while it plays at another table. The question that waits comes at once, with all events of the seat; who
  answered for it before is asked no more.
  """
  @spec attend(t, seat, bot) :: :ok | {:error, Error.t()}
  def attend(%__MODULE__{} = table, seat, %Bot{own: bot}) when bot != nil,
    do: attend(table, seat, bot)

  def attend(%__MODULE__{ref: ref}, seat, bot) when is_function(bot, 1),
    do: Attendant.start(ref, seat, bot)

  def attend(%__MODULE__{ref: ref}, seat, %ExternalEngine{ref: program}),
    do: Native.program_attend(program, ref, seat)

  def attend(%__MODULE__{ref: ref}, seat, bot), do: Native.table_attend(ref, seat, bot, false)

  defp attend_all(table, bots, answer) do
    Enum.find_value(bots, answer, fn {seat, bot} ->
      with :ok <- attend(table, seat, bot), do: nil
    end)
  end

  @doc """
  Makes a call by its name, with plain values: for a server that passes them on.

  A key that the call does not know is refused, and one that is given twice, as `:seat` and
  `"seat"` are. Of what a client sends, a server takes what it means to pass on, by name.
  """
  @spec call(t, String.t(), keyword | map) :: answer
  def call(table, name, args \\ [])

  def call(%__MODULE__{ref: ref} = table, name, args) when seating(name) do
    {args, bots} = Seats.of_arguments(args)

    with {:ok, answer} <- either(Native.table_call(ref, name, args)) do
      # An answer of `fill` names its seats.
      seated = for {seat, bot} <- bots, at <- Map.get(answer, "filled", [seat]), do: {at, bot}
      attend_all(table, seated, {:ok, answer})
    end
  end

  def call(%__MODULE__{ref: ref}, name, args), do: either(Native.table_call(ref, name, args))

  @doc "The names of the calls that a seat may make by itself; the rest are the host's."
  @spec seat_calls :: [String.t()]
  def seat_calls, do: Native.table_seat_calls()

  @doc "Makes a move; options are `:style` and `:now`."
  @spec commit(t, seat, String.t() | non_neg_integer, keyword) :: answer
  def commit(table, seat, move, options \\ []),
    do: call(table, "commit", [seat: seat, move: move] ++ options)

  @doc "Gives up."
  @spec resign(t, seat, keyword) :: answer
  def resign(table, seat, options \\ []), do: call(table, "resign", [seat: seat] ++ options)

  @doc "Offers a draw; it lapses with the next move of a seat that was asked."
  @spec offer_draw(t, seat, keyword) :: answer
  def offer_draw(table, seat, options \\ []),
    do: call(table, "offer_draw", [seat: seat] ++ options)

  @doc "Accepts or declines the draw that another seat offers."
  @spec respond_draw(t, seat, boolean, keyword) :: answer
  def respond_draw(table, seat, accept, options \\ []),
    do: call(table, "respond_draw", [seat: seat, accept: accept] ++ options)

  @doc "Claims the draw that the rules allow."
  @spec claim_draw(t, seat, keyword) :: answer
  def claim_draw(table, seat, options \\ []),
    do: call(table, "claim_draw", [seat: seat] ++ options)

  @doc "Says something to the seats that it plays with, and to nobody else."
  @spec message(t, seat, String.t(), keyword) :: answer
  def message(table, seat, text, options \\ []),
    do: call(table, "message", [seat: seat, text: text] ++ options)

  @doc """
  Takes note of the time. `"next_flag"` in the answer says when the next flag falls if nobody
  moves, and `"next"` when a flag falls or somebody has been gone for too long.
  """
  @spec tick(t, non_neg_integer) :: answer
  def tick(table, now), do: call(table, "tick", now: now)

  @doc "A person has gone."
  @spec disconnected(t, seat, non_neg_integer) :: answer
  def disconnected(table, seat, now), do: call(table, "disconnected", seat: seat, now: now)

  @doc "A person is back."
  @spec reconnected(t, seat, non_neg_integer) :: answer
  def reconnected(table, seat, now), do: call(table, "reconnected", seat: seat, now: now)

  @doc "Lets somebody else sit there; see `new/2`."
  @spec take_over(t, seat, atom | keyword | map | bot, keyword) :: answer
  def take_over(table, seat, occupant, options \\ []),
    do: call(table, "take_over", [seat: seat, occupant: occupant] ++ options)

  @doc """
  Lets bots sit on all empty seats; options are `:seat`, for one of them, `:occupant`, a bot as in
  `new/2` where the library is not to choose, and `:now`.
  """
  @spec fill(t, keyword) :: answer
  def fill(table, options \\ []), do: call(table, "fill", options)

  @doc ~S[Wants plies taken back; `"done"` says whether all agreed.]
  @spec undo(t, seat, pos_integer) :: answer
  def undo(table, seat, plies \\ 1), do: call(table, "undo", seat: seat, plies: plies)

  @doc """
  Wants the game changed as by `edit/3`; `"done"` says whether all agreed. For tables with the
  setting `:edits`.
  """
  @spec propose_edit(t, seat, map, keyword) :: answer
  def propose_edit(table, seat, changes, options \\ []),
    do: call(table, "propose_edit", [seat: seat, changes: changes] ++ options)

  @doc """
  Changes the position, or the presets in force, while the game goes on, as
  `Boardwright.edit/2` does. The moves before stay, and none of them is taken back any more.
  For the host.
  """
  @spec edit(t, map, keyword) :: answer
  def edit(table, changes, options \\ []), do: call(table, "edit", [changes: changes] ++ options)

  @doc ~S[What a seat sees of the game, and under `"table"` what belongs to the table; with `since:` also its events from that number on.]
  @spec view(t, seat, keyword) :: answer
  def view(table, seat, options \\ []), do: call(table, "view", [seat: seat] ++ options)

  @doc "The moves that a seat may try; in a `:style` only where nothing is hidden."
  @spec candidates(t, seat, keyword) :: answer
  def candidates(table, seat, options \\ []),
    do: call(table, "candidates", [seat: seat] ++ options)

  @doc """
  Returns the events of a seat from a number on, at most 1000; `"next"` is where to go on, and
  `"more"` says whether there are more.
  """
  @spec events(t, seat, non_neg_integer) :: answer
  def events(table, seat, since \\ 0), do: call(table, "events", seat: seat, since: since)

  @doc """
  The table as spectators may see it, where something is hidden the players alone until the end.
  The setting `:spectator_delay` of the table shows the whole game so many moves late. `"shown"`
  says whether the game is there.
  """
  @spec spectator_view(t, keyword) :: answer
  def spectator_view(table, options \\ []), do: call(table, "spectator_view", options)

  @doc "The events that spectators may know from a number on, numbered for them; as `events/3`."
  @spec spectator_events(t, non_neg_integer) :: answer
  def spectator_events(table, since \\ 0), do: call(table, "spectator_events", since: since)

  @doc "The whole table. For the host, or a referee whom it trusts, as `referee_events/2`."
  @spec referee_view(t, keyword) :: answer
  def referee_view(table, options \\ []), do: call(table, "referee_view", options)

  @doc ~S[All that anybody was told from a number on, each event with its seats under `"heard_by"`.]
  @spec referee_events(t, non_neg_integer) :: answer
  def referee_events(table, since \\ 0), do: call(table, "referee_events", since: since)

  @doc """
  The whole game, after its end and not before. Of the moves and of each seat's events and
  thoughts 1000 from a number on at most; `"next"` is where to go on, and `"more"` says
  whether there are more.
  """
  @spec reveal(t, non_neg_integer) :: answer
  def reveal(table, since \\ 0), do: call(table, "reveal", since: since)

  @doc "Returns the outcome as a map, or nil while the game goes on."
  @spec outcome(t) :: map | nil
  def outcome(table) do
    {:ok, outcome} = call(table, "outcome")
    outcome
  end

  @doc """
  The game as PGN with clocks, of two boards as BPGN. The tags, such as the names of people under
  `"White"`, replace those that the table knows. Before the end of a game that hides something it
  is a `:hidden_information`, for a game without PGN an `:unsupported`.
  """
  @spec pgn(t, %{optional(String.t() | atom) => String.t()} | keyword) ::
          {:ok, String.t()} | {:error, Error.t()}
  def pgn(table, tags \\ %{}), do: call(table, "pgn", tags: tags)

  @doc "Everything as text, at any moment, also while a bot thinks."
  @spec save(t) :: {:ok, String.t()} | {:error, Error.t()}
  def save(table), do: call(table, "save")

  @doc """
  Writes what has changed since an earlier call, whose `"next"` is `since`, in the size of that, or the
  whole table where that is nil. The texts, one after the other in their order, are what `load/1`
  reads.

      iex> {:ok, table} = Boardwright.Table.new("chess")
      iex> {:ok, %{"saved" => whole, "next" => next}} = Boardwright.Table.save_changes(table)
      iex> {:ok, _} = Boardwright.Table.commit(table, "white", "e2e4")
      iex> {:ok, %{"saved" => change}} = Boardwright.Table.save_changes(table, next)
      iex> {:ok, loaded} = Boardwright.Table.load([whole, ?\\n, change, ?\\n] |> IO.iodata_to_binary())
      iex> Boardwright.Table.save(loaded) == Boardwright.Table.save(table)
      true
  """
  @spec save_changes(t, map | nil) :: answer
  def save_changes(table, since \\ nil), do: call(table, "save_changes", since: since)

  @doc """
  Waits, which holds up the calling process alone, until no bot is at work. Where the table is
  closed meanwhile, that is a `:cancelled`. After a timeout no message comes late.
  """
  @spec run_bots(t, timeout) :: :ok | {:error, :timeout | Error.t()}
  def run_bots(%__MODULE__{ref: ref}, timeout \\ :infinity) do
    tag = make_ref()

    case Native.table_quiet(ref, tag) do
      {:ok, nil} -> :ok
      {:ok, waiter} -> wait(waiter, tag, timeout)
    end
  end

  defp wait(waiter, tag, timeout) do
    receive do
      {:boardwright, ^tag, answer} -> waited(answer)
    after
      timeout ->
        Native.table_unquiet(waiter)

        # It may have come in between.
        receive do
          {:boardwright, ^tag, answer} -> waited(answer)
        after
          0 -> {:error, :timeout}
        end
    end
  end

  defp waited({:ok, nil}), do: :ok
  defp waited({:error, error}), do: {:error, error}

  @doc "Ends the game without a result: a draw by the reason `\"aborted\"`. For the host, as what follows."
  @spec abort(t, keyword) :: answer
  def abort(table, options \\ []), do: call(table, "abort", options)

  @doc "Ends the game with a result; a draw without winners."
  @spec adjudicate(t, [seat], keyword) :: answer
  def adjudicate(table, winners, options \\ []),
    do: call(table, "adjudicate", [winners: winners] ++ options)

  @doc "Stops the clocks: nobody moves and no bot thinks until `resume/2`."
  @spec pause(t, keyword) :: answer
  def pause(table, options \\ []), do: call(table, "pause", options)

  @doc """
  Lets the clocks go on from `:now`. The time since `pause/2` counts for nobody, nor, where there was
  none, the time since the table last heard of it: so a table goes on that was loaded after the
  server was down.
  """
  @spec resume(t, keyword) :: answer
  def resume(table, options \\ []), do: call(table, "resume", options)

  @doc """
  The moves made so far, and what was tried, at most 1000 from `:since` on, in the notation `:style`.
  In a game that hides something those of the `:seat` that asks; without one it is for the host.
  """
  @spec moves(t, keyword) :: answer
  def moves(table, options \\ []), do: call(table, "moves", options)

  @doc "The game with its options."
  @spec game(t) :: Game.t()
  def game(%__MODULE__{ref: ref}), do: %Game{ref: either(Native.table_game(ref))}

  @doc "The state, with everything that is hidden from seats: for the host."
  @spec state(t) :: State.t()
  def state(%__MODULE__{ref: ref}), do: %State{ref: Native.table_state(ref)}

  @doc "The knowledge of a seat."
  @spec observe(t, seat) :: {:ok, Observation.t()} | {:error, Error.t()}
  def observe(%__MODULE__{ref: ref}, seat) do
    with {:ok, seen} <- Native.table_observe(ref, seat), do: {:ok, %Observation{ref: seen}}
  end

  @doc "A number that grows with each change."
  @spec revision(t) :: non_neg_integer
  def revision(%__MODULE__{ref: ref}), do: Native.table_revision(ref)

  @doc false
  # For the server, to which the rest of it is not known.
  @spec ref(t) :: reference
  def ref(%__MODULE__{ref: ref}), do: ref

  @doc "The names of the seats in their order."
  @spec seats(t) :: [String.t()]
  def seats(%__MODULE__{ref: ref}), do: Native.table_seats(ref)

  @doc """
  Has the table closed when the calling process ends, however it ends and whoever else has the
  table. A table that nobody refers to any more stops its bots in any case.
  """
  @spec own(t) :: :ok
  def own(%__MODULE__{ref: ref}), do: Native.table_own(ref)

  @doc """
  After each change of the table the calling process gets `{:boardwright_table, listener}` with the
  reference that this returns, until it ends or stops listening with `unlisten/1`.

  With `:seat`, or `:feed` as `:spectators` or `:referee`, it gets the events themselves as they
  happen, each once and in order, from the number `:since` (0) on:
  `{:boardwright_events, listener, told}` with what `events/3` answers. They wait in the mailbox, which
  nothing bounds: a process that falls behind listens to changes alone and takes the events
  when it has time.
  """
  @spec listen(t, keyword) :: {:ok, reference} | {:error, Error.t()}
  def listen(%__MODULE__{ref: ref}, options \\ []), do: Native.table_listen(ref, options)

  @doc "Stops what `listen/2` started."
  @spec unlisten(reference) :: :ok
  def unlisten(listener), do: Native.table_unlisten(listener)

  @doc "Ends all work of the bots; what was said stays readable."
  @spec close(t) :: :ok
  def close(%__MODULE__{ref: ref}), do: Native.table_close(ref)

  defimpl Inspect do
    alias Boardwright.Native

    def inspect(table, _options),
      do: Native.inspected(table, fn -> "#Boardwright." <> Native.table_inspect(table.ref) end)
  end
end
