defmodule Arena do
  @moduledoc """
  The game loop of a site for every game of the library, by the protocol of `docs/game-server.md`: games
  are found and made by the functions here, which are that document's requests, and played through
  `Arena.Socket`, which a channel or any other transport holds.

  A supervisor of

    * the names of games and the topics that sockets listen to, two registries
    * one supervisor a game, with its host (`Arena.Host`: seats, tokens, chat) and its table
      (`Boardwright.TableServer`), each of which is started again without the other, from its file
    * one process that starts the games that are kept when the system starts.

  Nothing here needs a package from outside.
  """

  use Supervisor

  alias Arena.{Host, Store}

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
        {DynamicSupervisor, name: Arena.Games, max_restarts: 1_000},
        {Task, &restore/0}
      ],
      strategy: :rest_for_one
    )
  end

  # The games that had not ended; one whose file cannot be read keeps no other from going on.
  defp restore do
    for id <- Store.ids(), {:ok, game} <- [Store.game(id)], game.ended == nil, do: host(id, game)
  end

  defp host(id, game), do: DynamicSupervisor.start_child(Arena.Games, {Arena.Game, {id, game}})

  @type error :: %{String.t() => String.t()}

  @doc "`POST /api/games`: makes a game."
  @spec create(map) :: {:ok, map} | {:error, error}
  def create(body) do
    id = Arena.Tokens.id()

    with {:ok, game, answer} <- Arena.Creation.game(body, id) do
      case host(id, game) do
        {:ok, _} -> {:ok, Map.merge(answer, %{"id" => id, "game" => summary(id)})}
        {:error, reason} -> {:error, refused(reason)}
      end
    end
  end

  # A table that cannot be made says so as the reason for which its supervisor did not start.
  defp refused({:shutdown, {:failed_to_start_child, _, reason}}), do: refused(reason)
  defp refused(%Boardwright.Error{} = error), do: Arena.Errors.of(error)
  defp refused(_reason), do: Arena.Errors.new("internal", "the game could not be made")

  @doc "`POST /api/games/ID/join`: sits down at an open seat of the lobby."
  def join(id, body \\ %{}) do
    with :ok <- Arena.Errors.only(body, ["seat", "name"]),
         do: ask(id, {:join, body["seat"], body["name"]})
  end

  @doc "`POST /api/invitations`: sees or takes the seat of an invitation."
  def invitation(body) do
    with :ok <- Arena.Errors.only(body, ["code", "name", "accept"]),
         {:ok, id} <- Arena.Tokens.game(body["code"]),
         do: ask(id, {:invitation, body["code"], body["name"], body["accept"] == true})
  end

  @doc "`POST /api/games/ID/fill`, with the token of a seat: bots for open seats."
  def fill(id, token, body \\ %{}) do
    with :ok <- Arena.Errors.only(body, ["seat", "occupant"]), do: ask(id, {:fill, token, body})
  end

  @doc "`GET /api/games/ID`: what spectators may see."
  def game(id) do
    case summary(id) do
      %{"visibility" => visibility, "ended" => ended} = game
      when visibility == "public" or ended != nil ->
        with {:ok, view} <-
               Arena.Socket.table(id, &Boardwright.TableServer.call(&1, "spectator_view")),
             do: {:ok, %{"game" => game, "view" => view}}

      _none_or_private ->
        no_such_game()
    end
  end

  @doc "`GET /api/games`: the lobby, the newest first, at most 100 of the `status` that is asked for."
  def games(parameters \\ %{}) do
    with :ok <- Arena.Errors.only(parameters, ["status", "limit", "before"]) do
      limit = parameters["limit"] || 100
      status = parameters["status"]
      before = parameters["before"]

      found =
        for id <- Store.ids() |> Enum.sort(:desc),
            before == nil or id < before,
            %{} = game <- [summary(id)],
            game["visibility"] == "public",
            status == nil or game["status"] == status,
            do: game

      {page, more} = Enum.split(found, limit |> max(1) |> min(100))
      {:ok, %{"games" => page, "next" => if(more != [], do: List.last(page)["id"])}}
    end
  end

  @doc "The summary of a game, or nil where there is none of this number."
  def summary(id) do
    # None is started to be listed.
    case ask(id, :summary, false) do
      {:ok, summary} ->
        summary

      {:error, _} ->
        with {:ok, game} <- Store.game(id), do: Host.summary(id, game), else: (_ -> nil)
    end
  end

  @doc "`GET /api/games/ID/reveal`, after the end."
  def reveal(id, since \\ 0), do: table(id, "reveal", since: since)

  @doc "`GET /api/games/ID/pgn`, after the end."
  def pgn(id) do
    with {:ok, pgn} <- table(id, "pgn", []), do: {:ok, %{"pgn" => pgn}}
  end

  defp table(id, call, arguments) do
    with {:ok, outcome} <- Arena.Socket.table(id, &Boardwright.TableServer.call(&1, "outcome")) do
      if outcome,
        do: Arena.Socket.table(id, &Boardwright.TableServer.call(&1, call, arguments)),
        else: {:error, Arena.Errors.new("not_over", "the game goes on")}
    end
  end

  @doc "Asks the host of a game, which is started again where it has stopped with its table."
  @spec ask(term, term) :: {:ok, term} | {:error, error}
  def ask(id, request), do: ask(id, request, true)

  defp ask(id, request, again) do
    GenServer.call(Host.name(id), request)
  catch
    :exit, {:noproc, _} when again ->
      if Arena.Game.awake(id) == :ok, do: ask(id, request, false), else: no_such_game()

    :exit, {:noproc, _} ->
      no_such_game()

    :exit, _ended ->
      {:error, Arena.Errors.new("busy", "the game is being started again")}
  end

  defp no_such_game, do: {:error, Arena.Errors.new("no_such_game", "there is no such game")}

  @doc "Has each socket of all games say goodbye, as before the system stops."
  def drain do
    for id <- Store.ids(),
        do: Arena.Topics.tell(id, :all, {:goodbye, "draining", "the server stops"})

    :ok
  end
end
