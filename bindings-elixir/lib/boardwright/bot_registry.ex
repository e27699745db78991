defmodule Boardwright.BotRegistry do
  @moduledoc """
  Bots by name, with kind, modes, status, player and ratings, apart by game and mode. A registry is a
  value: a change makes another one.

      iex> alias Boardwright.{Arena, BotRegistry}
      iex> registry = BotRegistry.new()
      iex> {:ok, registry} = BotRegistry.register(registry, "random", player: "random", modes: ["chess"])
      iex> {:ok, registry} = BotRegistry.register(registry, "heuristic", player: "heuristic")
      iex> {:ok, report} = Arena.match("chess", "random", "heuristic", games: 2, ply_limit: 40)
      iex> {:ok, registry, true} = BotRegistry.rate_report(registry, "monday", report)
      iex> {:ok, ^registry, false} = BotRegistry.rate_report(registry, "monday", report)
      iex> {:ok, board} = BotRegistry.leaderboard(registry, "chess")
      iex> Enum.map(board["bots"], & &1["rank"])
      [1, 2]

  Everybody begins with 1200. Games of two players are rated by Glicko-2 and by Weng and Lin, those of
  teams and of more sides by Weng and Lin. A batch counts once, by its name. Bots, ratings and
  leaderboards are maps with strings as keys, which the reference describes.
  """

  alias Boardwright.{Error, Native}

  @enforce_keys [:ref]
  defstruct [:ref]

  @typedoc "A registry. `:ref` is the library's own."
  @type t :: %__MODULE__{ref: reference}

  @typedoc "What comes of a change."
  @type changed :: {:ok, t} | {:error, Error.t()}

  @typedoc "What comes of rating: false for a batch that was rated before."
  @type rated :: {:ok, t, boolean} | {:error, Error.t()}

  @doc "A registry without bots."
  @spec new() :: t
  def new, do: %__MODULE__{ref: Native.registry_new()}

  @doc "Reads a registry from the text of `to_text/1`."
  @spec parse(String.t()) :: {:ok, t} | {:error, Error.t()}
  def parse(text) do
    with {:ok, ref} <- Native.registry_parse(text), do: {:ok, %__MODULE__{ref: ref}}
  end

  @doc "Reads a registry from the file that `save/2` has written; without one it is empty."
  @spec load(Path.t()) :: {:ok, t} | {:error, Error.t()}
  def load(path) do
    with {:ok, ref} <- Native.registry_load(IO.chardata_to_string(path)),
         do: {:ok, %__MODULE__{ref: ref}}
  end

  @doc "Writes it to a file, whole or not at all."
  @spec save(t, Path.t()) :: :ok | {:error, Error.t()}
  def save(registry, path) do
    with {:ok, nil} <- ask(registry, "save", path: IO.chardata_to_string(path)), do: :ok
  end

  @doc "The registry as a text, for a database or another node."
  @spec to_text(t) :: String.t()
  def to_text(registry) do
    {:ok, text} = ask(registry, "text", [])
    text
  end

  @doc "The number of bots."
  @spec size(t) :: non_neg_integer
  def size(%__MODULE__{ref: ref}), do: Native.registry_size(ref)

  @doc """
  Adds a bot, or changes one, whose ratings it then keeps.

    * `:kind` - `:internal`, the default, or `:external`
    * `:player` - a player as tournaments take it, for an external bot any map of the host's own
    * `:modes` - the modes of each game that it plays; a list of games is short for `one_seat`
    * `:status` - `:active`, the default, `:paused` or `:retired`
  """
  @spec register(t, String.t(), keyword) :: changed
  def register(registry, name, options \\ []),
    do: changed(change(registry, "register", [name: name] ++ options))

  @doc "Sets the status of a bot: `:active`, `:paused` or `:retired`."
  @spec set_status(t, String.t(), atom | String.t()) :: changed
  def set_status(registry, name, status),
    do: changed(change(registry, "set_status", name: name, status: status))

  @doc "Takes a bot out with its ratings."
  @spec remove(t, String.t()) :: changed
  def remove(registry, name), do: changed(change(registry, "remove", name: name))

  @doc """
  Rates results as one batch: `:game`, `:mode` (`one_seat` where left out), and `:results`, each a map of
  `sides` with `players` and `place`, and of the number of such `games`.
  """
  @spec rate(t, String.t(), keyword | map) :: rated
  def rate(registry, batch, given),
    do: change(registry, "rate", Map.put(Map.new(given), :batch, batch))

  @doc "Rates all games of a tournament, whose players are registered by their names."
  @spec rate_report(t, String.t(), Boardwright.Arena.report()) :: rated
  def rate_report(registry, batch, %{"rated" => rated}), do: rate(registry, batch, rated)

  @doc """
  Rates one game, such as that of a table: `:game` with its `:options`, `:players` with the name
  of the bot at each seat, and `:winners`. The `:mode` follows from the number of seats that each has.
  """
  @spec rate_game(t, String.t(), keyword | map) :: rated
  def rate_game(registry, batch, given),
    do: change(registry, "rate_game", Map.put(Map.new(given), :batch, batch))

  @doc "A bot."
  @spec bot(t, String.t()) :: {:ok, map} | {:error, Error.t()}
  def bot(registry, name), do: ask(registry, "bot", name: name)

  @doc "All bots by their names."
  @spec bots(t) :: %{String.t() => map}
  def bots(registry) do
    {:ok, bots} = ask(registry, "bots", [])
    bots
  end

  @doc "The results and ratings of a bot in a game and mode."
  @spec rating(t, String.t(), String.t(), String.t()) :: {:ok, map} | {:error, Error.t()}
  def rating(registry, name, game, mode \\ "one_seat"),
    do: ask(registry, "rating", name: name, game: game, mode: mode)

  @doc "The leaderboard of a game and mode."
  @spec leaderboard(t, String.t(), String.t()) :: {:ok, map} | {:error, Error.t()}
  def leaderboard(registry, game, mode \\ "one_seat"),
    do: ask(registry, "leaderboard", game: game, mode: mode)

  @doc "The leaderboard of a game and mode in Markdown."
  @spec markdown(t, String.t(), String.t()) :: {:ok, String.t()} | {:error, Error.t()}
  def markdown(registry, game, mode \\ "one_seat"),
    do: ask(registry, "markdown", game: game, mode: mode)

  defp ask(%__MODULE__{ref: ref}, question, given), do: Native.registry_ask(ref, question, given)

  defp change(%__MODULE__{ref: ref} = registry, change, given) do
    case Native.registry_change(ref, change, given) do
      # A batch that was rated before leaves the registry as it is.
      {:ok, {_same, false}} -> {:ok, registry, false}
      {:ok, {ref, answer}} -> {:ok, %__MODULE__{ref: ref}, answer}
      {:error, error} -> {:error, error}
    end
  end

  defp changed({:ok, registry, _bot}), do: {:ok, registry}
  defp changed({:error, error}), do: {:error, error}

  defimpl Inspect do
    alias Boardwright.{BotRegistry, Native}

    def inspect(registry, _options) do
      Native.inspected(registry, fn ->
        "#Boardwright.BotRegistry<#{BotRegistry.size(registry)} bots>"
      end)
    end
  end
end
