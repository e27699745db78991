defmodule Arena.Lobby do
  @moduledoc """
  The summaries of all games in a table of this node, which is filled from the files when it starts and
  written by the hosts of games: whoever looks at the lobby asks no game.
  """

  use GenServer

  alias Arena.{Host, Store}

  @doc "Starts it."
  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @impl true
  def init(nil) do
    :ets.new(__MODULE__, [:ordered_set, :named_table, :public, read_concurrency: true])
    # One whose file cannot be read keeps no other from being there.
    for id <- Store.ids(), {:ok, game} <- [Store.game(id)], do: put(id, Host.summary(id, game))
    {:ok, nil}
  end

  @doc "Notes what has become of a game; one that has ended has."
  @spec put(String.t(), map) :: boolean
  def put(id, summary) do
    (summary["ended"] != nil or not match?(%{"status" => "ended"}, summary(id))) and
      :ets.insert(__MODULE__, {id, summary["status"], summary["visibility"], summary})
  end

  @doc "The summary of a game, or nil where there is none of this number."
  @spec summary(term) :: map | nil
  def summary(id) do
    case :ets.lookup(__MODULE__, id) do
      [{_, _, _, summary}] -> summary
      [] -> nil
    end
  end

  @doc "The number of games that have not ended."
  @spec unfinished :: non_neg_integer
  def unfinished,
    do: :ets.select_count(__MODULE__, [{{:_, :"$1", :_, :_}, [{:"/=", :"$1", "ended"}], [true]}])

  @doc "The numbers of the games that have not ended."
  @spec unfinished_ids :: [String.t()]
  def unfinished_ids,
    do: :ets.select(__MODULE__, [{{:"$1", :"$2", :_, :_}, [{:"/=", :"$2", "ended"}], [:"$1"]}])

  @doc "Public games of a status, of any if it is nil, older than `before`, the newest first."
  @spec list(String.t() | nil, String.t() | nil, pos_integer) :: [map]
  def list(status, before, limit),
    do: before |> older() |> Stream.filter(&shown?(&1, status)) |> Enum.take(limit) |> summaries()

  defp older(before) do
    first = if before, do: :ets.prev(__MODULE__, before), else: :ets.last(__MODULE__)

    Stream.unfold(first, fn
      :"$end_of_table" -> nil
      id -> {:ets.lookup(__MODULE__, id), :ets.prev(__MODULE__, id)}
    end)
  end

  defp shown?([{_, status, "public", _}], wanted), do: wanted in [nil, status]
  defp shown?(_private, _wanted), do: false

  defp summaries(rows), do: for([{_, _, _, summary}] <- rows, do: summary)
end
