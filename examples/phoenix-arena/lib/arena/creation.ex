defmodule Arena.Creation do
  @moduledoc "New games, by what a client wants."

  alias Arena.{Errors, Limits, Text, Tokens}

  # Settings that are handed to the table, under its names.
  @settings [
    clock: "clock",
    grace: "grace",
    on_abandoned: "on_abandoned",
    on_leave: "on_leave",
    on_flag: "on_flag",
    undo: "undo",
    edits: "edits",
    spectator_delay: "spectator_delay"
  ]
  @fields ["game", "options", "name", "visibility", "seats"] ++ Keyword.values(@settings)
  @bot ["bot", "name", "options", "movetime", "delay"]

  # Milliseconds that a bot is given for a move where none are asked for, and by which it may be delayed.
  @movetime 300
  @delay 60_000

  @doc "The game with number `id`, and the tokens and invitations that are told once."
  def game(body, id) do
    with :ok <- Errors.only(body, @fields),
         {:ok, name} <- name(body["name"]),
         {:ok, visibility} <- visibility(body["visibility"]),
         {:ok, rules} <- rules(body),
         {:ok, wanted} <- wanted(body["seats"], Boardwright.Game.seats(rules), body["game"]),
         {:ok, body} <- abandoned(body) do
      options = body["options"] || %{}
      made = for {seat, who} <- wanted, do: seat(id, seat, who, name)

      settings = for {key, field} <- @settings, Map.has_key?(body, field), do: {key, body[field]}
      occupants = for {seat, who} <- wanted, into: %{}, do: {seat, occupant(who)}

      game = %{
        game: Boardwright.Game.name(rules),
        options: options,
        hidden: Boardwright.Game.hidden?(rules),
        settings: [options: options, seats: occupants] ++ settings,
        clock: body["clock"],
        visibility: visibility,
        created: System.system_time(:millisecond),
        ended: nil,
        outcome: nil,
        seats: Enum.map(made, &elem(&1, 0)),
        chat: []
      }

      told = fn place ->
        for made <- made, text = elem(made, place), into: %{}, do: {elem(made, 0).seat, text}
      end

      {:ok, game, %{"tokens" => told.(1), "invitations" => told.(2)}}
    end
  end

  @doc "The game of a body with its options."
  def rules(%{"game" => name} = body) when is_binary(name) do
    case body["options"] || %{} do
      %{} = options ->
        with {:error, error} <- Boardwright.Game.new(name, options),
             do: {:error, Errors.of(error)}

      _other ->
        wrong("options: takes an object")
    end
  end

  def rules(_body), do: wrong("game: takes the name of a game")

  @doc "The name of a person."
  def name(nil), do: {:ok, nil}
  def name(name), do: Text.read("name", name, Limits.get(:name))

  # A bot that steps in for a person who has gone is bounded as the others are.
  defp abandoned(%{"on_abandoned" => %{} = bot} = body) do
    with {:ok, bot} <- bot("on_abandoned", bot, body["game"]),
         do: {:ok, %{body | "on_abandoned" => bot}}
  end

  defp abandoned(body), do: {:ok, body}

  defp visibility(nil), do: {:ok, "public"}
  defp visibility(visibility) when visibility in ["public", "private"], do: {:ok, visibility}
  defp visibility(_other), do: wrong("visibility: takes public or private")

  # The occupants of the seats, in order.
  defp wanted(nil, [first | rest], _game),
    do: {:ok, [{first, "me"} | Enum.map(rest, &{&1, "open"})]}

  defp wanted(%{} = wanted, seats, game) do
    with :ok <- Errors.only(wanted, seats) do
      Enum.reduce_while(Enum.reverse(seats), {:ok, []}, fn seat, {:ok, found} ->
        case who(seat, Map.get(wanted, seat, "open"), game) do
          {:ok, who} -> {:cont, {:ok, [{seat, who} | found]}}
          error -> {:halt, error}
        end
      end)
    end
  end

  defp wanted(_other, _seats, _game), do: wrong("seats: takes an object")

  defp who(_seat, who, _game) when who in ["me", "open", "invite"], do: {:ok, who}
  # Of a seek; no body has it.
  defp who(_seat, {:ticket, _hash, _name} = who, _game), do: {:ok, who}
  defp who(seat, %{} = bot, game), do: bot("seats.#{seat}", bot, game)
  defp who(seat, _other, _game), do: wrong("seats: #{seat} takes me, open, invite, or a bot")

  @doc "A bot within what the server allows; errors say which field it is in."
  def bot(field, bot, game) do
    with {:error, error} <- bot(bot, game),
         do: {:error, %{error | "message" => "#{field}: #{error["message"]}"}}
  end

  # Its own options are no numbers, but for its strength.
  defp bot(%{} = bot, game) do
    numbers =
      for {key, value} <- options_of(bot),
          not (is_binary(value) or is_boolean(value)),
          key != "strength",
          do: key

    with :ok <- Errors.only(bot, @bot),
         :ok <- named(bot["bot"], game),
         {:ok, movetime} <-
           Errors.number(bot, "movetime", 0..Limits.get(:bot_movetime), @movetime),
         :ok <- delay(List.wrap(bot["delay"])),
         {:ok, name} <- name(bot["name"]) do
      bot = Map.put(bot, "movetime", movetime)

      cond do
        numbers != [] -> wrong("#{hd(numbers)}: is for the server to say")
        name -> {:ok, %{bot | "name" => name}}
        true -> {:ok, bot}
      end
    end
  end

  defp bot(_other, _game), do: wrong("takes a bot")

  # Bots for seats for which none is named, those first that play like people.
  @opponents ["casual", "heuristic", "random"]

  @doc "The bot of a game for a seat for which none is named."
  def opponent(game) do
    case Arena.bot_of(game, @opponents) do
      nil -> Errors.refuse("unsupported", "#{game} has no bots")
      name -> bot(%{"bot" => name}, game)
    end
  end

  defp options_of(%{"options" => %{} = options}), do: options
  defp options_of(_bot), do: %{}

  # A bot of the host's own is no client's to ask for.
  defp named(name, game) when is_binary(name) do
    if Arena.bot_of(game, [name]) == name,
      do: :ok,
      else: Errors.refuse("unknown_bot", "#{game} has no such bot")
  end

  defp named(_other, _game), do: wrong("bot: takes the name of a bot")

  # Anything but numbers is left for the library to refuse.
  defp delay(delays) do
    if Enum.any?(delays, &(is_number(&1) and &1 > @delay)),
      do: wrong("delay: takes #{@delay} milliseconds at most"),
      else: :ok
  end

  defp occupant("me"), do: "human"
  defp occupant({:ticket, _hash, _name}), do: "human"
  defp occupant(%{} = bot), do: bot
  defp occupant(_open), do: "empty"

  defp seat(id, seat, who, name) do
    empty = %{seat: seat, occupant: "empty", name: nil, open: nil, token: nil, invitation: nil}

    case who do
      "me" ->
        {token, hash} = Tokens.new(id)
        {%{empty | occupant: "person", name: name, token: hash}, token, nil}

      {:ticket, hash, name} ->
        {%{empty | occupant: "person", name: name, token: hash}, nil, nil}

      "open" ->
        {%{empty | open: "lobby"}, nil, nil}

      "invite" ->
        {code, hash} = Tokens.new(id)
        {%{empty | open: "invitation", invitation: hash}, nil, code}

      %{} = bot ->
        {%{empty | occupant: "bot", name: bot["name"] || bot["bot"]}, nil, nil}
    end
  end

  defp wrong(message), do: Errors.refuse("invalid_option", message)
end
