defmodule Arena.Analysis do
  @moduledoc "Judgements of positions of games that have ended."

  alias Arena.{Errors, Limits}
  alias Boardwright.{Bot, Table, TableServer}

  # Thinking time for which none is asked, and the time that a question may wait for its turn.
  @movetime 500
  @patience 10_000

  # Bots for it, the best first.
  @analysts ["search", "mcts", "recon", "casual", "heuristic"]

  @doc "Has the strongest bot of the game judge the position after some plies."
  @spec judge(map, map) :: {:ok, map} | {:error, map}
  def judge(game, body) do
    with :ok <- Errors.only(body, ["ply", "seat", "movetime", "lines"]),
         {:ok, ply} when ply != nil <- Errors.number(body, "ply", 0..0xFFFF_FFFF),
         {:ok, movetime} <-
           Errors.number(body, "movetime", 0..Limits.get(:bot_movetime), @movetime),
         {:ok, lines} <- Errors.number(body, "lines", 1..10),
         {:ok, seat} <- seat(body["seat"], game["hidden"]),
         {:ok, table} <- Arena.Socket.table(game["id"], &{:ok, TableServer.table(&1)}),
         {:ok, subject} <- subject(table, ply, if(game["hidden"], do: seat)) do
      # In a game that hides something the observation has the seat.
      given = [lines: lines, seat: if(not game["hidden"], do: seat)]
      limits = [movetime: movetime, deadline: movetime + @patience]
      decide(game["game"], subject, limits ++ Enum.reject(given, &(elem(&1, 1) == nil)))
    else
      {:ok, nil} -> Errors.refuse("invalid_option", "ply: takes a whole number")
      error -> error
    end
  end

  defp seat(nil, true),
    do: Errors.refuse("invalid_option", "seat: name the one whose knowledge is judged")

  defp seat(seat, _hidden) when is_binary(seat) or seat == nil, do: {:ok, seat}
  defp seat(_seat, _hidden), do: Errors.refuse("invalid_option", "seat: takes the name of a seat")

  defp subject(table, ply, observer) do
    state = table |> Table.state() |> Boardwright.at_ply(ply)
    {:ok, if(observer, do: Boardwright.observe(state, observer), else: state)}
  rescue
    error in Boardwright.Error -> {:error, Errors.of(error)}
  end

  defp decide(game, subject, options) do
    with {:ok, name} <- analyst(game),
         {:ok, bot} <- Bot.new(name, game: game),
         {:ok, decision} <- Bot.decide(bot, subject, options) do
      {:ok, %{"bot" => name, "decision" => Map.from_struct(decision)}}
    else
      {:error, %Boardwright.Error{} = error} -> {:error, Errors.of(error)}
      error -> error
    end
  end

  defp analyst(game) do
    case Arena.bot_of(game, @analysts) do
      nil -> Errors.refuse("unsupported", "#{game} has no bots")
      name -> {:ok, name}
    end
  end
end
