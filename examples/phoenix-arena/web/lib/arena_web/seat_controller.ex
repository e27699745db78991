defmodule ArenaWeb.SeatController do
  @moduledoc "Seats that are found by an invitation or a seek."

  use ArenaWeb.Controller

  alias Arena.{Errors, Seeks}

  # The most seconds that somebody waits for an answer.
  @wait 25

  def invitation(conn, _params) do
    body = body(conn)
    status = if is_map(body) and body["accept"] == true, do: 201, else: 200
    answer(conn, Arena.invitation(body), status)
  end

  def seek(conn, _params), do: answer(conn, Seeks.seek(body(conn)), 201)

  def ask(conn, _params) do
    with {:ok, query} <- query(conn, ["wait"], ["wait"]),
         {:ok, wait} <- Errors.number(query, "wait", 0..@wait, 0) do
      answer(conn, Seeks.ask(bearer(conn), wait * 1000))
    else
      error -> answer(conn, error)
    end
  end

  def cancel(conn, _params), do: answer(conn, Seeks.cancel(bearer(conn)))
end
