defmodule ArenaWeb.Page do
  @moduledoc """
  The built page of `examples/page`, if there is one: the folder that `PAGE` names, that of the release, or that of the
  checkout.
  """

  @behaviour Plug

  @checkout Path.expand("../../../../page/dist", __DIR__)

  # It runs its own scripts and no others, and no address goes to another site. Pictures bring their styles
  # along.
  @headers %{
    "content-security-policy" =>
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    "referrer-policy" => "no-referrer",
    "x-content-type-options" => "nosniff"
  }

  @impl true
  def init(options), do: options

  @impl true
  def call(%{path_info: ["api" | _]} = conn, _options), do: conn

  def call(conn, _options) do
    case folder() do
      nil ->
        conn

      folder ->
        options = Plug.Static.init(at: "/", from: folder, headers: @headers)
        conn |> index() |> Plug.Static.call(options)
    end
  end

  defp index(%{path_info: []} = conn), do: %{conn | path_info: ["index.html"]}
  defp index(conn), do: conn

  defp folder do
    places =
      case Application.get_env(:arena_web, :page) do
        nil -> [Application.app_dir(:arena_web, "priv/static"), @checkout]
        page -> [page]
      end

    Enum.find(places, &File.regular?(Path.join(&1, "index.html")))
  end
end
