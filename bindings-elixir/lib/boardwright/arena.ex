defmodule Boardwright.Arena do
  @moduledoc """
  Matches, tournaments and self-play of bots and programs, on the library's own threads.

      iex> options = [games: 4, ply_limit: 40]
      iex> {:ok, report} = Boardwright.Arena.match("crazyhouse", "heuristic", "random", options)
      iex> report["table"]["games"]
      4

  A player is a string such as `"search(level=max)"`, or a map of `bot` and `options`, or of
  `command`, `protocol` and `options` for a program, with a `name` where that is to be another. A
  function of one argument or a process of this node that answers a `Boardwright.Question` is a
  player as well, called `"own"`, and so is a map with one as `bot`. What is given must not come from
  strangers: a player can be any program.

  With `:nodes` connected nodes play the games, each as many at once as its pool has threads, with the
  table of one process as long as limits do not depend on time. They need the same version of the
  library, and start the programs among the players, so they must be yours. What a node has not
  finished when it goes down is played by the others. Once all are gone the error is `:cancelled`, and
  with `:log` the same call goes on. Bots of the host's own are `:unsupported` there.

  Reports and finished games are maps with strings as keys, which the reference describes.
  """

  alias Boardwright.{Attendant, Error, Native, Remote, Seats}

  @typedoc "A player."
  @type player ::
          String.t()
          | map
          | keyword
          | (Boardwright.Question.t() -> term)
          | pid
          | Boardwright.Bot.t()

  @typedoc """
  An option of tournaments; `docs/arena.md` says what they mean. `:progress` is a function that the
  calling process calls with each finished game. `:nodes`, a list of nodes of which this may be
  one, is an option of `tournament/3`, `match/4` and `selfplay/3`; `:concurrency` says nothing then.
  """
  @type option :: {atom, term}

  @typedoc "A report of a tournament."
  @type report :: %{String.t() => term}

  @typedoc "A finished game."
  @type finished_game :: %{String.t() => term}

  @occasions [:tournament, :match, :selfplay]

  @doc """
  Plays a tournament and waits for its end. With `:log` finished games are kept in that file, and
  those that it holds are not played again.
  """
  @spec tournament(String.t(), [player], [option]) :: {:ok, report} | {:error, Error.t()}
  def tournament(game, players, options \\ []), do: run(:tournament, game, players, options)

  @doc """
  Plays a match of 100 games, or as many as `:games` says, and waits for its end. With `:sprt` it
  ends when the test has decided.
  """
  @spec match(String.t(), player, player, [option]) :: {:ok, report} | {:error, Error.t()}
  def match(game, a, b, options \\ []), do: run(:match, game, [a, b], options)

  @doc """
  Plays 100 games, or as many as `:games` says, of players who stay at their seats. One player takes
  all seats.
  """
  @spec selfplay(String.t(), player | [player], [option]) :: {:ok, report} | {:error, Error.t()}
  def selfplay(game, players, options \\ []), do: run(:selfplay, game, players, options)

  @doc """
  Starts a `:tournament`, a `:match` or `:selfplay` for the calling process, which gets
  `{:boardwright, tag, {:game, game}}` for each finished game, and at the end
  `{:boardwright, tag, {:ok, report} | {:error, error}}`. It stops with the process, or by
  `Boardwright.cancel/1`.
  """
  @spec start(:tournament | :match | :selfplay, String.t(), player | [player], [option], term) ::
          {:ok, reference} | {:error, Error.t()}
  def start(occasion, game, players, options \\ [], tag \\ nil) when occasion in @occasions do
    {players, own} = players(players)
    Native.arena(occasion, [game: game, players: players] ++ options, own, tag)
  end

  @doc """
  The finished games of a tournament, a match or self-play as a stream, which raises what ends it
  before its time. Each run of the stream plays anew, but for games that a `:log` holds.
  """
  @spec stream!(:tournament | :match | :selfplay, String.t(), player | [player], [option]) ::
          Enumerable.t()
  def stream!(occasion, game, players, options \\ []) do
    Stream.resource(
      fn -> open(occasion, game, players, options) end,
      &next/1,
      &close/1
    )
  end

  @doc """
  Estimates from results how much stronger a player is: `:wins`, `:draws` and `:losses` of single
  games, or `:pairs`, the numbers of pairs of games with 0, ½, 1, 1½ and 2 points. The answer has Elo with
  its 95 % interval and `"los"`, the likelihood of superiority; it is nil without games.
  """
  @spec estimate(keyword | map) :: {:ok, map | nil} | {:error, Error.t()}
  def estimate(results), do: Native.strength("estimate", results)

  @doc """
  Tests pairs of games sequentially: is a player better by `:elo1` rather than by `:elo0`? `:alpha` and `:beta`
  are the chances of an error, 0.05 where left out.
  """
  @spec sprt([non_neg_integer], keyword | map) :: {:ok, map} | {:error, Error.t()}
  def sprt(pairs, options), do: Native.strength("sprt", Map.put(Map.new(options), :pairs, pairs))

  @doc """
  Rates players by all their games against each other at once, the strongest first. The results are as
  `Boardwright.BotRegistry.rate/3` takes them.
  """
  @spec elo([map]) :: {:ok, [map]} | {:error, Error.t()}
  def elo(results), do: Native.strength("elo", results: results)

  defp open(occasion, game, players, options) do
    tag = make_ref()

    case start(occasion, game, players, options, tag) do
      {:ok, job} -> {job, tag}
      {:error, error} -> raise(error)
    end
  end

  defp next({:failed, error}), do: raise(error)

  defp next({job, tag}) do
    receive do
      {:boardwright, ^tag, {:game, game}} -> {[game], {job, tag}}
      {:boardwright, ^tag, {:ok, _report}} -> {:halt, :ended}
      # Nothing more comes then, for which the end of the stream would wait.
      {:boardwright, ^tag, {:error, error}} -> {[], {:failed, error}}
    end
  end

  defp close(:ended), do: :ok
  defp close({:failed, _error}), do: :ok

  defp close({job, tag}) do
    Native.cancel(job)
    drain(tag)
  end

  # Games that end after a stream was left are of no use to anybody.
  defp drain(tag) do
    receive do
      {:boardwright, ^tag, {:game, _game}} -> drain(tag)
      {:boardwright, ^tag, _result} -> :ok
    end
  end

  defp run(occasion, game, players, options) do
    {progress, options} = Keyword.pop(options, :progress)
    {nodes, options} = Keyword.pop(options, :nodes)

    with {:ok, progress} <- teller(progress) do
      if nodes == nil do
        here(occasion, game, players, options, progress)
      else
        # Nobody attends to bots of the host's own, which are refused.
        {players, _own} = told(players)
        Remote.run(occasion, [game: game, players: players] ++ options, nodes, progress)
      end
    end
  end

  defp here(occasion, game, players, options, progress) do
    tag = make_ref()

    with {:ok, job} <- start(occasion, game, players, options, tag) do
      try do
        ended(tag, progress)
      catch
        # An exception of the function of the host ends the games.
        kind, reason ->
          close({job, tag})
          :erlang.raise(kind, reason, __STACKTRACE__)
      end
    end
  end

  defp teller(nil), do: {:ok, fn _game -> :ok end}
  defp teller(tell) when is_function(tell, 1), do: {:ok, tell}

  defp teller(_other) do
    {:error, %Error{code: :invalid_option, message: "progress: takes a function of one argument"}}
  end

  defp ended(tag, progress) do
    receive do
      {:boardwright, ^tag, {:game, game}} ->
        progress.(game)
        ended(tag, progress)

      {:boardwright, ^tag, result} ->
        result
    end
  end

  defp players(players) do
    {players, bots} = told(players)
    {players, bots |> Enum.reverse() |> Enum.map(&attendant/1)}
  end

  # The players as the library is told of them, and those who answer for some.
  defp told(players) do
    players = if is_list(players) and not Keyword.keyword?(players), do: players, else: [players]
    Enum.map_reduce(players, [], &Seats.of_player/2)
  end

  # A function has a process that hears when nobody asks any more, and ends then.
  defp attendant(bot) when is_function(bot), do: {Attendant.start(bot), true}
  defp attendant(pid), do: {pid, false}
end
