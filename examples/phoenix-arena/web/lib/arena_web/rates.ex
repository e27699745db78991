defmodule ArenaWeb.Rates do
  @moduledoc "Counts of what addresses ask for, minute by minute."

  use GenServer

  @minute 60_000

  @doc "Starts it."
  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @doc "Counts one; says for how many seconds to wait where it is above the limit."
  @spec take(term, pos_integer, integer) :: :ok | {:wait, pos_integer}
  def take(key, limit, now \\ System.monotonic_time(:millisecond)) do
    minute = Integer.floor_div(now, @minute)

    if :ets.update_counter(__MODULE__, {minute, key}, 1, {{minute, key}, 0}) <= limit,
      do: :ok,
      else: {:wait, ceil(((minute + 1) * @minute - now) / 1000)}
  end

  @impl true
  def init(nil) do
    :ets.new(__MODULE__, [:named_table, :public, write_concurrency: true])
    {:ok, _} = :timer.send_interval(@minute, :forget)
    {:ok, nil}
  end

  @impl true
  def handle_info(:forget, state) do
    minute = Integer.floor_div(System.monotonic_time(:millisecond), @minute)
    :ets.select_delete(__MODULE__, [{{{:"$1", :_}, :_}, [{:<, :"$1", minute}], [true]}])
    {:noreply, state}
  end
end
