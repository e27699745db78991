defmodule ArenaWeb.Controller do
  @moduledoc "The parts that all controllers share: strict readers, and answers by what the game loop returns."

  import Plug.Conn
  import Phoenix.Controller, only: [json: 2]

  alias Arena.Errors
  alias ArenaWeb.Answer

  defmacro __using__(_options) do
    quote do
      use Phoenix.Controller, formats: [:json]
      import ArenaWeb.Controller
    end
  end

  @doc "Answers with what was returned."
  def answer(conn, returned, status \\ 200)
  def answer(conn, {:ok, body}, status), do: conn |> put_status(status) |> json(body)

  def answer(conn, {:error, %{"code" => code, "message" => message}}, _status),
    do: Answer.refuse(conn, code, message)

  @doc "The body; one that is no object is no body that has fields."
  def body(%{body_params: %{"_json" => other}}), do: other
  def body(%{body_params: body}), do: body

  @doc "The token that a request brings, or nil."
  def bearer(conn) do
    case get_req_header(conn, "authorization") do
      ["Bearer " <> token] -> token
      _other -> nil
    end
  end

  @doc "The fields after the `?`, each given once; those of `numbers` are whole numbers."
  def query(conn, fields, numbers \\ []) do
    pairs = conn.query_string |> URI.query_decoder() |> Enum.to_list()
    query = Map.new(pairs)

    cond do
      map_size(query) < length(pairs) ->
        Errors.refuse("invalid_option", "a field is given twice")

      wrong = Enum.find(numbers, &(Map.get(query, &1, "0") =~ ~r/\A\d{1,9}\z/ == false)) ->
        Errors.refuse("invalid_option", "#{wrong}: takes a whole number")

      true ->
        with :ok <- Errors.only(query, fields), do: {:ok, Enum.reduce(numbers, query, &number/2)}
    end
  end

  defp number(field, %{} = query) when is_map_key(query, field),
    do: Map.update!(query, field, &String.to_integer/1)

  defp number(_field, query), do: query
end
