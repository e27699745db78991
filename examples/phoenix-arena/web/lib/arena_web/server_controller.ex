defmodule ArenaWeb.ServerController do
  @moduledoc "The server about itself, and the way to its sockets."

  use ArenaWeb.Controller

  alias Arena.Limits
  alias ArenaWeb.{Answer, Drain, Endpoint, Engine, Socket}

  # Bytes of the head of a frame.
  @head 14

  def health(conn, _params) do
    if Drain.draining?() do
      body = Map.put(Arena.health(), "status", "draining")
      conn |> put_resp_header("retry-after", "1") |> answer({:ok, body}, 503)
    else
      answer(conn, {:ok, Arena.health()})
    end
  end

  def registry(conn, _params), do: answer(conn, {:ok, Arena.registry()})

  def rules(conn, _params), do: answer(conn, Arena.rules(body(conn)))

  def socket(conn, _params) do
    case Phoenix.Socket.Transport.check_origin(conn, Socket, Endpoint, [], &origin/1) do
      %{halted: true} = conn -> conn
      conn -> upgrade(conn, Socket, nil)
    end
  end

  def engine(conn, _params) do
    case conn |> bearer() |> Engine.named() do
      nil -> Answer.refuse(conn, "bad_token", "no engine has this token")
      name -> upgrade(conn, Engine, name)
    end
  end

  # A mailbox that a client does not empty is bounded as the process is.
  defp upgrade(conn, handler, argument) do
    frame = Limits.get(:frame)

    options = [
      max_frame_size: frame + @head,
      max_fragmented_message_size: frame,
      max_heap_size: 4_000_000,
      timeout: 60_000
    ]

    conn |> WebSockAdapter.upgrade(handler, argument, options) |> halt()
  rescue
    error in WebSockAdapter.UpgradeError -> Answer.refuse(conn, "bad_request", error.message)
  end

  defp origin(conn),
    do: Answer.refuse(conn, "bad_origin", "a page of another site opens no socket here")
end
