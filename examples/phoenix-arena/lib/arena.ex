defmodule Arena do
  @moduledoc """
  The game loop of a site for every game of the library, by the protocol of `docs/game-server.md`: games
  are found and made by the functions here, which are that document's requests, and played through
  `Arena.Socket`, which a channel or any other transport holds.

  A supervisor of

    * the names of games, the topics that sockets listen to, and the connections, three registries
    * `Arena.Lobby`, the summaries of all games
    * one supervisor a game, with its host (`Arena.Host`: seats, tokens, chat) and its table
      (`Boardwright.TableServer`), each of which is started again without the other, from its file
    * `Arena.Seeks`, who wants which game
    * one process that starts the games that are kept when the system starts.

  Nothing here needs a package from outside.
  """

  use Supervisor

  alias Arena.{Creation, Errors, Host, Limits, Lobby, Seeks, Store, Tokens}
  alias Boardwright.{Game, TableServer}

  @protocol 1
  # Games that the lobby lists where no number is asked for.
  @page 20

  @doc "Starts everything; `:path` is the folder in which games are kept."
  def start_link(options), do: Supervisor.start_link(__MODULE__, options, name: __MODULE__)

  @impl true
  def init(options) do
    path = Keyword.fetch!(options, :path)
    :ok = Store.open(path)

    Supervisor.init(
      [
        {Registry, keys: :unique, name: Arena.Names},
        {Registry, keys: :duplicate, name: Arena.Topics},
        {Registry, keys: :duplicate, name: Arena.Connections},
        {Lobby, []},
        {DynamicSupervisor, name: Arena.Games, max_restarts: 1_000},
        {Seeks, Keyword.take(options, [:time])},
        {Task, fn -> Enum.each(Lobby.unfinished_ids(), &Arena.Game.awake/1) end}
      ],
      strategy: :rest_for_one
    )
  end

  @type error :: %{String.t() => String.t()}

  @doc "The version of the protocol."
  @spec protocol :: pos_integer
  def protocol, do: @protocol

  @doc "`GET /api/health`, of a server that does not close."
  @spec health :: map
  def health do
    %{
      "status" => "ok",
      "protocol" => @protocol,
      "version" => Boardwright.version(),
      "games" => Lobby.unfinished(),
      "sockets" => Arena.Connection.count()
    }
  end

  @doc "`GET /api/registry`: the games that there are, and the limits."
  @spec registry :: map
  def registry do
    %{
      "protocol" => @protocol,
      "version" => Boardwright.version(),
      "games" => Boardwright.games(),
      "presets" => Boardwright.presets(),
      "limits" => Limits.all()
    }
  end

  @doc "The first of the bots that a game has, or else another; nil for a game without bots."
  @spec bot_of(String.t(), [String.t()]) :: String.t() | nil
  def bot_of(game, wanted) do
    %{"bots" => bots} = Enum.find(Boardwright.games(), &(&1["name"] == game))
    Enum.find(wanted, List.first(bots), &(&1 in bots))
  end

  @doc "`POST /api/rules`: all options of a game, its seats by them, and if it hides something."
  @spec rules(map) :: {:ok, map} | {:error, error}
  def rules(body) do
    with :ok <- Errors.only(body, ["game", "options"]), {:ok, rules} <- Creation.rules(body) do
      {:ok,
       %{
         "game" => Game.name(rules),
         "options" => Game.options(rules),
         "seats" => Game.seats(rules),
         "hidden" => Game.hidden?(rules)
       }}
    end
  end

  @doc "`POST /api/games`: makes a game."
  @spec create(map) :: {:ok, map} | {:error, error}
  def create(body), do: start(Tokens.id(), body)

  @doc "Makes a game of this number."
  @spec start(String.t(), map) :: {:ok, map} | {:error, error}
  def start(id, body) do
    with {:ok, game, answer} <- Creation.game(body, id),
         :ok <- room(),
         {:ok, _} <- Arena.Game.make(id, game),
         do: {:ok, Map.merge(answer, %{"id" => id, "game" => Host.summary(id, game)})}
  end

  defp room do
    if Lobby.unfinished() < Limits.get(:games),
      do: :ok,
      else: Errors.refuse("busy", "the server has no room for another game")
  end

  @doc "`POST /api/games/ID/join`: sits down at an open seat of the lobby."
  def join(id, body \\ %{}) do
    with :ok <- Errors.only(body, ["seat", "name"]),
         {:ok, _} <- shown(id),
         do: ask(id, {:join, body["seat"], body["name"]})
  end

  @doc "`POST /api/invitations`: sees or takes the seat of an invitation."
  def invitation(body) do
    with :ok <- Errors.only(body, ["code", "name", "accept"]),
         {:ok, accept} <- accept(Map.get(body, "accept", false)),
         {:ok, id} <- Tokens.game(body["code"]),
         {:error, %{"code" => "no_such_game"}} <-
           ask(id, {:invitation, body["code"], body["name"], accept}),
         do: Tokens.bad()
  end

  defp accept(accept) when is_boolean(accept), do: {:ok, accept}
  defp accept(_other), do: Errors.refuse("invalid_option", "accept: takes true or false")

  @doc "`POST /api/games/ID/fill`, with the token of a seat: bots for open seats."
  def fill(id, token, body \\ %{}) do
    with :ok <- Errors.only(body, ["seat", "occupant"]),
         {:ok, ^id} <- Tokens.game(token) do
      ask(id, {:fill, token, body})
    else
      {:ok, _another} -> Tokens.bad()
      error -> error
    end
  end

  @doc "`GET /api/games/ID`: what spectators may see."
  def game(id) do
    with {:ok, game} <- shown(id),
         {:ok, view} <- Arena.Socket.table(id, &TableServer.call(&1, "spectator_view")),
         do: {:ok, %{"game" => game, "view" => view}}
  end

  # A game that may be shown to anybody.
  defp shown(id) do
    case summary(id) do
      %{"visibility" => visibility, "ended" => ended} = game
      when visibility == "public" or ended != nil ->
        {:ok, game}

      _none_or_private ->
        no_such_game()
    end
  end

  @doc "`GET /api/games`: the lobby, the newest first, at most 100 of the `status` that is asked for."
  def games(parameters \\ %{}) do
    with :ok <- Errors.only(parameters, ["status", "limit", "before"]),
         {:ok, limit} <- Errors.number(parameters, "limit", 1..100, @page),
         {:ok, status} <- status(parameters["status"]),
         {:ok, before} <- before(parameters["before"]) do
      {page, more} = status |> Lobby.list(before, limit + 1) |> Enum.split(limit)
      {:ok, %{"games" => page, "next" => if(more != [], do: List.last(page)["id"])}}
    end
  end

  defp status(status) when status in [nil, "waiting", "playing", "ended"], do: {:ok, status}

  defp status(_other),
    do: Errors.refuse("invalid_option", "status: takes waiting, playing or ended")

  defp before(before) when is_binary(before) or before == nil, do: {:ok, before}
  defp before(_other), do: Errors.refuse("invalid_option", "before: takes the number of a game")

  @doc "The summary of a game, or nil where there is none of this number."
  defdelegate summary(id), to: Lobby

  @doc "`GET /api/games/ID/reveal`, after the end."
  def reveal(id, since \\ 0) do
    with {:ok, _} <- over(id),
         do: Arena.Socket.table(id, &TableServer.call(&1, "reveal", since: since))
  end

  @doc "`GET /api/games/ID/pgn`, after the end."
  def pgn(id) do
    with {:ok, game} <- over(id),
         tags = for(seat <- game["seats"], tag = tag(seat), into: %{}, do: {tag, seat["name"]}),
         {:ok, pgn} <- Arena.Socket.table(id, &TableServer.call(&1, "pgn", tags: tags)),
         do: {:ok, %{"pgn" => pgn}}
  end

  # By the tags that records of two players have; the table knows those of bots.
  defp tag(%{"name" => nil}), do: nil

  defp tag(%{"seat" => seat}) do
    case Regex.run(~r/\A(?:(\w+)\.)?(white|black)\z/, seat) do
      [_, board, colour] -> String.capitalize(colour) <> board
      nil -> nil
    end
  end

  @doc "`POST /api/games/ID/analysis`, after the end."
  def analysis(id, body) do
    with {:ok, game} <- over(id), do: Arena.Analysis.judge(game, body)
  end

  defp over(id) do
    with {:ok, game} <- shown(id) do
      if game["ended"], do: {:ok, game}, else: Errors.refuse("not_over", "the game goes on")
    end
  end

  @doc "Asks the host of a game, which is started again where it has stopped with its table."
  @spec ask(term, term) :: {:ok, term} | {:error, error}
  def ask(id, request), do: ask(id, request, true)

  defp ask(id, request, again) do
    GenServer.call(Host.name(id), request, :infinity)
  catch
    :exit, {reason, _} when reason in [:noproc, :shutdown] and again ->
      if Arena.Game.awake(id) == :ok, do: ask(id, request, false), else: no_such_game()

    :exit, {:noproc, _} ->
      no_such_game()

    :exit, _ended ->
      Errors.refuse("busy", "the game is being started again")
  end

  defp no_such_game, do: Errors.refuse("no_such_game", "there is no such game")

  @doc "Has all connections say goodbye, as before the system stops."
  @spec drain :: :ok
  def drain do
    goodbye = {:arena, {:goodbye, "draining", "the server closes; come back in a moment"}}

    Registry.dispatch(Arena.Connections, :all, fn connections ->
      for {pid, _} <- connections, do: send(pid, goodbye)
    end)
  end
end
