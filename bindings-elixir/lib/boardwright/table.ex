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

  alias Boardwright.{Error, Native, State}

  @enforce_keys [:ref]
  defstruct [:ref]

  @opaque t :: %__MODULE__{ref: reference}
  @type seat :: Boardwright.seat()
  @type answer :: {:ok, term} | {:error, Error.t()}

  @doc """
  A table around a game, by its name or the state it starts from.

  `:seats` is a map or keyword list of seats to `:human`, `:external`, `:empty` or
  `[bot: "random", name: "Ann", seed: 3, delay: [200, 400], movetime: 500, options: %{}]`; a seat that
  is not named is a person's, a bot that is not has a name of the library's own. `:options` are those of the game. The rest are settings: `:clock` (`[base: ms,
  increment: ms, delay: ms]`), `:grace`, `:on_abandoned` (`:lose`, `:bot`, or the bot to come as for a
  seat), `:retry_cap`, `:on_cap`, `:bot_timeout`,
  `:attempt_cap` (how many attempts that are no move a person may make in one turn; then only
  candidates are taken up; 100), `:undo` (on where nothing is hidden), `:seed`, `:now` (the host's
  clock when the table is made). Seeds that are not given are drawn from the operating system, are
  saved, and no seat is ever shown one.
  """
  @spec new(String.t() | State.t(), keyword | map) :: {:ok, t} | {:error, Error.t()}
  def new(game, options \\ [])
  def new(%State{ref: ref}, options), do: new(ref, options)

  def new(game, options), do: made(either(Native.table_new(game, options)))

  defp made({:ok, ref}), do: {:ok, %__MODULE__{ref: ref}}
  defp made({:error, error}), do: {:error, error}

  @doc "Takes up what `save/1` gave; bots that were at work are asked anew."
  @spec load(String.t()) :: {:ok, t} | {:error, Error.t()}
  def load(text), do: made(Native.table_load(text))

  @doc """
  Makes a call by its name, with plain values: for a server that passes them on.

  A key that the call does not know is refused, and one that is given twice, as `:seat` and
  `"seat"` are. Of what a client sends, a server takes what it means to pass on, by name.
  """
  @spec call(t, String.t(), keyword | map) :: answer
  def call(%__MODULE__{ref: ref}, name, args \\ []),
    do: either(Native.table_call(ref, name, args))

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
  @spec take_over(t, seat, atom | keyword | map, keyword) :: answer
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

  @doc ~S[What a seat sees of the game, and under `"table"` what belongs to the table.]
  @spec view(t, seat, keyword) :: answer
  def view(table, seat, options \\ []), do: call(table, "view", [seat: seat] ++ options)

  @doc "The moves that a seat may try."
  @spec candidates(t, seat) :: answer
  def candidates(table, seat), do: call(table, "candidates", seat: seat)

  @doc """
  Returns the events of a seat from a number on, at most 1000; `"next"` is where to go on, and
  `"more"` says whether there are more.
  """
  @spec events(t, seat, non_neg_integer) :: answer
  def events(table, seat, since \\ 0), do: call(table, "events", seat: seat, since: since)

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

  @doc "Everything as text, at any moment, also while a bot thinks."
  @spec save(t) :: {:ok, String.t()} | {:error, Error.t()}
  def save(table), do: call(table, "save")

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
  """
  @spec listen(t) :: {:ok, reference}
  def listen(%__MODULE__{ref: ref}), do: Native.table_listen(ref)

  @doc "Stops what `listen/2` started."
  @spec unlisten(reference) :: :ok
  def unlisten(listener), do: Native.table_unlisten(listener)

  @doc "Ends all work of the bots; what was said stays readable."
  @spec close(t) :: :ok
  def close(%__MODULE__{ref: ref}), do: Native.table_close(ref)

  defimpl Inspect do
    def inspect(table, _options),
      do: "#Boardwright." <> Boardwright.Native.table_inspect(table.ref)
  end
end
