defmodule Arena.Creation do
  @moduledoc "New games, by what a client wants."

  alias Arena.{Errors, Tokens}

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

  # Milliseconds that a bot may be given for a move.
  @movetime 5_000

  @doc "The game with number `id`, and the tokens and invitations that are told once."
  def game(body, id) do
    with :ok <- Errors.only(body, @fields),
         {:ok, options} <- options(body["options"]),
         {:ok, name} <- name(body["name"]),
         {:ok, visibility} <- visibility(body["visibility"]),
         {:ok, rules} <- rules(body["game"], options),
         {:ok, wanted} <- wanted(body["seats"], Boardwright.Game.seats(rules)) do
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

  defp options(nil), do: {:ok, %{}}
  defp options(%{} = options), do: {:ok, options}
  defp options(_other), do: wrong("options: takes an object")

  defp rules(name, options) when is_binary(name) do
    with {:error, error} <- Boardwright.Game.new(name, options), do: {:error, Errors.of(error)}
  end

  defp rules(_name, _options), do: wrong("game: takes the name of a game")

  @doc "The name of a person."
  def name(nil), do: {:ok, nil}

  def name(name) do
    if Arena.Text.plain?(name, 40),
      do: {:ok, name},
      else: wrong("name: takes 1 to 40 bytes of plain text")
  end

  defp visibility(nil), do: {:ok, "public"}
  defp visibility(visibility) when visibility in ["public", "private"], do: {:ok, visibility}
  defp visibility(_other), do: wrong("visibility: takes public or private")

  # The occupants of the seats, in order.
  defp wanted(nil, [first | rest]), do: {:ok, [{first, "me"} | Enum.map(rest, &{&1, "open"})]}

  defp wanted(%{} = wanted, seats) do
    with :ok <- Errors.only(wanted, seats) do
      Enum.reduce_while(Enum.reverse(seats), {:ok, []}, fn seat, {:ok, found} ->
        case who(seat, Map.get(wanted, seat, "open")) do
          {:ok, who} -> {:cont, {:ok, [{seat, who} | found]}}
          error -> {:halt, error}
        end
      end)
    end
  end

  defp wanted(_other, _seats), do: wrong("seats: takes an object")

  defp who(_seat, who) when who in ["me", "open", "invite"], do: {:ok, who}
  defp who(_seat, %{} = bot), do: bot(bot)
  defp who(seat, _other), do: wrong("seats: #{seat} takes me, open, invite, or a bot")

  @doc "A bot within what the server allows: its own options are no numbers, but for its strength."
  def bot(%{} = bot) do
    numbers =
      for {key, value} <- options_of(bot),
          not (is_binary(value) or is_boolean(value)),
          key != "strength",
          do: key

    with :ok <- Errors.only(bot, @bot) do
      cond do
        numbers != [] -> wrong("#{hd(numbers)}: is for the server to say")
        not is_binary(bot["bot"]) -> wrong("bot: takes the name of a bot")
        true -> {:ok, Map.put(bot, "movetime", movetime(bot["movetime"]))}
      end
    end
  end

  def bot(_other), do: wrong("occupant: takes a bot")

  defp options_of(%{"options" => %{} = options}), do: options
  defp options_of(_bot), do: %{}

  # Anything but a number is left for the library to refuse.
  defp movetime(nil), do: 1_000
  defp movetime(movetime) when is_integer(movetime), do: min(movetime, @movetime)
  defp movetime(other), do: other

  defp occupant("me"), do: "human"
  defp occupant(%{} = bot), do: bot
  defp occupant(_open), do: "empty"

  defp seat(id, seat, who, name) do
    empty = %{seat: seat, occupant: "empty", name: nil, open: nil, token: nil, invitation: nil}

    case who do
      "me" ->
        {token, hash} = Tokens.new(id)
        {%{empty | occupant: "person", name: name, token: hash}, token, nil}

      "open" ->
        {%{empty | open: "lobby"}, nil, nil}

      "invite" ->
        {code, hash} = Tokens.new(id)
        {%{empty | open: "invitation", invitation: hash}, nil, code}

      %{} = bot ->
        {%{empty | occupant: "bot", name: bot["name"] || bot["bot"]}, nil, nil}
    end
  end

  defp wrong(message), do: {:error, Errors.new("invalid_option", message)}
end
