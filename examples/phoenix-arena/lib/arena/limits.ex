defmodule Arena.Limits do
  @moduledoc """
  Limits of the server, which the registry tells. `config :arena, limits: %{games: 100}` sets others than
  the defaults.
  """

  @defaults %{
    body: 16_384,
    frame: 8_192,
    frames_per_second: 20,
    frames_burst: 40,
    requests_per_minute: 600,
    creations_per_minute: 60,
    sockets_per_seat: 8,
    sockets_per_game: 100,
    games: 2_000,
    waiting: 3_600_000,
    bot_movetime: 5_000,
    name: 40,
    say: 500
  }

  @doc "All limits by name."
  @spec all :: %{atom => non_neg_integer}
  def all, do: Map.merge(@defaults, Application.get_env(:arena, :limits, %{}))

  @doc "One of them."
  @spec get(atom) :: non_neg_integer
  def get(name), do: Map.fetch!(all(), name)
end
