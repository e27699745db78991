defmodule Arena.Seeks do
  @moduledoc """
  People who wait for others that want the same game. Those of one wish share the number of the game that
  it will become, so that the ticket of each is the token of its seat.
  """

  use GenServer

  alias Arena.{Creation, Errors, Tokens}
  alias Boardwright.Game

  # Milliseconds after which a seek lapses that nobody asks after, and seeks that may wait at a time.
  @lapses 60_000
  @most 10_000

  @doc "Starts it; `:time` is a function of the time in milliseconds."
  def start_link(options), do: GenServer.start_link(__MODULE__, options, name: __MODULE__)

  @doc "Seeks a game; answers with the ticket, and the pair if it is complete."
  @spec seek(map) :: {:ok, map} | {:error, map}
  def seek(body) do
    with :ok <- Errors.only(body, ["game", "options", "clock", "name"]),
         {:ok, name} <- Creation.name(body["name"]),
         {:ok, rules} <- Creation.rules(body),
         {:ok, ticket} <- GenServer.call(__MODULE__, {:seek, body, rules, name}, :infinity),
         {:ok, found} <- ask(ticket, 0),
         do: {:ok, Map.put(found, "ticket", ticket)}
  end

  @doc "Tells what has become of a seek, at once or as soon as it is paired, within milliseconds."
  @spec ask(String.t(), non_neg_integer) :: {:ok, map} | {:error, map}
  def ask(ticket, wait) do
    with {:ok, _id} <- Tokens.game(ticket) do
      case GenServer.call(__MODULE__, {:ask, Tokens.hash(ticket), wait}, :infinity) do
        :waiting -> {:ok, %{"status" => "waiting"}}
        :none -> paired(ticket)
      end
    end
  end

  @doc "Takes a seek back; tells of the game if it was paired before."
  @spec cancel(String.t()) :: {:ok, map} | {:error, map}
  def cancel(ticket) do
    with {:ok, _id} <- Tokens.game(ticket) do
      case GenServer.call(__MODULE__, {:cancel, Tokens.hash(ticket)}, :infinity) do
        :gone -> {:ok, %{"status" => "gone"}}
        :none -> paired(ticket)
      end
    end
  end

  defp paired(ticket) do
    {:ok, id} = Tokens.game(ticket)

    case Arena.ask(id, {:seat, ticket}) do
      {:ok, seat} ->
        {:ok, %{"status" => "paired", "id" => id, "seat" => seat, "game" => Arena.summary(id)}}

      {:error, %{"code" => "busy"} = error} ->
        {:error, error}

      {:error, _} ->
        Errors.refuse("no_such_seek", "there is no such seek")
    end
  end

  # Seeks by the hash of their ticket; each wish with the number of its game and the hashes of its seeks.
  @impl true
  def init(options) do
    time = Keyword.get(options, :time, fn -> System.monotonic_time(:millisecond) end)
    {:ok, %{time: time, seeks: %{}, wishes: %{}}}
  end

  @impl true
  def handle_call({:seek, body, rules, name}, _from, state) do
    state = lapse(state)
    key = key(body, rules)
    {id, hashes} = Map.get(state.wishes, key, {Tokens.id(), []})
    {ticket, hash} = Tokens.new(id)
    hashes = [hash | hashes]
    seek = %{key: key, name: name, asked: state.time.(), waiters: []}
    seeks = Map.put(state.seeks, hash, seek)

    cond do
      map_size(seeks) > @most ->
        {:reply, Errors.refuse("too_many", "too many seeks"), state}

      length(hashes) < length(Game.seats(rules)) ->
        wishes = Map.put(state.wishes, key, {id, hashes})
        {:reply, {:ok, ticket}, %{state | seeks: seeks, wishes: wishes}}

      true ->
        pair(%{state | seeks: seeks}, {id, hashes}, body, rules, {:ok, ticket}, state)
    end
  end

  def handle_call({:ask, hash, wait}, from, state) do
    state = state |> asked(hash) |> lapse()

    cond do
      not is_map_key(state.seeks, hash) ->
        {:reply, :none, state}

      wait == 0 ->
        {:reply, :waiting, state}

      true ->
        Process.send_after(self(), {:waited, hash, from}, wait)
        {:noreply, update_in(state.seeks[hash].waiters, &[from | &1])}
    end
  end

  def handle_call({:cancel, hash}, _from, state) do
    if is_map_key(state.seeks, hash),
      do: {:reply, :gone, remove(state, hash)},
      else: {:reply, :none, state}
  end

  @impl true
  def handle_info({:waited, hash, from}, state) do
    with %{waiters: waiters} <- state.seeks[hash], true <- from in waiters do
      GenServer.reply(from, :waiting)
      {:noreply, state |> asked(hash) |> put_in([:seeks, hash, :waiters], waiters -- [from])}
    else
      _answered -> {:noreply, state}
    end
  end

  def handle_info(_other, state), do: {:noreply, state}

  # Those who came before go on waiting if the game cannot be made.
  defp pair(state, {id, hashes}, body, rules, answer, before) do
    people = for hash <- Enum.shuffle(hashes), do: {:ticket, hash, state.seeks[hash].name}
    seats = rules |> Game.seats() |> Enum.zip(people) |> Map.new()

    case Arena.start(id, body |> Map.delete("name") |> Map.put("seats", seats)) do
      {:ok, _made} -> {:reply, answer, Enum.reduce(hashes, state, &remove(&2, &1))}
      {:error, error} -> {:reply, {:error, error}, before}
    end
  end

  # Equal rules are written alike, however they were asked for.
  defp key(body, rules), do: {Game.name(rules), Game.options(rules), clock(body["clock"])}

  defp clock(%{"base" => base} = clock),
    do: {base, Map.get(clock, "increment", 0), Map.get(clock, "delay", 0)}

  defp clock(other), do: other

  defp asked(state, hash) do
    if is_map_key(state.seeks, hash),
      do: put_in(state.seeks[hash].asked, state.time.()),
      else: state
  end

  defp lapse(state) do
    now = state.time.()
    lapsed = for {hash, %{waiters: [], asked: at}} <- state.seeks, now - at > @lapses, do: hash
    Enum.reduce(lapsed, state, &remove(&2, &1))
  end

  # Those who wait for it are told that it is gone.
  defp remove(state, hash) do
    {%{key: key, waiters: waiters}, seeks} = Map.pop!(state.seeks, hash)
    for from <- waiters, do: GenServer.reply(from, :none)

    wishes =
      case state.wishes[key] do
        {id, [_, _ | _] = hashes} -> %{state.wishes | key => {id, hashes -- [hash]}}
        _last -> Map.delete(state.wishes, key)
      end

    %{state | seeks: seeks, wishes: wishes}
  end
end
