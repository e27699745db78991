defmodule Boardwright.ModelServer do
  @moduledoc "A server of chat completions that answers by a script for each model."

  use GenServer

  def start(script, models), do: GenServer.start_link(__MODULE__, {script, models, self()})

  def url(server), do: "http://127.0.0.1:#{GenServer.call(server, :port)}/v1"

  @doc "The requests so far, each with its body, the text of it and its key."
  def requests(server), do: GenServer.call(server, :requests)

  @doc "The requests that the script did not have."
  def unexpected(server), do: GenServer.call(server, :unexpected)

  @doc "A chat completion that says something."
  def completion(%{"say" => say} = step) do
    usage = Map.get(step, "usage", ~s({"prompt_tokens": 100, "completion_tokens": 10}))
    usage = if is_map(usage), do: json(usage), else: usage
    message = ~s({"role": "assistant", "content": #{json(say)}})
    ~s({"choices": [{"message": #{message}, "finish_reason": "stop"}], "usage": #{usage}})
  end

  # JSON of what the scenarios have: there is no library for it here.
  defp json(map) when is_map(map),
    do: "{" <> Enum.map_join(map, ", ", fn {k, v} -> "#{json(k)}: #{json(v)}" end) <> "}"

  defp json(list) when is_list(list), do: "[" <> Enum.map_join(list, ", ", &json/1) <> "]"
  defp json(number) when is_number(number), do: to_string(number)

  defp json(text) when is_binary(text) do
    escaped =
      text
      |> String.replace("\\", "\\\\")
      |> String.replace("\"", "\\\"")
      |> String.replace("\n", "\\n")

    "\"" <> escaped <> "\""
  end

  @impl true
  def init({script, models, test}) do
    {:ok, socket} =
      :gen_tcp.listen(0, [:binary, ip: {127, 0, 0, 1}, packet: :http_bin, active: false])

    {:ok, port} = :inet.port(socket)
    server = self()
    spawn_link(fn -> accept(socket, server) end)

    {:ok, %{port: port, script: script, models: models, test: test, requests: [], unexpected: []}}
  end

  @impl true
  def handle_call(:port, _from, state), do: {:reply, state.port, state}
  def handle_call(:requests, _from, state), do: {:reply, Enum.reverse(state.requests), state}
  def handle_call(:unexpected, _from, state), do: {:reply, state.unexpected, state}
  def handle_call(:models, _from, state), do: {:reply, state.models, state}

  def handle_call({:asked, request}, _from, state) do
    state = update_in(state.requests, &[request | &1])

    case state.script[request.model] do
      [step | steps] ->
        if step["never"], do: send(state.test, :held)
        {:reply, {step, state.test}, put_in(state.script[request.model], steps)}

      # A model that takes the first move that the schema lists.
      nil ->
        said =
          case Regex.run(~r/"enum":\["([^"]+)"/, request.body) do
            [_, move] -> ~s({"move": "#{move}"})
            nil -> ~s({"accept": false})
          end

        {:reply, {%{"say" => said}, state.test}, state}

      [] ->
        state = update_in(state.unexpected, &[request.model | &1])
        {:reply, {%{"status" => 500, "body" => ""}, state.test}, state}
    end
  end

  defp accept(socket, server) do
    {:ok, client} = :gen_tcp.accept(socket)
    pid = spawn(fn -> receive(do: (:go -> serve(client, server))) end)
    :ok = :gen_tcp.controlling_process(client, pid)
    send(pid, :go)
    accept(socket, server)
  end

  defp serve(client, server) do
    {:ok, {:http_request, method, {:abs_path, path}, _version}} = :gen_tcp.recv(client, 0)
    headers = headers(client, %{})
    :ok = :inet.setopts(client, packet: :raw)

    case {method, path} do
      {:GET, "/v1/models"} ->
        case GenServer.call(server, :models) do
          nil ->
            reply(client, 404, "", %{})

          models ->
            body = json(%{"data" => Enum.map(models, &%{"id" => &1})})
            reply(client, 200, body, %{})
        end

      {:POST, "/v1/chat/completions"} ->
        {:ok, body} = :gen_tcp.recv(client, String.to_integer(headers["content-length"]))
        [_, model] = Regex.run(~r/"model":"([^"]+)"/, body)
        request = %{model: model, body: body, key: headers["authorization"]}
        answer(client, GenServer.call(server, {:asked, request}))
    end
  end

  defp headers(client, headers) do
    case :gen_tcp.recv(client, 0) do
      {:ok, {:http_header, _, name, _, value}} ->
        headers(client, Map.put(headers, String.downcase(to_string(name)), value))

      {:ok, :http_eoh} ->
        headers
    end
  end

  # Until the client has gone.
  defp answer(client, {%{"never" => true}, test}) do
    {:error, _} = :gen_tcp.recv(client, 0)
    send(test, :gone)
  end

  defp answer(client, {%{"slow" => true}, _test}), do: {:error, _} = :gen_tcp.recv(client, 0)
  defp answer(client, {%{"close" => true}, _test}), do: :gen_tcp.close(client)

  defp answer(client, {%{"say" => _} = step, _test}),
    do: reply(client, 200, completion(step), %{})

  defp answer(client, {%{"status" => status, "body" => body} = step, _test}),
    do: reply(client, status, body, Map.get(step, "headers", %{}))

  defp reply(client, status, body, headers) do
    headers = for {name, value} <- headers, do: "#{name}: #{value}\r\n"
    length = "content-length: #{byte_size(body)}\r\n"

    :ok = :gen_tcp.send(client, ["HTTP/1.1 #{status} Status\r\n", headers, length, "\r\n", body])

    :gen_tcp.close(client)
  end
end
