defmodule ArenaWeb.Answer do
  @moduledoc "Answers over HTTP, and errors among them by their codes."

  import Plug.Conn

  alias Arena.Errors

  @doc "Sends an error of the protocol, and stops there."
  def refuse(conn, code, message, wait \\ 1) do
    status = Errors.status(code)

    conn
    |> again(status, wait)
    |> put_status(status)
    |> Phoenix.Controller.json(error(status, code, message))
    |> halt()
  end

  defp again(conn, status, wait) when status in [429, 503],
    do: put_resp_header(conn, "retry-after", to_string(wait))

  defp again(conn, _status, _wait), do: conn

  @doc "The body of an error."
  def error(status, code, message) do
    words = Plug.Conn.Status.reason_phrase(status)
    %{"statusCode" => status, "code" => code, "error" => words, "message" => message}
  end
end

defmodule ArenaWeb.ErrorJSON do
  @moduledoc "Errors that the framework finds, by the codes of the protocol."

  @words %{
    404 => {"not_found", "there is no such address"},
    413 => {"too_large", "the body is too large"}
  }

  @doc "The body for a template such as `404.json`."
  def render(template, _assigns) do
    {status, _} = Integer.parse(template)
    {code, message} = Map.get_lazy(@words, status, fn -> other(status) end)
    ArenaWeb.Answer.error(status, code, message)
  end

  defp other(status) when status in 400..499, do: {"bad_request", "a malformed request"}
  defp other(_status), do: {"internal", "the server failed; it has been logged"}
end
