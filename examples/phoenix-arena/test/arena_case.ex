defmodule Arena.Case do
  @moduledoc "An arena in a folder of its own, and clients of it."
  use ExUnit.CaseTemplate

  alias Arena.Socket

  using do
    quote do
      import Arena.Case
    end
  end

  setup do
    path =
      Path.join(System.tmp_dir!(), "arena-#{System.pid()}-#{System.unique_integer([:positive])}")

    on_exit(fn -> File.rm_rf!(path) end)
    start_supervised!({Arena, path: path})
    %{path: path}
  end

  @doc "Sets limits for the rest of the test."
  def limited(limits) do
    Application.put_env(:arena, :limits, limits)
    on_exit(fn -> Application.delete_env(:arena, :limits) end)
  end

  @doc "A socket that has said hello, and what it was told by that."
  def hello(arguments) do
    frame = %{"id" => 1, "call" => "hello", "args" => Map.put(arguments, "protocol", 1)}
    {[%{"id" => 1, "answer" => answer} | told], socket} = Socket.handle(Socket.new(), frame)
    {answer, told, socket}
  end

  @doc "Makes a call; what is told by it stays in the mailbox."
  def call(socket, call, arguments \\ %{}) do
    {[%{"id" => 2} = answer], _socket} =
      Socket.handle(socket, %{"id" => 2, "call" => call, "args" => arguments})

    Map.delete(answer, "id")
  end

  @doc "Takes what was told so far: frames, and the socket that follows."
  def told(socket, frames \\ []) do
    receive do
      {:arena, _} = message ->
        {new, socket} = Socket.told(socket, message)
        told(socket, frames ++ new)
    after
      0 -> {frames, socket}
    end
  end

  @doc "Takes what is told until something is among it."
  def told_until(socket, wanted, frames \\ []) do
    receive do
      {:arena, _} = message ->
        {new, socket} = Socket.told(socket, message)
        frames = frames ++ new
        if Enum.any?(new, wanted), do: {frames, socket}, else: told_until(socket, wanted, frames)
    end
  end

  @doc "The kinds of the events in frames."
  def kinds(frames) do
    for %{"event" => "told", "events" => events} <- frames, event <- events, do: event["kind"]
  end

  @doc "Numbers of the events in frames."
  def numbers(frames) do
    for %{"event" => "told", "events" => events} <- frames, event <- events, do: event["seq"]
  end

  @doc "Kills a process of a game, and waits until another one has its name."
  def kill(name) do
    pid = GenServer.whereis(name)
    monitor = Process.monitor(pid)
    Process.exit(pid, :kill)

    receive do
      {:DOWN, ^monitor, _, _, _} -> again(name, pid)
    end
  end

  defp again(name, old) do
    case GenServer.whereis(name) do
      pid when is_pid(pid) and pid != old -> pid
      _ -> again(name, old)
    end
  end
end
