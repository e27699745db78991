defmodule ArenaWeb.Case do
  @moduledoc "A game loop in a folder of its own behind the endpoint, and clients of it over HTTP and WebSockets."
  use ExUnit.CaseTemplate

  alias ArenaWeb.Client

  # Limits with which no test is held up.
  @wide %{
    frames_per_second: 1_000_000,
    frames_burst: 1_000_000,
    requests_per_minute: 1_000_000,
    creations_per_minute: 1_000_000
  }

  using do
    quote do
      import ArenaWeb.Case
      alias ArenaWeb.Client
    end
  end

  setup do
    path =
      Path.join(System.tmp_dir!(), "web-#{System.pid()}-#{System.unique_integer([:positive])}")

    limited(%{})
    on_exit(fn -> File.rm_rf!(path) end)
    start_supervised!({Arena, path: path})
    :ok
  end

  @doc "Sets limits for the rest of the test."
  def limited(limits) do
    Application.put_env(:arena, :limits, Map.merge(@wide, limits))
    on_exit(fn -> Application.delete_env(:arena, :limits) end)
  end

  @doc "The port at which the endpoint listens."
  def port do
    {:ok, {_address, port}} = ArenaWeb.Endpoint.server_info(:http)
    port
  end

  @doc "A request; answers with the status, the headers and the body, decoded where it is JSON."
  def http(method, path, body \\ nil, token \\ nil) do
    text = if is_binary(body), do: body, else: Jason.encode!(body)
    {:ok, socket} = :gen_tcp.connect({127, 0, 0, 1}, port(), [:binary, active: false])

    :ok =
      :gen_tcp.send(socket, [
        "#{method |> to_string() |> String.upcase()} #{path} HTTP/1.1\r\n",
        "host: 127.0.0.1:#{port()}\r\nconnection: close\r\n",
        if(token, do: "authorization: Bearer #{token}\r\n", else: ""),
        if(body != nil, do: "content-type: application/json\r\n", else: ""),
        if(body != nil, do: ["content-length: #{byte_size(text)}\r\n\r\n", text], else: "\r\n")
      ])

    [head, answer] = socket |> read("") |> String.split("\r\n\r\n", parts: 2)
    ["HTTP/1.1 " <> <<status::binary-size(3)>> <> _ | headers] = String.split(head, "\r\n")
    headers = for header <- headers, do: header |> String.split(": ", parts: 2) |> List.to_tuple()
    {String.to_integer(status), Map.new(headers), decoded(answer)}
  end

  defp read(socket, text) do
    case :gen_tcp.recv(socket, 0) do
      {:ok, more} -> read(socket, text <> more)
      {:error, :closed} -> text
    end
  end

  defp decoded(text) do
    case Jason.decode(text) do
      {:ok, value} -> value
      {:error, _} -> text
    end
  end

  @doc "The status and the code of a request that is refused."
  def refused(method, path, body \\ nil, token \\ nil) do
    {status, _, answer} = http(method, path, body, token)
    assert answer["statusCode"] == status
    {status, answer["code"]}
  end

  @doc "Makes a game, all seats of which are one's own unless said otherwise."
  def made(game, body \\ %{}) do
    {:ok, %{"seats" => seats}} =
      Arena.rules(Map.merge(%{"game" => game}, Map.take(body, ["options"])))

    all = %{"game" => game, "seats" => Map.new(seats, &{&1, "me"})}
    {201, _, made} = http(:post, "/api/games", Map.merge(all, body))
    made
  end

  @doc "A socket that has said hello with the answer to it."
  def hello(arguments) do
    client = Client.open(port())

    {%{"answer" => answer}, client} =
      Client.call(client, "hello", Map.put(arguments, "protocol", 1))

    {answer, client}
  end
end
