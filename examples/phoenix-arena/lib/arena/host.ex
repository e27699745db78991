defmodule Arena.Host do
  @moduledoc "The host of a game: who has which seat, by which token, who is connected, and the chat."

  use GenServer

  alias Arena.{Creation, Errors, Limits, Lobby, Store, Text, Tokens, Topics}
  alias Boardwright.TableServer

  # Lines of chat that a game has at most.
  @lines 5_000

  @doc "Starts the host of a game, from what is kept."
  def start_link(id), do: GenServer.start_link(__MODULE__, id, name: name(id))

  @doc "Its name."
  def name(id), do: {:via, Registry, {Arena.Names, {id, :host}}}

  @doc "Notes the end of a game: at once for who asks, and soon for good."
  def ended(id, outcome) do
    now = System.system_time(:millisecond)

    with %{"ended" => nil} = game <- Lobby.summary(id) do
      Lobby.put(id, %{game | "status" => "ended", "ended" => now, "outcome" => outcome})
    end

    GenServer.cast(name(id), {:ended, outcome, now})
  end

  @impl true
  def init(id) do
    {:ok, game} = Store.game(id)
    Lobby.put(id, summary(id, game))
    Topics.tell(id, :all, :hosted)

    if status(game) == "waiting" do
      wait = game.created + Limits.get(:waiting) - System.system_time(:millisecond)
      Process.send_after(self(), :waited, max(wait, 0))
    end

    {:ok, %{id: id, game: game, sockets: %{}}, {:continue, :begin}}
  end

  @impl true
  def handle_continue(:begin, state), do: {:noreply, begin(state)}

  @impl true
  def handle_call({:join, seat, name}, _from, state) do
    open = Enum.filter(state.game.seats, &(&1.open == "lobby"))

    case Enum.find(open, &(seat == nil or &1.seat == seat)) do
      nil -> {:reply, no_seat(state, seat), state}
      place -> sit(state, place, name)
    end
  end

  def handle_call({:invitation, code, name, accept}, _from, state) do
    place = Enum.find(state.game.seats, &Tokens.right?(code, &1.invitation))

    cond do
      place == nil ->
        {:reply, Tokens.bad(), state}

      state.game.ended ->
        {:reply, Errors.refuse("seat_taken", "the game has ended"), state}

      accept ->
        sit(state, place, name)

      true ->
        {:reply,
         {:ok,
          %{"id" => state.id, "seat" => place.seat, "game" => summary(state.id, state.game)}},
         state}
    end
  end

  def handle_call({:fill, token, body}, _from, state) do
    with {:ok, _seat} <- seat(state, token),
         {:ok, bot} <- occupant(body["occupant"], state.game.game),
         {:ok, open} <- fits(state, body["seat"]),
         {:ok, state} <- fill(state, open, bot) do
      {:reply, {:ok, %{"filled" => open}}, state}
    else
      {:error, error} -> {:reply, {:error, plain(error)}, state}
    end
  end

  def handle_call({:seat, token}, _from, state), do: {:reply, seat(state, token), state}

  def handle_call({:connect, seat}, {socket, _tag}, state) do
    others = for {_, {other, at}} <- state.sockets, other != socket, do: at

    cond do
      seat != nil and Enum.count(others, &(&1 == seat)) >= Limits.get(:sockets_per_seat) ->
        {:reply, Errors.refuse("too_many", "too many sockets at this seat"), state}

      length(others) >= Limits.get(:sockets_per_game) ->
        {:reply, Errors.refuse("too_many", "too many sockets in this game"), state}

      true ->
        state = disconnected(state, socket)
        sockets = Map.put(state.sockets, Process.monitor(socket), {socket, seat})
        state = %{state | sockets: sockets}
        tell_people(state)
        {:reply, {:ok, people(state)}, state}
    end
  end

  def handle_call(:disconnect, {socket, _tag}, state) do
    state = disconnected(state, socket)
    tell_people(state)
    {:reply, :ok, state}
  end

  def handle_call({:lines, since}, _from, state) do
    lines = for %{"seq" => seq} = line <- Enum.reverse(state.game.chat), seq >= since, do: line
    {:reply, {:ok, %{"next" => length(state.game.chat), "lines" => lines}}, state}
  end

  def handle_call({:say, seat, text}, _from, state) do
    seq = length(state.game.chat)

    with {:ok, text} <- Text.read("text", text, Limits.get(:say)), true <- seq < @lines do
      name = Enum.find(state.game.seats, &(&1.seat == seat)).name
      at = System.system_time(:millisecond)
      line = %{"seq" => seq, "seat" => seat, "name" => name, "text" => text, "at" => at}
      state = keep(state, %{state.game | chat: [line | state.game.chat]})
      Topics.tell(state.id, :all, {:chat, line})
      {:reply, {:ok, %{"seq" => seq}}, state}
    else
      false -> {:reply, Errors.refuse("too_many", "the game has no room for more"), state}
      error -> {:reply, error, state}
    end
  end

  @impl true
  def handle_cast({:ended, _outcome, _now}, %{game: %{ended: at}} = state) when at != nil,
    do: {:noreply, state}

  def handle_cast({:ended, outcome, now}, state) do
    state = keep(state, %{state.game | ended: now, outcome: outcome})
    tell_people(state)
    {:noreply, state}
  end

  @impl true
  def handle_info({:DOWN, monitor, _, _, _}, state) do
    state = %{state | sockets: Map.delete(state.sockets, monitor)}
    tell_people(state)
    {:noreply, state}
  end

  def handle_info(:waited, state) do
    if status(state.game) == "waiting",
      do: Arena.Socket.table(state.id, &TableServer.call(&1, "abort"))

    {:noreply, state}
  end

  def handle_info(:begin, state), do: {:noreply, begin(state)}
  def handle_info(_other, state), do: {:noreply, state}

  # A game begins when all seats are taken; where its table cannot be stored, when it can.
  defp begin(state) do
    with "playing" <- status(state.game),
         {:ok, %{"table" => %{"status" => "paused"}}} <- table(state, "spectator_view", []),
         {:error, _} <- table(state, "resume", []),
         do: Process.send_after(self(), :begin, 1_000)

    state
  end

  defp disconnected(state, socket) do
    {of, others} = Enum.split_with(state.sockets, fn {_, {other, _}} -> other == socket end)
    for {monitor, _} <- of, do: Process.demonitor(monitor, [:flush])
    %{state | sockets: Map.new(others)}
  end

  # The table first: it is what decides, and what is kept of it is not taken back.
  defp sit(state, place, name) do
    with {:ok, name} <- Creation.name(name),
         {:ok, _} <- table(state, "take_over", seat: place.seat, occupant: "human"),
         # Until the first socket comes.
         {:ok, _} <- table(state, "disconnected", seat: place.seat) do
      {token, hash} = Tokens.new(state.id)
      taken = %{place | occupant: "person", name: name, open: nil, invitation: nil, token: hash}
      state = change(state, fn seat -> if seat.seat == place.seat, do: taken, else: seat end)

      answer = %{
        "id" => state.id,
        "seat" => place.seat,
        "token" => token,
        "game" => summary(state.id, state.game)
      }

      {:reply, {:ok, answer}, state}
    else
      {:error, error} -> {:reply, {:error, plain(error)}, state}
    end
  end

  defp no_seat(state, seat) do
    cond do
      seat == nil ->
        Errors.refuse("seat_taken", "no seat is open")

      Enum.any?(state.game.seats, &(&1.seat == seat)) ->
        Errors.refuse("seat_taken", "the seat is not open")

      true ->
        Errors.refuse("invalid_option", "seat: there is no such seat")
    end
  end

  defp occupant(nil, game), do: Creation.opponent(game)
  defp occupant(bot, game), do: Creation.bot("occupant", bot, game)

  # The open seats that bots may take.
  defp fits(state, wanted) do
    open = for %{seat: seat, open: open} <- state.game.seats, open != nil, do: seat

    cond do
      wanted == nil and open != [] and state.game.ended == nil -> {:ok, open}
      wanted in open and state.game.ended == nil -> {:ok, [wanted]}
      true -> no_seat(state, wanted)
    end
  end

  # One that plays a team sits at its other seats as well.
  defp fill(state, open, bot) do
    Enum.reduce_while(open, {:ok, state}, fn seat, {:ok, state} ->
      if Enum.find(state.game.seats, &(&1.seat == seat)).occupant == "bot" do
        {:cont, {:ok, state}}
      else
        with {:ok, _} <- table(state, "take_over", seat: seat, occupant: bot),
             {:ok, %{"table" => %{"players" => players}}} <- table(state, "spectator_view", []),
             do: {:cont, {:ok, note_bots(state, players)}},
             else: (error -> {:halt, error})
      end
    end)
  end

  defp note_bots(state, players) do
    bots = for %{"occupant" => "bot"} = bot <- players, into: %{}, do: {bot["seat"], bot}

    change(state, fn seat ->
      bot = bots[seat.seat]

      if bot && seat.occupant != "bot",
        do: %{seat | occupant: "bot", open: nil, invitation: nil, name: bot["name"] || bot["bot"]},
        else: seat
    end)
  end

  defp seat(state, token) do
    case Enum.find(state.game.seats, &Tokens.right?(token, &1.token)) do
      nil -> Tokens.bad()
      place -> {:ok, place.seat}
    end
  end

  # The table may be being started again.
  defp table(state, call, arguments) do
    TableServer.call(Arena.Game.table(state.id), call, arguments)
  catch
    :exit, _ -> Errors.refuse("busy", "the game is being started again")
  end

  defp plain(%Boardwright.Error{} = error), do: Errors.of(error)
  defp plain(error), do: error

  defp change(state, call) do
    state = begin(keep(state, %{state.game | seats: Enum.map(state.game.seats, call)}))
    tell_people(state)
    state
  end

  defp keep(state, game) do
    Store.put_game(state.id, game)
    Lobby.put(state.id, summary(state.id, game))
    %{state | game: game}
  end

  defp tell_people(state), do: Topics.tell(state.id, :all, {:people, people(state)})

  defp people(state) do
    open = Enum.frequencies_by(Map.values(state.sockets), &elem(&1, 1))

    people =
      for seat <- state.game.seats, into: %{} do
        {seat.seat,
         %{
           "name" => seat.name,
           "occupant" => seat.occupant,
           "open" => seat.open,
           "sockets" => Map.get(open, seat.seat, 0)
         }}
      end

    %{"people" => people, "spectators" => Map.get(open, nil, 0), "status" => status(state.game)}
  end

  @doc "The summary of a game."
  def summary(id, game) do
    %{
      "id" => id,
      "game" => game.game,
      "options" => game.options,
      "hidden" => game.hidden,
      "status" => status(game),
      "clock" => game.clock,
      "visibility" => game.visibility,
      "created" => game.created,
      "ended" => game.ended,
      "outcome" => game.outcome,
      "seats" =>
        for seat <- game.seats do
          %{
            "seat" => seat.seat,
            "occupant" => seat.occupant,
            "open" => seat.open,
            "name" => seat.name
          }
        end
    }
  end

  @doc "The status of a game."
  def status(%{ended: ended}) when ended != nil, do: "ended"

  def status(%{seats: seats}),
    do: if(Enum.any?(seats, & &1.open), do: "waiting", else: "playing")
end
