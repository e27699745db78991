defmodule ArenaWeb.GameController do
  @moduledoc "Games: the lobby, new ones, and each of them."

  use ArenaWeb.Controller

  def index(conn, _params) do
    with {:ok, query} <- query(conn, ["status", "before", "limit"], ["limit"]) do
      answer(conn, Arena.games(query))
    else
      error -> answer(conn, error)
    end
  end

  def create(conn, _params), do: answer(conn, Arena.create(body(conn)), 201)

  def show(conn, %{"id" => id}), do: answer(conn, Arena.game(id))

  def reveal(conn, %{"id" => id}) do
    with {:ok, query} <- query(conn, ["since"], ["since"]) do
      answer(conn, Arena.reveal(id, Map.get(query, "since", 0)))
    else
      error -> answer(conn, error)
    end
  end

  def pgn(conn, %{"id" => id}), do: answer(conn, Arena.pgn(id))

  def join(conn, %{"id" => id}), do: answer(conn, Arena.join(id, body(conn)), 201)

  def fill(conn, %{"id" => id}), do: answer(conn, Arena.fill(id, bearer(conn), body(conn)))

  def analysis(conn, %{"id" => id}), do: answer(conn, Arena.analysis(id, body(conn)))
end
