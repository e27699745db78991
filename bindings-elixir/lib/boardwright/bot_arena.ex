defmodule Boardwright.BotArena do
  @moduledoc """
  A process around a `Boardwright.BotRegistry`: knows which bots are there, has them play each other, and
  rates what comes of it.

      children = [
        {Boardwright.BotArena,
         name: MyApp.Arena,
         path: "bots.json",
         reach: fn
           name, %{"kind" => "external"} -> {:transport, {MyApp.BotChannel, name}, protocol: "uci"}
           "mine", _bot -> {:process, fn -> MyApp.Bot.start() end}
           _name, _bot -> :library
         end}
      ]

      :ok = BotArena.register(MyApp.Arena, "casual", player: "search(level=casual)", modes: ["chess"])
      :ok = BotArena.register(MyApp.Arena, "guest", kind: :external, modes: ["chess"])
      bots = BotArena.lobby(MyApp.Arena)
      {:ok, result} = BotArena.play(MyApp.Arena, "chess", %{"white" => "casual", "black" => "guest"}, movetime: 200)

  ## Health

  A bot is `"online"`, `"offline"`, or `"unknown"` before it was looked at and while it is not active. All
  are looked at when the lobby lists them, those who play before their game, and all every `:every`
  milliseconds:

    * one of the library is there;
    * one with a process is there while that lives. A process that ends is started again at once, and one
      that was started less than `:patience` before, or cannot be started, at the next look;
    * an engine by a transport must say within `:patience` that it is ready; otherwise it is offline
      until a later look finds it in time. One that is gone is opened anew. An engine that thinks
      about a move is there: the limits of its game bound it.

  An engine is opened once for each game that it plays.

  A slow engine holds up neither the process nor the other bots.

  ## Games

  Games are played at tables, by bots alone, with all that `Boardwright.Table` sees to: a bot that fails, hangs or
  answers what is no move loses. Each game counts in the ratings once. With `:path` the registry is
  written after every change, before that is answered.
  """

  use GenServer

  alias Boardwright.{BotRegistry, Error, ExternalEngine, Game}
  alias Boardwright.BotArena.Match

  @every 30_000
  @patience 2_000

  @typedoc """
  The way to a bot: `:library` for one that the library makes by the `player` of the registry, a function
  that starts a process which answers `Boardwright.Question`s, or a transport with the options of
  `Boardwright.ExternalEngine.connect/3`.
  """
  @type reach ::
          :library
          | {:process, (() -> {:ok, pid} | {:error, term})}
          | {:transport, {module, term}, keyword}

  @type option ::
          {:name, GenServer.name()}
          | {:registry, BotRegistry.t()}
          | {:path, Path.t()}
          | {:reach, (String.t(), map -> reach)}
          | {:every, timeout}
          | {:patience, non_neg_integer}
          | {:time, (() -> integer)}
          | {:timer, (non_neg_integer, term -> (() -> any))}

  @own [:registry, :path, :reach, :every, :patience, :time, :timer]

  @doc """
  Starts the process.

    * `:registry` - the registry to begin with, or
    * `:path` - the file in which it is kept
    * `:reach` - called with the name of a bot and its values in the registry; returns the way to it. Without
      it all internal bots are the library's, and there is no way to others
    * `:every` - the milliseconds between two looks at all bots, 30 000 if not given; or `:infinity`
    * `:patience` - the milliseconds in which an engine must answer, 2000 if not given
    * `:time` and `:timer` - as those of `Boardwright.TableServer`
  """
  @spec start_link([option]) :: GenServer.on_start()
  def start_link(options \\ []) do
    {own, process} = Keyword.split(options, @own)
    GenServer.start_link(__MODULE__, own, process)
  end

  @doc "Registers a bot, or changes one; see `Boardwright.BotRegistry.register/3`."
  @spec register(GenServer.server(), String.t(), keyword) :: :ok | {:error, Error.t()}
  def register(arena, name, options \\ []), do: change(arena, :register, [name, options])

  @doc "Sets the status of a bot: `:active`, `:paused` or `:retired`."
  @spec set_status(GenServer.server(), String.t(), atom) :: :ok | {:error, Error.t()}
  def set_status(arena, name, status), do: change(arena, :set_status, [name, status])

  @doc "Takes a bot out, with its ratings."
  @spec remove(GenServer.server(), String.t()) :: :ok | {:error, Error.t()}
  def remove(arena, name), do: change(arena, :remove, [name])

  @doc "Rates a tournament's report; see `Boardwright.BotRegistry.rate_report/3`."
  @spec rate_report(GenServer.server(), String.t(), map) :: {:ok, boolean} | {:error, Error.t()}
  def rate_report(arena, batch, report), do: change(arena, :rate_report, [batch, report])

  defp change(arena, call, arguments),
    do: GenServer.call(arena, {:change, call, arguments}, :infinity)

  @doc "The registry as it is now: a value."
  @spec registry(GenServer.server()) :: BotRegistry.t()
  def registry(arena), do: GenServer.call(arena, :registry, :infinity)

  @doc """
  Looks at all bots that are active, and lists all that are not retired, by name: what the registry has
  of each, with its `"name"` and `"health"`.
  """
  @spec lobby(GenServer.server()) :: [map]
  def lobby(arena), do: GenServer.call(arena, :lobby, :infinity)

  @doc """
  Has bots play a game, by the name of the bot at each seat, and waits for its end. Looks at them first:
  where one is offline that is a `:bot_failed`.

    * `:options` - those of the game
    * `:movetime`, `:nodes` - the limits of each move, 1 s if neither is given
    * `:ply_limit` - the number of moves that count, 1000 if not given: a game that has not ended by then is
      a draw
    * `:id` - the name by which its result counts once; drawn at random if not given
    * other options are settings of `Boardwright.Table.new/2`, such as `:clock`, `:bot_timeout` and `:seed`

  The result has `"id"`, `"outcome"` as a table has it, `"moves"` and `"rated"`.
  """
  @spec play(GenServer.server(), String.t(), %{String.t() => String.t()}, keyword) ::
          {:ok, map} | {:error, Error.t()}
  def play(arena, game, players, options \\ []),
    do: GenServer.call(arena, {:play, game, players, options}, :infinity)

  @impl true
  def init(own) do
    # So that engines are let go of when it is shut down.
    Process.flag(:trap_exit, true)

    with {:ok, registry} <- opened(own) do
      state = %{
        registry: registry,
        path: own[:path],
        reach: Keyword.get(own, :reach, &library/2),
        every: Keyword.get(own, :every, @every),
        patience: Keyword.get(own, :patience, @patience),
        time: Keyword.get(own, :time, fn -> System.monotonic_time(:millisecond) end),
        timer: Keyword.get(own, :timer, &timer/2),
        # By name: what is known of each bot that was looked at.
        bots: %{},
        # By monitor: looks at engines that are under way, each its name, its game and if it is late;
        # and processes of bots.
        looks: %{},
        processes: %{},
        # Those that wait for looks: the monitors of missing ones, and the call that follows.
        waiting: [],
        # By monitor: games under way.
        games: %{}
      }

      {:ok, next_look(state)}
    else
      {:error, error} -> {:stop, error}
    end
  end

  defp opened(own) do
    case {own[:path], own[:registry]} do
      {nil, nil} -> {:ok, BotRegistry.new()}
      {nil, registry} -> {:ok, registry}
      {path, _} -> BotRegistry.load(path)
    end
  end

  defp library(_name, %{"kind" => "internal"}), do: :library
  defp library(_name, _bot), do: :none

  defp timer(wait, message) do
    timer = Process.send_after(self(), message, wait)
    fn -> Process.cancel_timer(timer) end
  end

  defp next_look(%{every: :infinity} = state), do: state

  defp next_look(state) do
    state.timer.(state.every, :look)
    state
  end

  @impl true
  def handle_call({:change, call, arguments}, _from, state) do
    case apply(BotRegistry, call, [state.registry | arguments]) do
      {:ok, registry} -> kept(registry, :ok, state)
      {:ok, registry, rated} -> kept(registry, {:ok, rated}, state)
      {:error, error} -> {:reply, {:error, error}, state}
    end
  end

  def handle_call(:registry, _from, state), do: {:reply, state.registry, state}

  def handle_call(:lobby, from, state) do
    names = Map.keys(active(state))
    {:noreply, looked(state, names, nil, &listed(&1, from))}
  end

  def handle_call({:play, game, players, options}, from, state) do
    with {:ok, match} <- Match.new(game, players, options),
         :ok <- Match.allowed(match, BotRegistry.bots(state.registry)) do
      names = players |> Map.values() |> Enum.uniq()
      {:noreply, looked(state, names, match.game, &began(&1, match, from))}
    else
      {:error, error} -> {:reply, {:error, error}, state}
    end
  end

  # A registry that cannot be written is not changed either.
  defp kept(registry, answer, state) do
    case state.path && BotRegistry.save(registry, state.path) do
      {:error, error} -> {:reply, {:error, error}, state}
      _written -> {:reply, answer, %{state | registry: registry}}
    end
  end

  defp active(state) do
    state.registry
    |> BotRegistry.bots()
    |> Map.filter(fn {_, bot} -> bot["status"] == "active" end)
  end

  defp listed(state, from) do
    bots =
      for {name, bot} <- Enum.sort(BotRegistry.bots(state.registry)),
          bot["status"] != "retired" do
        health = if bot["status"] == "active", do: health(state, name), else: "unknown"
        Map.merge(bot, %{"name" => name, "health" => health})
      end

    GenServer.reply(from, bots)
    state
  end

  defp health(state, name), do: get_in(state.bots, [name, :health]) || "unknown"

  # Looks at bots, and goes on when all have been found or not.
  defp looked(state, names, game, go_on) do
    bots = active(state)
    state = Enum.reduce(names, state, &look(&1, bots[&1], game, &2))

    pending = for {monitor, {name, _, false}} <- state.looks, name in names, do: monitor
    resolved(%{state | waiting: [{MapSet.new(pending), go_on} | state.waiting]}, nil)
  end

  defp look(_name, nil, _game, state), do: state

  defp look(name, bot, game, state) do
    case safely(fn -> state.reach.(name, bot) end) do
      :library -> found(state, name, if(bot["player"]["bot"], do: "online", else: "offline"))
      {:process, start} -> process(name, start, state)
      {:transport, transport, options} -> engine(name, bot, game, {transport, options}, state)
      _none -> found(state, name, "offline")
    end
  end

  defp found(state, name, health, more \\ %{}) do
    known = Map.get(state.bots, name, %{engines: %{}, process: nil})
    put_in(state.bots[name], known |> Map.put(:health, health) |> Map.merge(more))
  end

  defp process(name, start, state) do
    case state.bots[name] do
      %{process: pid} when is_pid(pid) -> state
      _none -> started(name, start, state)
    end
  end

  defp started(name, start, state) do
    case safely(start) do
      {:ok, pid} when is_pid(pid) ->
        state = put_in(state.processes[Process.monitor(pid)], {name, start})
        found(state, name, "online", %{process: pid, began: state.time.()})

      _failed ->
        found(state, name, "offline", %{process: nil})
    end
  end

  # A look at an engine is a process, since it waits.
  defp engine(name, bot, game, way, state) do
    case game_of(bot, game) do
      {:ok, game} -> looked_at(name, game, way, state)
      {:error, _} -> found(state, name, "offline")
    end
  end

  defp looked_at(name, game, way, state) do
    key = key(game)

    # A look that has not come back is waited for by those who ask now, unless it is late.
    if Enum.any?(state.looks, &match?({_, {^name, ^key, _}}, &1)) do
      state
    else
      state = found(state, name, health(state, name))
      known = state.bots[name].engines[key]
      {_, monitor} = spawn_monitor(fn -> exit({:looked, ask(known, game, way)}) end)
      state.timer.(state.patience, {:late, monitor})
      put_in(state.looks[monitor], {name, key, false})
    end
  end

  defp game_of(_bot, %Game{} = game), do: {:ok, game}

  defp game_of(bot, nil) do
    case Map.keys(bot["modes"]) do
      [game | _] -> Game.new(game)
      [] -> {:error, :no_game}
    end
  end

  defp key(game), do: {Game.name(game), Game.options(game)}

  defp ask(nil, game, {transport, options}), do: ExternalEngine.connect(game, transport, options)
  defp ask(engine, _game, _way), do: with(:ok <- ExternalEngine.check(engine), do: {:ok, engine})

  defp safely(call) do
    call.()
  catch
    _kind, _reason -> :failed
  end

  # Has those go on for whom no look is missing any more.
  defp resolved(state, monitor) do
    waiting = for {looks, go_on} <- state.waiting, do: {MapSet.delete(looks, monitor), go_on}
    {ready, waiting} = Enum.split_with(waiting, fn {looks, _} -> MapSet.size(looks) == 0 end)
    Enum.reduce(ready, %{state | waiting: waiting}, fn {_, go_on}, state -> go_on.(state) end)
  end

  defp began(state, match, from) do
    bots = BotRegistry.bots(state.registry)

    case Enum.find(Map.values(match.players), &(health(state, &1) != "online")) do
      nil ->
        seats =
          for {seat, name} <- match.players,
              do: {seat, name, seated(state, name, bots[name], match)}

        {_, monitor} = spawn_monitor(fn -> exit({:played, Match.play(match, seats)}) end)
        put_in(state.games[monitor], {match, from})

      name ->
        GenServer.reply(from, {:error, %Error{code: :bot_failed, message: "#{name} is offline"}})
        state
    end
  end

  defp seated(state, name, bot, match) do
    case state.bots[name] do
      %{process: pid} when is_pid(pid) -> pid
      %{engines: engines} -> engines[key(match.game)] || bot["player"]
    end
  end

  @impl true
  def handle_info(:look, state) do
    names = Map.keys(active(state))
    {:noreply, state |> looked(names, nil, & &1) |> next_look()}
  end

  def handle_info({:late, monitor}, state) do
    case state.looks[monitor] do
      nil ->
        {:noreply, state}

      {name, key, _} ->
        state = put_in(state.looks[monitor], {name, key, true})
        {:noreply, state |> found(name, "offline") |> resolved(monitor)}
    end
  end

  def handle_info({:DOWN, monitor, :process, _pid, reason}, state) do
    cond do
      Map.has_key?(state.looks, monitor) -> {:noreply, came_back(monitor, reason, state)}
      Map.has_key?(state.processes, monitor) -> {:noreply, ended(monitor, state)}
      Map.has_key?(state.games, monitor) -> {:noreply, played(monitor, reason, state)}
      true -> {:noreply, state}
    end
  end

  def handle_info(_other, state), do: {:noreply, state}

  defp came_back(monitor, reason, state) do
    {{name, key, late?}, looks} = Map.pop(state.looks, monitor)
    state = %{state | looks: looks}

    state =
      case reason do
        {:looked, {:ok, engine}} -> put_in(state.bots[name].engines[key], engine)
        _failed -> state
      end

    # One that has answered late is offline until a look finds it in time.
    online? = match?({:looked, {:ok, _}}, reason) and not late?
    state = found(state, name, if(online?, do: "online", else: "offline"))
    resolved(state, monitor)
  end

  defp ended(monitor, state) do
    {{name, start}, processes} = Map.pop(state.processes, monitor)
    state = %{state | processes: processes}
    soon? = state.time.() - state.bots[name].began < state.patience
    state = found(state, name, "offline", %{process: nil})
    bot = active(state)[name]
    if bot == nil or soon?, do: state, else: started(name, start, state)
  end

  defp played(monitor, reason, state) do
    {{match, from}, games} = Map.pop(state.games, monitor)
    state = %{state | games: games}

    with {:played, {:ok, result}} <- reason,
         given = Match.rated(match, result),
         {:ok, registry, rated} <- BotRegistry.rate_game(state.registry, match.id, given) do
      {:reply, answer, state} = kept(registry, {:ok, Map.put(result, "rated", rated)}, state)
      GenServer.reply(from, answer)
      state
    else
      {:played, {:error, error}} ->
        failed(state, from, error)

      {:error, error} ->
        failed(state, from, error)

      other ->
        failed(state, from, %Error{code: :internal, message: "the game ended: #{inspect(other)}"})
    end
  end

  defp failed(state, from, error) do
    GenServer.reply(from, {:error, error})
    state
  end

  @impl true
  def terminate(_reason, state) do
    for {_, %{engines: engines}} <- state.bots,
        {_, engine} <- engines,
        do: ExternalEngine.close(engine)
  end
end
