defmodule ArenaWeb.Endpoint do
  @moduledoc "The way of a request: what it may, the page, its body, its route."

  use Phoenix.Endpoint, otp_app: :arena_web

  plug(:behind_proxy)
  plug(ArenaWeb.Gate)
  plug(ArenaWeb.Page)
  plug(Plug.Parsers, parsers: [:json], json_decoder: Jason, length: 16_384)
  plug(ArenaWeb.Router)

  @forwarded Plug.RewriteOn.init([
               :x_forwarded_for,
               :x_forwarded_host,
               :x_forwarded_port,
               :x_forwarded_proto
             ])

  # A proxy says whose request it is, and for which site.
  defp behind_proxy(conn, _options) do
    if Application.get_env(:arena_web, :trust_proxy, false),
      do: Plug.RewriteOn.call(conn, @forwarded),
      else: conn
  end
end
