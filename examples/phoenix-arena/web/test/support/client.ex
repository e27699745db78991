defmodule ArenaWeb.Client do
  @moduledoc "A client of WebSockets, over a socket of TCP: as much as tests need."

  import Bitwise

  # Of one that is `raw` the texts are no JSON.
  defstruct [:socket, id: 0, rest: "", heard: [], raw: false]

  @doc "Opens a WebSocket, with headers of one's own."
  def open(port, headers \\ [], path \\ "/api/socket") do
    {socket, "HTTP/1.1 101" <> _} = handshake(port, headers, path)
    %__MODULE__{socket: socket}
  end

  @doc "Asks for a WebSocket; answers with the socket and the head of the answer."
  def handshake(port, headers \\ [], path \\ "/api/socket") do
    {:ok, socket} = :gen_tcp.connect({127, 0, 0, 1}, port, [:binary, active: false, packet: :raw])
    key = Base.encode64(:crypto.strong_rand_bytes(16))

    :ok =
      :gen_tcp.send(socket, [
        "GET #{path} HTTP/1.1\r\nhost: 127.0.0.1:#{port}\r\nupgrade: websocket\r\n",
        "connection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: #{key}\r\n",
        for({name, value} <- headers, do: "#{name}: #{value}\r\n"),
        "\r\n"
      ])

    {socket, head(socket, "")}
  end

  # Byte by byte, for frames may follow.
  defp head(socket, text) do
    if String.ends_with?(text, "\r\n\r\n") do
      text
    else
      {:ok, byte} = :gen_tcp.recv(socket, 1)
      head(socket, text <> byte)
    end
  end

  @doc "Sends a frame: text, or of another kind by its number."
  def send_frame(client, bytes, kind \\ 1) do
    mask = <<key::32>> = :crypto.strong_rand_bytes(4)
    size = byte_size(bytes)

    length =
      cond do
        size < 126 -> <<1::1, size::7>>
        size < 65_536 -> <<1::1, 126::7, size::16>>
        true -> <<1::1, 127::7, size::64>>
      end

    masked = mask(bytes, key, [])
    # One that was closed meanwhile says so when it is read.
    _ = :gen_tcp.send(client.socket, [<<1::1, 0::3, kind::4>>, length, mask, masked])
    client
  end

  defp mask(<<word::32, rest::binary>>, key, done),
    do: mask(rest, key, [done, <<bxor(word, key)::32>>])

  defp mask(rest, key, done) do
    bits = bit_size(rest)
    <<word::size(bits)>> = rest
    [done, <<bxor(word, key >>> (32 - bits))::size(bits)>>]
  end

  @doc "Makes a call; answers with the frame that answers it."
  def call(client, call, arguments \\ %{}) do
    id = client.id + 1
    text = Jason.encode!(%{"id" => id, "call" => call, "args" => arguments})
    answered(send_frame(%{client | id: id}, text), id)
  end

  defp answered(client, id) do
    case next(client) do
      {%{"id" => ^id} = answer, client} -> {answer, client}
      {%{} = frame, client} -> answered(%{client | heard: client.heard ++ [frame]}, id)
    end
  end

  @doc "The code of the error of a call."
  def refused(client, call, arguments \\ %{}) do
    {answer, client} = call(client, call, arguments)
    {answer["error"]["code"], client}
  end

  @doc "The next frame, decoded, or `{:close, code, reason}`; pings are answered."
  def next(%{rest: <<_::1, 0::3, kind::4, 0::1, size::7, rest::binary>>} = client),
    do: payload(client, kind, size, rest)

  def next(client), do: more(client)

  defp payload(client, kind, 126, <<size::16, rest::binary>>), do: whole(client, kind, size, rest)
  defp payload(client, kind, 127, <<size::64, rest::binary>>), do: whole(client, kind, size, rest)
  defp payload(client, kind, size, rest) when size < 126, do: whole(client, kind, size, rest)
  defp payload(client, _kind, _size, _rest), do: more(client)

  defp whole(client, kind, size, bytes) do
    case bytes do
      <<bytes::binary-size(size), rest::binary>> -> frame(%{client | rest: rest}, kind, bytes)
      _part -> more(client)
    end
  end

  defp frame(%{raw: true} = client, 1, text), do: {text, client}
  defp frame(client, 1, text), do: {Jason.decode!(text), client}
  defp frame(client, 8, <<code::16, reason::binary>>), do: {{:close, code, reason}, client}
  defp frame(client, 9, bytes), do: client |> send_frame(bytes, 10) |> next()

  defp more(client) do
    case :gen_tcp.recv(client.socket, 0) do
      {:ok, bytes} -> next(%{client | rest: client.rest <> bytes})
      {:error, reason} -> {{:close, 1006, to_string(reason)}, client}
    end
  end

  @doc "Hears frames until one is such; answers with all that were heard, in order."
  def until(client, such) do
    case Enum.split_while(client.heard, &(not such.(&1))) do
      {_, [_ | _]} -> {client.heard, %{client | heard: []}}
      _not_yet -> hear(client, such)
    end
  end

  defp hear(client, such) do
    {%{} = frame, client} = next(client)
    until(%{client | heard: client.heard ++ [frame]}, such)
  end

  @doc "Hears frames until an event of a kind is told; answers with all events that were heard."
  def hears(client, kind) do
    {frames, client} =
      until(client, fn frame -> Enum.any?(events([frame]), &(&1["kind"] == kind)) end)

    {events(frames), client}
  end

  @doc "The events in frames."
  def events(frames),
    do: for(%{"event" => "told", "events" => events} <- frames, event <- events, do: event)

  @doc "Reads to the end; answers with the frames before it and how it was closed."
  def closed(client, frames \\ []) do
    case next(client) do
      {{:close, code, reason}, client} ->
        :gen_tcp.close(client.socket)
        {frames, code, reason}

      {frame, client} ->
        closed(client, frames ++ [frame])
    end
  end

  @doc "Goes away without a word."
  def leave(client), do: :gen_tcp.close(client.socket)
end
