defmodule Boardwright.Distribution do
  @moduledoc "Makes the node of the tests one that others can connect with, and starts such others."

  @doc "Starts distribution, which ends with what is returned; or says why there is none."
  @spec start() :: {:ok, (() -> :ok)} | {:error, String.t()}
  def start do
    cond do
      System.find_executable("epmd") == nil ->
        {:error, "needs epmd, which belongs to Erlang"}

      not Code.ensure_loaded?(:peer) ->
        {:error, "needs the module :peer of Erlang/OTP 25"}

      true ->
        named(5)
    end
  end

  # Other tests on this machine may end what nodes are found by just before it is used.
  defp named(tries) do
    end_epmd = epmd()

    case Node.start(:"boardwright#{System.pid()}@127.0.0.1", :longnames) do
      {:ok, _} ->
        {:ok, fn -> stop(end_epmd) end}

      {:error, reason} ->
        end_epmd.()

        if tries > 1,
          do: named(tries - 1),
          else: {:error, "cannot start distribution: #{inspect(reason)}"}
    end
  end

  defp stop(end_epmd) do
    :ok = Node.stop()
    end_epmd.()
  end

  @doc "Starts what nodes are found by, unless it runs; what is returned ends it then."
  @spec epmd() :: (() -> :ok)
  def epmd do
    if answers?() do
      fn -> :ok end
    else
      {_, 0} = System.cmd("epmd", ["-daemon"])
      # It is back before it listens.
      await_epmd(500)

      fn ->
        # It refuses while nodes of others need it.
        System.cmd("epmd", ["-kill"], stderr_to_stdout: true)
        :ok
      end
    end
  end

  defp answers?, do: match?({_, 0}, System.cmd("epmd", ["-names"], stderr_to_stdout: true))

  defp await_epmd(tries) do
    if tries > 0 and not answers?() do
      Process.sleep(10)
      await_epmd(tries - 1)
    end
  end

  @doc "Starts a connected node with the code of this one, which ends with the calling process."
  @spec peer([charlist]) :: {pid, node}
  def peer(paths \\ :code.get_path()) do
    {:ok, peer, node} =
      :peer.start_link(%{
        name: :peer.random_name(),
        host: '127.0.0.1',
        longnames: true,
        args: ['-pa' | paths]
      })

    {:ok, _} = :erpc.call(node, :application, :ensure_all_started, [:elixir])
    {peer, node}
  end

  @doc "Kills who waits for a job at the node where this is called, once there is somebody."
  def kill_player do
    players =
      for pid <- Process.list(),
          {:current_function, {Boardwright.Remote, :play, 2}} <-
            [Process.info(pid, :current_function)],
          do: pid

    if players == [] do
      Process.sleep(5)
      kill_player()
    else
      Enum.each(players, &Process.exit(&1, :kill))
    end
  end
end
