defmodule Boardwright.TableClock do
  @moduledoc "The time of a table's server as the test sets it, and timers that the test fires."

  @doc "A clock that stands at a time in milliseconds."
  def clock(at) do
    clock = :atomics.new(1, [])
    :atomics.put(clock, 1, at)
    clock
  end

  @doc "Sets the clock."
  def set(clock, at), do: :atomics.put(clock, 1, at)

  @doc """
  Options of a server that is told the time by the clock. The test gets `{:set, wait, message}` for each
  timer that is set, and `{:taken_back, message}`.
  """
  def timed(clock) do
    test = self()

    [
      time: fn -> :atomics.get(clock, 1) end,
      timer: fn wait, message ->
        send(test, {:set, wait, message})
        fn -> send(test, {:taken_back, message}) end
      end
    ]
  end

  @doc "Sends what a timer would, and waits until that is done."
  def fire(server, message) do
    send(server, message)
    Boardwright.TableServer.table(server)
  end
end
