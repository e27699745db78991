import Config

# The application starts the game loop itself, after its PubSub.
config :arena, path: nil, topics: ArenaWeb.Topics

config :arena_web, ArenaWeb.Endpoint,
  adapter: Bandit.PhoenixAdapter,
  pubsub_server: ArenaWeb.PubSub,
  render_errors: [formats: [json: ArenaWeb.ErrorJSON], layout: false],
  # A page of another site opens no socket; ORIGINS names others that may.
  check_origin: :conn,
  server: true

# Bodies have tokens and invitations, and are not logged.
config :phoenix, json_library: Jason, filter_parameters: {:keep, []}
config :logger, level: :info

if config_env() == :test do
  config :arena_web, ArenaWeb.Endpoint, http: [ip: {127, 0, 0, 1}, port: 0]
  config :logger, level: :warning
end
