defmodule Boardwright.TableServer.Change do
  @moduledoc false
  # The work of a table's server after a change, whoever made it: storing, publishing, waiting for what
  # is due next.

  require Logger

  import Boardwright.Dirty, only: [either: 1]

  alias Boardwright.{Error, Native, Table, Telemetry}
  alias Boardwright.TableServer.Store

  # A timer is set for a day at most, and then again.
  @longest 24 * 3_600_000

  # Milliseconds after which a table that could not be stored is stored again.
  @again 1_000

  @typedoc "The state of the server."
  @type state :: map

  @typedoc """
  The number of the last change, true after the end, when something is due, new events, and the
  questions that bots are at.
  """
  @type news ::
          :none
          | {:error, Error.t()}
          | {non_neg_integer, boolean, non_neg_integer | nil,
             [{non_neg_integer, non_neg_integer, boolean, [map]}],
             [{non_neg_integer, non_neg_integer}]}

  @doc "Tells the table the time, and returns what is new there."
  @spec news(state, integer | nil) :: news
  def news(state, now) do
    {nil, news} =
      either(Native.table_serve(Table.ref(state.table), nil, nil, [], now, state.published))

    news
  end

  @doc "Takes note of the time, and does what is to be done after a change."
  @spec look(state) :: state
  def look(state) do
    now = state.time.()
    went_on(state, news(state, now), now)
  end

  @doc "Stores what has changed, publishes it then, and sets the timer for what is due next."
  @spec went_on(state, news, integer) :: state
  def went_on(state, :none, _now), do: state

  # A time that is no time, from a `:time` of the host's.
  def went_on(state, {:error, error}, _now) do
    Logger.error(fn -> "a table's server cannot tell it the time: #{error.message}" end)
    {_revision, _ended, _next, _feeds, _asked} = news = news(state, nil)
    {state, _more} = state |> store(news, 0) |> publish(news)
    state
  end

  def went_on(state, {_revision, ended, next, _feeds, asked} = news, now) do
    state = state |> questions(asked) |> store(news, now)
    {state, more} = publish(state, news)

    cond do
      state.unstored -> set(state, state.unstored + @again, now)
      more -> went_on(state, news(state, now), now)
      true -> state |> end_of(ended, now) |> set_next(next, now)
    end
  end

  # Decisions of bots, as far as they are seen from here: asked, and over by whatever end.
  defp questions(%{telemetry: nil} = state, _asked), do: state
  defp questions(%{asked: asked} = state, []) when asked == %{}, do: state

  defp questions(state, asked) do
    now = System.monotonic_time()
    {going, over} = Map.split(state.asked, asked)

    for {{seat, _number}, since} <- over do
      took = %{duration: now - since}
      tell(state, [:boardwright, :table, :answered], took, %{seat: Enum.at(state.seats, seat)})
    end

    new = for question <- asked, not is_map_key(going, question), into: %{}, do: {question, now}

    for {{seat, _number}, _now} <- new do
      about = %{seat: Enum.at(state.seats, seat)}
      tell(state, [:boardwright, :table, :asked], %{count: 1}, about)
    end

    %{state | asked: Map.merge(going, new)}
  end

  defp store(%{persist: nil} = state, _news, _now), do: state
  defp store(%{stored: revision} = state, {revision, _, _, _, _}, _now), do: state

  defp store(state, {revision, _, _, _, _}, now) do
    began = System.monotonic_time()

    case Store.persist(state.persist, state.table, state.mark) do
      {:ok, mark} ->
        took = %{duration: System.monotonic_time() - began}
        tell(state, [:boardwright, :table, :stored], took, %{})
        %{state | stored: revision, unstored: nil, mark: mark}

      {:error, how} ->
        Logger.error(fn -> "a table was not stored: " <> how end)
        tell(state, [:boardwright, :table, :failed], %{count: 1}, %{kind: :persist, reason: how})
        # Some of it may be there all the same.
        %{state | unstored: now, mark: nil}
    end
  end

  # Publishes what each topic has not had; says if there is more at once.
  defp publish(%{unstored: at} = state, _news) when at != nil, do: {state, false}
  defp publish(state, {_revision, _ended, _next, [], _asked}), do: {state, false}

  defp publish(state, {_revision, _ended, _next, feeds, _asked}) do
    Enum.reduce(feeds, {state, false}, fn {place, next, more, events}, {state, any} ->
      topic = Enum.at(state.topics, place)

      # Events that could not be published are published with what comes next.
      if safely(state, fn -> state.publish.(topic, events) end) do
        Native.table_publish(Table.ref(state.table), place, next)
        published = List.replace_at(state.published, place, next)
        {%{state | published: published}, any or more}
      else
        {state, any}
      end
    end)
  end

  defp end_of(%{ended: nil} = state, true, now) do
    outcome = Table.outcome(state.table)
    about = %{reason: outcome["reason"], winners: outcome["winners"]}
    tell(state, [:boardwright, :table, :ended], %{count: 1}, about)
    if state.on_end, do: safely(state, fn -> state.on_end.(outcome) end)
    %{state | ended: now}
  end

  defp end_of(state, _ended, _now), do: state

  defp set_next(%{ended: nil} = state, next, now) do
    state = %{state | next: next}
    at = idle_at(state, now)
    set(%{state | idle_at: at}, earliest(next, at), now)
  end

  defp set_next(%{linger: :infinity} = state, _next, now), do: set(state, nil, now)
  defp set_next(state, _next, now), do: set(state, state.ended + state.linger, now)

  # The time at which it is looked at next if the table is idle.
  defp idle_at(%{idle_at: at}, now) when at == nil or now < at, do: at

  defp idle_at(state, now) do
    cond do
      now < state.used + state.idle -> state.used + state.idle
      idle?(state, now) -> state.idle_at
      true -> now + state.idle
    end
  end

  defp idle?(%{idle: :infinity}, _now), do: false

  defp idle?(state, now) do
    now >= state.used + state.idle and state.next == nil and state.clients == %{} and
      state.unstored == nil and Table.run_bots(state.table, 0) != {:error, :timeout}
  end

  defp earliest(nil, at), do: at
  defp earliest(at, nil), do: at
  defp earliest(one, other), do: min(one, other)

  @doc "The reason for which the server stops by itself now, or nil."
  @spec over(state, integer) :: :ended | :idle | nil
  def over(%{ended: nil} = state, now), do: if(idle?(state, now), do: :idle)
  def over(%{linger: :infinity}, _now), do: nil
  def over(state, now), do: if(now >= state.ended + state.linger, do: :ended)

  # One timer at a time, for the next thing that is due.
  defp set(%{wake: {at, _mark, _cancel}} = state, at, _now), do: state

  defp set(state, at, now) do
    with {_at, _mark, cancel} <- state.wake, do: cancel.()

    if at do
      mark = make_ref()
      wait = (at - now) |> max(0) |> min(@longest)
      %{state | wake: {at, mark, state.timer.(wait, {:wake, mark})}}
    else
      %{state | wake: nil}
    end
  end

  @doc "Gives an event to telemetry."
  @spec tell(state, [atom], map, map) :: :ok
  def tell(%{telemetry: nil}, _event, _measures, _about), do: :ok

  def tell(state, event, measures, about),
    do:
      Telemetry.execute(
        state.telemetry,
        event,
        measures,
        Map.merge(about, %{id: state.id, game: state.game})
      )

  @doc "Calls a function of the host's, which must not end the game; returns true if it went well."
  @spec safely(state, (() -> any)) :: boolean
  def safely(state, call) do
    call.()
    true
  catch
    kind, reason ->
      failure = Exception.format(kind, reason, __STACKTRACE__)
      Logger.error(fn -> "a function given to a table's server failed: " <> failure end)
      tell(state, [:boardwright, :table, :failed], %{count: 1}, %{kind: kind, reason: reason})
      false
  end
end
