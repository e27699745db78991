defmodule Boardwright.BotArena.Match do
  @moduledoc false
  # A game of bots alone, as a value and played at a table.

  alias Boardwright.{Error, ExternalEngine, Game, Table}

  @movetime 1_000
  @ply_limit 1_000

  @enforce_keys [:id, :game, :players, :limits, :ply_limit, :settings]
  defstruct @enforce_keys

  @doc "A game, or what is wrong with it."
  def new(name, players, options) do
    {game_options, options} = Keyword.pop(options, :options, [])
    {id, options} = Keyword.pop_lazy(options, :id, fn -> Base.encode16(:rand.bytes(12)) end)
    {limits, options} = Keyword.split(options, [:movetime, :nodes])
    {ply_limit, settings} = Keyword.pop(options, :ply_limit, @ply_limit)

    with {:ok, game} <- Game.new(name, game_options),
         :ok <- whole(ply_limit),
         :ok <- seated(Game.seats(game), players) do
      limits = if limits == [], do: [movetime: @movetime], else: limits

      {:ok,
       %__MODULE__{
         id: id,
         game: game,
         players: players,
         limits: limits,
         ply_limit: ply_limit,
         settings: settings
       }}
    end
  end

  defp whole(limit) when is_integer(limit) and limit > 0, do: :ok
  defp whole(_other), do: wrong("ply_limit: takes an integer from 1")

  defp seated(seats, %{} = players) do
    if Enum.sort(seats) == Enum.sort(Map.keys(players)),
      do: :ok,
      else: wrong("players: takes the name of a bot for each of #{Enum.join(seats, ", ")}")
  end

  defp seated(_seats, _other), do: wrong("players: takes a map of seats to names")

  @doc "Checks that all of its players are registered and active and play the game."
  def allowed(match, bots) do
    Enum.find_value(Map.values(match.players), :ok, fn name ->
      game = Game.name(match.game)

      case bots[name] do
        nil -> wrong("#{inspect(name)} is not registered")
        %{"status" => status} when status != "active" -> wrong("#{name} is #{status}")
        %{"modes" => modes} when modes == %{} or is_map_key(modes, game) -> nil
        _other -> wrong("#{name} does not play #{game}")
      end
    end)
  end

  defp wrong(message), do: {:error, %Error{code: :invalid_option, message: message}}

  @doc "Plays it; `seats` has who answers at each: a process, an engine, or a player of the library's."
  def play(match, seats) do
    seats =
      for {seat, name, bot} <- seats, into: %{}, do: {seat, occupant(name, bot, match.limits)}

    {:ok, state} = Game.start(match.game)

    with {:ok, table} <- Table.new(state, [seats: seats] ++ match.settings) do
      Table.own(table)
      {:ok, listener} = Table.listen(table)
      bounded(table, listener, match.ply_limit)
      {:ok, first} = Table.moves(table)
      moves = first["moves"] ++ rest(table, first)
      outcome = Table.outcome(table)
      Table.close(table)
      {outcome, moves} = counted(state, outcome, moves, match.ply_limit)
      {:ok, %{"id" => match.id, "outcome" => outcome, "moves" => moves}}
    end
  end

  defp occupant(name, bot, limits) when is_pid(bot) or is_struct(bot, ExternalEngine),
    do: [bot: bot, name: name, on_failure: "lose", delay: 0] ++ limits

  defp occupant(name, %{"bot" => bot} = player, limits),
    do: [bot: bot, name: name, options: player["options"] || %{}, delay: 0] ++ limits

  # Until the game has ended, by its rules or by the number of its plies.
  defp bounded(table, listener, limit) do
    cond do
      Table.outcome(table) != nil ->
        :ok

      Boardwright.ply(Table.state(table)) >= limit ->
        with {:error, %Error{code: :game_over}} <- Table.adjudicate(table, []), do: :ok

      true ->
        receive do
          {:boardwright_table, ^listener} -> bounded(table, listener, limit)
        end
    end
  end

  # Bots may have gone on until they were stopped: what counts is the same in every run.
  defp counted(state, outcome, moves, limit) do
    counted = Enum.take(moves, limit)
    unfinished? = length(moves) > limit or outcome["reason"] == "adjudicated"
    outcome = if unfinished?, do: draw(state), else: outcome
    {outcome, Enum.map(counted, & &1["move"])}
  end

  # A draw as the game has it.
  defp draw(state) do
    {:ok, table} = Table.new(state)
    {:ok, _} = Table.adjudicate(table, [])
    outcome = Table.outcome(table)
    Table.close(table)
    %{outcome | "reason" => "ply_limit"}
  end

  defp rest(table, %{"more" => true, "next" => next}) do
    {:ok, %{"moves" => moves} = more} = Table.moves(table, since: next)
    moves ++ rest(table, more)
  end

  defp rest(_table, _last), do: []

  @doc "The result that is rated."
  def rated(match, %{"outcome" => outcome}) do
    [
      game: Game.name(match.game),
      options: Game.options(match.game),
      players: match.players,
      winners: outcome["winners"]
    ]
  end
end
