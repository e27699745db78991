import Config

if config_env() != :test do
  text = fn name ->
    case System.get_env(name) do
      "" -> nil
      text -> text
    end
  end

  number = fn name, otherwise ->
    with given when given != nil <- text.(name),
         :error <- Integer.parse(given) |> then(&if(match?({_, ""}, &1), do: &1, else: :error)) do
      raise "#{name}: takes a whole number, not #{inspect(given)}"
    else
      nil -> otherwise
      {number, ""} -> number
    end
  end

  {:ok, address} =
    with {:error, _} <- :inet.parse_address(String.to_charlist(text.("HOST") || "127.0.0.1")),
         do: raise("HOST: takes an address of a network interface")

  config :arena_web,
    path: text.("GAMES") || "games",
    page: text.("PAGE"),
    trust_proxy: text.("TRUST_PROXY") == "1"

  # Each a name and a token, with a colon between them.
  engines =
    for engine <- String.split(text.("ENGINES") || "", ",", trim: true), into: %{} do
      case String.split(engine, ":", parts: 2) do
        [name, token] when byte_size(token) >= 22 ->
          {name, token}

        _other ->
          raise "ENGINES: takes names with tokens of at least 22 bytes, such as guest:TOKEN"
      end
    end

  config :arena_web, engines: engines

  config :arena_web, ArenaWeb.Endpoint,
    http: [
      ip: address,
      port: number.("PORT", 4000),
      # A client that does not read is lost.
      thousand_island_options: [transport_options: [send_timeout: 10_000]]
    ]

  if origins = text.("ORIGINS") do
    config :arena_web, ArenaWeb.Endpoint, check_origin: String.split(origins, ",", trim: true)
  end

  config :logger, level: String.to_existing_atom(text.("LOG_LEVEL") || "info")
end
