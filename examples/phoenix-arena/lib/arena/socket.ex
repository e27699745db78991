defmodule Arena.Socket do
  @moduledoc """
  The socket of the protocol, whatever carries it: a value that the process of a connection, such as a
  channel, holds. `handle/2` takes a frame of the client's, decoded, and `told/2` a message `{:arena, _}` of
  that process; both return the frames to send, in order, and the socket that follows. `:closed` in its
  place says that the connection is to be closed.
  """

  alias Arena.{Errors, Game, Showing, Tokens, Topics}
  alias Boardwright.{Error, Table, TableServer}

  @protocol 1
  @most 0x1F_FFFF_FFFF_FFFF
  @hello ["protocol", "token", "game", "since", "chat_since", "views"]
  @after_end ["reveal", "pgn"]
  # Errors of hello that end the connection.
  @final ["bad_token", "wrong_protocol", "no_such_game", "too_many"]

  defstruct [:id, :seat, next: 0, chat_next: 0, views: false]

  @type t :: %__MODULE__{}
  @type frames :: [map]

  @doc "A socket that has not said hello."
  @spec new :: t
  def new, do: %__MODULE__{}

  @doc "Takes a frame of the client's."
  @spec handle(t, term) :: {frames, t | :closed}
  def handle(socket, %{"id" => number, "call" => call} = frame)
      when is_integer(number) and number in 0..@most and is_binary(call) do
    arguments = Map.get(frame, "args", %{})

    cond do
      Map.keys(frame) -- ["id", "call", "args"] != [] -> {[failed(number, bad_frame())], socket}
      not is_map(arguments) -> {[failed(number, bad_frame())], socket}
      true -> call(socket, number, call, arguments)
    end
  end

  def handle(socket, frame), do: {[failed(number(frame), bad_frame())], socket}

  @doc "The answer to a frame that cannot be decoded."
  @spec unreadable :: map
  def unreadable, do: failed(nil, bad_frame())

  @doc "The number of a frame, nil where there is none to be read."
  @spec number(term) :: non_neg_integer | nil
  def number(%{"id" => number}) when is_integer(number) and number in 0..@most, do: number
  def number(_frame), do: nil

  @doc "The frame before the end of a connection."
  @spec goodbye(map) :: map
  def goodbye(error), do: Map.put(error, "event", "goodbye")

  defp bad_frame, do: Errors.new("bad_frame", "takes an object of id, call and args")

  defp failed(number, error), do: %{"id" => number, "error" => error}

  defp call(%{id: nil} = socket, number, "hello", arguments), do: hello(socket, number, arguments)

  defp call(%{id: nil} = socket, number, _call, _arguments),
    do: {[failed(number, Errors.new("hello_first", "the first call is hello"))], socket}

  defp call(socket, number, "hello", _arguments),
    do: {[failed(number, Errors.new("hello_twice", "hello was said"))], socket}

  defp call(socket, number, call, arguments) do
    case answer(socket, call, arguments) do
      {:ok, answer} -> {[%{"id" => number, "answer" => answer}], socket}
      {:error, error} -> {[failed(number, error)], socket}
    end
  end

  defp hello(socket, number, arguments) do
    with :ok <- spoken(arguments["protocol"]),
         :ok <- Errors.only(arguments, @hello),
         {:ok, since} <- Errors.number(arguments, "since", 0..@most, 0),
         {:ok, chat_since} <- Errors.number(arguments, "chat_since", 0..@most, 0),
         {:ok, views} <- views(arguments),
         {:ok, id, seat} <- place(arguments) do
      seated = %{socket | id: id, seat: seat, next: since, views: views}
      listen(seated, &Topics.listen/2)

      case enter(seated, number, chat_since) do
        {:ok, frames, seated} ->
          {frames, seated}

        {:error, error} ->
          listen(seated, &Topics.ignore/2)
          refused(socket, number, error)
      end
    else
      {:error, error} -> refused(socket, number, error)
    end
  end

  # The reason to end a connection before it has begun, or one to say it again.
  defp refused(_socket, number, %{"code" => code} = error) when code in @final,
    do: {[failed(number, error), goodbye(error)], :closed}

  defp refused(socket, number, error), do: {[failed(number, error)], socket}

  defp listen(socket, what) do
    what.(socket.id, socket.seat || "spectators")
    what.(socket.id, :all)
  end

  defp enter(socket, number, chat_since) do
    with {:ok, people} <- Arena.ask(socket.id, {:connect, socket.seat}),
         {:ok, lines} <- Arena.ask(socket.id, {:lines, chat_since}),
         {:ok, view} <- sit(socket) do
      answer = %{
        "protocol" => @protocol,
        "now" => now(),
        "id" => socket.id,
        "seat" => socket.seat,
        "role" => if(socket.seat, do: "seat", else: "spectator"),
        "game" => Arena.summary(socket.id),
        "view" => pop_events(view),
        "people" => people["people"],
        "calls" => calls(socket.seat)
      }

      {told, socket} = caught_up(%{socket | chat_next: lines["next"]}, view)
      chat = if lines["lines"] == [], do: [], else: [Map.put(lines, "event", "chat")]
      {:ok, [%{"id" => number, "answer" => answer} | told] ++ chat, socket}
    else
      {:error, error} ->
        Arena.ask(socket.id, :disconnect)
        {:error, error}
    end
  end

  defp spoken(@protocol), do: :ok

  defp spoken(_other),
    do: Errors.refuse("wrong_protocol", "the server speaks protocol #{@protocol}")

  defp views(arguments) do
    case Map.get(arguments, "views", false) do
      views when is_boolean(views) -> {:ok, views}
      _other -> Errors.refuse("invalid_option", "views: takes true or false")
    end
  end

  defp place(%{"token" => _, "game" => _}),
    do: Errors.refuse("invalid_option", "takes either token or game, not both")

  defp place(%{"token" => token}) do
    with {:ok, id} <- Tokens.game(token) do
      case Arena.ask(id, {:seat, token}) do
        {:ok, seat} -> {:ok, id, seat}
        # It is not said whether there was such a game.
        {:error, %{"code" => "no_such_game"}} -> Tokens.bad()
        {:error, error} -> {:error, error}
      end
    end
  end

  defp place(%{"game" => id}) do
    case Arena.summary(id) do
      nil -> no_such_game()
      %{"visibility" => "private", "ended" => nil} -> no_such_game()
      _summary -> {:ok, id, nil}
    end
  end

  defp place(_arguments), do: Errors.refuse("invalid_option", "takes a token or a game")

  # At the table, until this process ends, and what was missed.
  defp sit(%{seat: nil} = socket), do: table(socket.id, &TableServer.spectate(&1, socket.next))
  defp sit(socket), do: table(socket.id, &TableServer.join(&1, socket.seat, socket.next))

  defp pop_events(view), do: Map.update!(view, "table", &Map.delete(&1, "events"))

  # The events that came with a view, and those after them if there are more.
  defp caught_up(socket, %{"table" => %{"events" => told}}), do: told_frames(socket, told, [])

  defp told_frames(socket, %{"events" => []} = told, frames),
    do: {Enum.reverse(frames), %{socket | next: told["next"]}}

  defp told_frames(socket, told, frames) do
    frame = Map.merge(told, %{"event" => "told", "now" => now()})
    socket = %{socket | next: told["next"]}
    frames = [viewed(socket, frame) | frames]

    case told["more"] && events(socket, socket.next) do
      {:ok, more} -> told_frames(socket, more, frames)
      _end -> {Enum.reverse(frames), socket}
    end
  end

  defp viewed(%{views: false}, frame), do: frame

  defp viewed(socket, frame) do
    case view(socket) do
      {:ok, view} -> Map.put(frame, "view", view)
      {:error, _} -> frame
    end
  end

  defp events(%{seat: nil} = socket, since),
    do: table(socket.id, &TableServer.call(&1, "spectator_events", since: since))

  defp events(socket, since),
    do: table(socket.id, &TableServer.seat_call(&1, socket.seat, "events", %{"since" => since}))

  defp view(%{seat: nil} = socket), do: table(socket.id, &TableServer.call(&1, "spectator_view"))
  defp view(socket), do: table(socket.id, &TableServer.seat_call(&1, socket.seat, "view"))

  defp calls(nil), do: ["view", "events", "moves", "outcome", "show", "ping"] ++ @after_end

  defp calls(_seat),
    do: Enum.uniq(Table.seat_calls() ++ ["outcome", "say", "show", "ping"] ++ @after_end)

  defp answer(_socket, "ping", arguments) do
    with :ok <- Errors.only(arguments, []), do: {:ok, %{"now" => now()}}
  end

  defp answer(%{seat: seat} = socket, "say", arguments) when seat != nil do
    with :ok <- Errors.only(arguments, ["text"]),
         do: Arena.ask(socket.id, {:say, seat, arguments["text"]})
  end

  defp answer(socket, "reveal", arguments) do
    with :ok <- Errors.only(arguments, ["since"]),
         do: Arena.reveal(socket.id, arguments["since"] || 0)
  end

  defp answer(socket, "pgn", arguments) do
    with :ok <- Errors.only(arguments, []),
         {:ok, %{"pgn" => pgn}} <- Arena.pgn(socket.id),
         do: {:ok, pgn}
  end

  # The call after it stores all that is shown, before it is answered.
  defp answer(socket, "show", arguments) do
    with {:ok, arguments} <- own_seat(socket, arguments),
         {:ok, table} <- table(socket.id, &{:ok, TableServer.table(&1)}),
         {:ok, shown} <- show(socket, table, arguments),
         {:ok, _} <- table(socket.id, &TableServer.call(&1, "outcome")),
         do: {:ok, shown}
  end

  defp answer(socket, "outcome", arguments) do
    with :ok <- Errors.only(arguments, []), do: table(socket.id, &TableServer.call(&1, "outcome"))
  end

  defp answer(%{seat: nil} = socket, "view", arguments) do
    with :ok <- Errors.only(arguments, []), do: view(socket)
  end

  defp answer(%{seat: nil} = socket, "events", arguments) do
    with :ok <- Errors.only(arguments, ["since"]), do: events(socket, arguments["since"] || 0)
  end

  defp answer(%{seat: nil} = socket, "moves", arguments) do
    with :ok <- Errors.only(arguments, ["since", "style"]),
         {:ok, outcome} when outcome != nil <- table(socket.id, &TableServer.call(&1, "outcome")) do
      table(socket.id, &TableServer.call(&1, "moves", arguments))
    else
      {:ok, nil} -> Errors.refuse("not_over", "the game goes on")
      error -> error
    end
  end

  defp answer(%{seat: nil}, call, _arguments), do: no_such_call(call)

  defp answer(socket, call, arguments) do
    with true <- call in Table.seat_calls(),
         {:ok, arguments} <- own_seat(socket, arguments) do
      table(socket.id, &TableServer.seat_call(&1, socket.seat, call, arguments))
    else
      false -> no_such_call(call)
      error -> error
    end
  end

  defp no_such_call(_call), do: Errors.refuse("no_such_call", "there is no such call here")

  defp show(%{seat: nil}, table, arguments), do: Showing.watch(table, arguments)

  defp show(socket, table, arguments),
    do: Showing.seat(table, Arena.summary(socket.id), socket.seat, arguments)

  # A call may name its own seat.
  defp own_seat(%{seat: seat}, %{"seat" => seat} = arguments),
    do: {:ok, Map.delete(arguments, "seat")}

  defp own_seat(_socket, %{"seat" => _}),
    do: Errors.refuse("wrong_seat", "the seat is that of the token")

  defp own_seat(_socket, arguments), do: {:ok, arguments}

  @doc "Takes a message of the process that holds the socket; others than `{:arena, _}` are none of it."
  @spec told(t, term) :: {frames, t | :closed}
  def told(socket, {:arena, {:told, topic, [%{"seq" => first} | _] = events}}) do
    if topic == (socket.seat || "spectators"), do: news(socket, first, events), else: {[], socket}
  end

  def told(socket, {:arena, {:chat, line}}) do
    if line["seq"] < socket.chat_next,
      do: {[], socket},
      else:
        {[%{"event" => "chat", "next" => line["seq"] + 1, "lines" => [line]}],
         %{socket | chat_next: line["seq"] + 1}}
  end

  def told(socket, {:arena, {:people, people}}),
    do: {[Map.put(people, "event", "people")], socket}

  # The host was started again, and the table below: neither knows of this process any more.
  def told(socket, {:arena, :hosted}) do
    Arena.ask(socket.id, {:connect, socket.seat})
    {[], socket}
  end

  def told(socket, {:arena, :restored}) do
    case sit(socket) do
      {:ok, view} -> caught_up(socket, view)
      {:error, _} -> {[], socket}
    end
  end

  def told(_socket, {:arena, {:goodbye, code, message}}),
    do: {[goodbye(Errors.new(code, message))], :closed}

  def told(socket, _message), do: {[], socket}

  defp news(socket, first, events) do
    case Enum.drop_while(events, &(&1["seq"] < socket.next)) do
      # They came with the view.
      [] ->
        {[], socket}

      # Events that were not published when the table was killed are asked for.
      [_ | _] when first > socket.next ->
        missed(socket)

      new ->
        next = List.last(new)["seq"] + 1

        told_frames(
          socket,
          %{"since" => socket.next, "next" => next, "more" => false, "events" => new},
          []
        )
    end
  end

  defp missed(socket) do
    case events(socket, socket.next) do
      {:ok, told} -> told_frames(socket, told, [])
      {:error, _} -> {[], socket}
    end
  end

  defp no_such_game, do: Errors.refuse("no_such_game", "there is no such game")

  defp now, do: System.system_time(:millisecond)

  @doc """
  Asks the table of a game, which is started again where it has stopped by itself. Who asks while it is
  being started again after a crash is told that it is `busy`.
  """
  @spec table(String.t(), (GenServer.name() -> term)) :: {:ok, term} | {:error, map}
  def table(id, ask), do: table(id, ask, true)

  defp table(id, ask, again) do
    with {:error, %Error{} = error} <- ask.(Game.table(id)), do: {:error, Errors.of(error)}
  catch
    :exit, {reason, _call} when reason in [:noproc, :normal] and again ->
      case Game.awake(id) do
        :ok -> table(id, ask, false)
        {:error, :enoent} -> no_such_game()
        {:error, _} -> Errors.refuse("busy", "the game is being started again")
      end

    :exit, _killed ->
      Errors.refuse("busy", "the game is being started again")
  end
end
