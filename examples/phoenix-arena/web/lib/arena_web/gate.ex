defmodule ArenaWeb.Gate do
  @moduledoc """
  The gate before everything else: nothing is served while the server closes, nor to an address that asks too
  often, nor under an address that is too long or cannot be read.
  """

  @behaviour Plug

  alias Arena.Limits
  alias ArenaWeb.{Answer, Drain, Rates}

  # Bytes of a part of an address.
  @part 100

  @impl true
  def init(options), do: options

  @impl true
  def call(%{path_info: ["api", "health"]} = conn, _options), do: conn

  def call(conn, _options) do
    with false <- Drain.draining?(),
         :ok <- Rates.take({:requests, address(conn)}, Limits.get(:requests_per_minute)),
         :ok <- dear(conn),
         true <- Enum.all?(conn.path_info, &part?/1) do
      conn
    else
      true ->
        Answer.refuse(conn, "draining", "the server closes; come back in a moment")

      false ->
        Answer.refuse(conn, "bad_request", "the address is too long")

      {:wait, seconds} ->
        Answer.refuse(conn, "too_many", "too many requests; wait a moment", seconds)
    end
  end

  # `URI.decode/1` takes broken escapes as they are.
  defp part?(part) do
    byte_size(part) <= @part and part =~ ~r/\A(?:[^%]|%[0-9A-Fa-f]{2})*\z/ and
      String.valid?(URI.decode(part))
  end

  # Posts cost more than reads; each kind of them has a limit of its own.
  defp dear(%{method: "POST", path_info: path} = conn),
    do: Rates.take({List.last(path), address(conn)}, Limits.get(:creations_per_minute))

  defp dear(_conn), do: :ok

  # An address of IPv6 stands for all of its network.
  defp address(%{remote_ip: {a, b, c, d, _, _, _, _}}), do: {a, b, c, d}
  defp address(%{remote_ip: address}), do: address
end
