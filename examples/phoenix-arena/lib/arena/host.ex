defmodule Arena.Host do
  @moduledoc "The host of a game: who has which seat, by which token, who is connected, and the chat."

  use GenServer

  alias Arena.{Creation, Errors, Store, Text, Tokens, Topics}
  alias Boardwright.TableServer

  # Lines of chat that a game has at most.
  @lines 5_000

  @doc "Starts the host of a game."
  def start_link({id, game}), do: GenServer.start_link(__MODULE__, {id, game}, name: name(id))

  @doc "Its name."
  def name(id), do: {:via, Registry, {Arena.Names, {id, :host}}}

  @impl true
  def init({id, game}) do
    # The text that was kept since is newer than what it was first started with.
    with {:error, :enoent} <- Store.game(id) do
      Store.put_game(id, game)
      {:ok, %{id: id, game: game, sockets: %{}}}
    else
      {:ok, game} -> {:ok, %{id: id, game: game, sockets: %{}}}
    end
  end

  @impl true
  def handle_call(:summary, _from, state),
    do: {:reply, {:ok, summary(state.id, state.game)}, state}

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
         {:ok, bot} <- occupant(body["occupant"]),
         arguments =
           for(
             {key, value} when value != nil <- [seat: body["seat"], occupant: bot],
             do: {key, value}
           ),
         {:ok, %{"filled" => filled} = answer} <- table(state, "fill", arguments),
         {:ok, %{"table" => %{"players" => players}}} <-
           TableServer.spectate(Arena.Game.table(state.id)) do
      names =
        for player <- players, into: %{}, do: {player["seat"], player["name"] || player["bot"]}

      state =
        change(state, fn seat ->
          if seat.seat in filled,
            do: %{seat | occupant: "bot", open: nil, invitation: nil, name: names[seat.seat]},
            else: seat
        end)

      {:reply, {:ok, answer}, state}
    else
      {:error, error} -> {:reply, {:error, plain(error)}, state}
    end
  end

  def handle_call({:seat, token}, _from, state), do: {:reply, seat(state, token), state}

  def handle_call({:connect, seat}, {socket, _tag}, state) do
    sockets = Map.put(state.sockets, Process.monitor(socket), seat)
    state = %{state | sockets: sockets}
    tell_people(state)
    {:reply, {:ok, people(state)}, state}
  end

  def handle_call({:lines, since}, _from, state) do
    lines = for %{"seq" => seq} = line <- Enum.reverse(state.game.chat), seq >= since, do: line
    {:reply, {:ok, %{"next" => length(state.game.chat), "lines" => lines}}, state}
  end

  def handle_call({:say, seat, text}, _from, state) do
    seq = length(state.game.chat)

    cond do
      not Text.plain?(text, 500) ->
        {:reply,
         {:error, Errors.new("invalid_option", "text: takes 1 to 500 bytes of plain text")},
         state}

      seq >= @lines ->
        {:reply, {:error, Errors.new("too_many", "the game has no room for more")}, state}

      true ->
        name = Enum.find(state.game.seats, &(&1.seat == seat)).name
        at = System.system_time(:millisecond)
        line = %{"seq" => seq, "seat" => seat, "name" => name, "text" => text, "at" => at}
        state = keep(state, %{state.game | chat: [line | state.game.chat]})
        Topics.tell(state.id, :all, {:chat, line})
        {:reply, {:ok, %{"seq" => seq}}, state}
    end
  end

  @impl true
  def handle_cast({:ended, outcome}, state) do
    if state.game.ended do
      {:noreply, state}
    else
      state =
        keep(state, %{state.game | ended: System.system_time(:millisecond), outcome: outcome})

      tell_people(state)
      {:noreply, state}
    end
  end

  @impl true
  def handle_info({:DOWN, monitor, _, _, _}, state) do
    state = %{state | sockets: Map.delete(state.sockets, monitor)}
    tell_people(state)
    {:noreply, state}
  end

  def handle_info(_other, state), do: {:noreply, state}

  # The table first: it is what decides, and what is kept of it is not taken back.
  defp sit(state, place, name) do
    with {:ok, name} <- Creation.name(name),
         {:ok, _} <- table(state, "take_over", seat: place.seat, occupant: "human") do
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
        {:error, Errors.new("seat_taken", "no seat is open")}

      Enum.any?(state.game.seats, &(&1.seat == seat)) ->
        {:error, Errors.new("seat_taken", "the seat is not open")}

      true ->
        {:error, Errors.new("invalid_option", "seat: there is no such seat")}
    end
  end

  defp occupant(nil), do: {:ok, nil}
  defp occupant(bot), do: Creation.bot(bot)

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
    :exit, _ -> {:error, Errors.new("busy", "the game is being started again")}
  end

  defp plain(%Boardwright.Error{} = error), do: Errors.of(error)
  defp plain(error), do: error

  defp change(state, call) do
    state = keep(state, %{state.game | seats: Enum.map(state.game.seats, call)})
    tell_people(state)
    state
  end

  defp keep(state, game) do
    Store.put_game(state.id, game)
    %{state | game: game}
  end

  defp tell_people(state), do: Topics.tell(state.id, :all, {:people, people(state)})

  defp people(state) do
    open = Enum.frequencies(Map.values(state.sockets))

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

  defp status(%{ended: ended}) when ended != nil, do: "ended"

  defp status(%{seats: seats}),
    do: if(Enum.any?(seats, & &1.open), do: "waiting", else: "playing")
end
