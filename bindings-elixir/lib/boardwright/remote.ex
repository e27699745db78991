defmodule Boardwright.Remote do
  @moduledoc false
  # A tournament whose games are played on connected nodes. The calling process hands jobs out and
  # takes their results; a task of its own waits for each job at its node.

  alias Boardwright.{Error, Native}

  defstruct [:queue, :tasks, :places, out: %{}]

  @doc "Plays a tournament on nodes, and answers as it would be answered here."
  @spec run(atom, keyword, [node], (map -> term)) :: {:ok, map} | {:error, Error.t()}
  def run(occasion, given, nodes, progress) do
    with :ok <- named(nodes),
         {:ok, queue} <- Native.queue_open(occasion, given) do
      try do
        with {:ok, places} <- places(nodes), do: with_tasks(queue, places, progress)
      after
        # Otherwise the file of games would be in use until the queue is collected.
        Native.queue_close(queue)
      end
    end
  end

  @doc """
  Does a job at the node where this is called, until the owner ends or its node is gone.

  `:erpc` would let it go on.
  """
  @spec play(String.t(), pid) :: {:ok, String.t()} | {:error, Error.t()}
  def play(job, owner) do
    tag = make_ref()
    monitor = Process.monitor(owner)

    with {:ok, reference} <- Native.run_job(job, tag) do
      receive do
        {:boardwright, ^tag, result} ->
          Process.demonitor(monitor, [:flush])
          result

        {:DOWN, ^monitor, :process, ^owner, _reason} ->
          Native.cancel(reference)
          # Nobody hears this.
          {:error, %Error{code: :cancelled, message: "whoever waits for the job has ended"}}
      end
    end
  end

  defp named(nodes) do
    if match?([_ | _], nodes) and Enum.all?(nodes, &(is_atom(&1) and &1 != nil)) do
      :ok
    else
      error(:invalid_option, "nodes: takes a list of names of nodes that is not empty")
    end
  end

  # The nodes by the number of games that each may begin now.
  defp places(nodes) do
    Enum.reduce_while(nodes, {:ok, %{}}, fn node, {:ok, places} ->
      case threads(node) do
        {:ok, threads} -> {:cont, {:ok, Map.put(places, node, threads)}}
        error -> {:halt, error}
      end
    end)
  end

  defp threads(node) do
    own = Boardwright.version()

    with {:ok, ^own} <- ask(node, :version),
         {:ok, %{"threads" => threads}} <- ask(node, :statistics) do
      {:ok, threads}
    else
      {:ok, other} ->
        error(:unsupported, "nodes: #{node} has version #{other}, and this is #{own}")

      {:failed, reason} ->
        error(:unsupported, "nodes: #{node} does not have the library: #{reason}")

      {:lost, _reason} ->
        error(:invalid_option, "nodes: #{node} cannot be reached")
    end
  end

  defp ask(node, name) do
    case call(node, Boardwright, name, []) do
      {:answer, answer} -> {:ok, answer}
      other -> other
    end
  end

  defp call(node, module, name, arguments) do
    {:answer, :erpc.call(node, module, name, arguments)}
  catch
    :error, {:erpc, :noconnection} ->
      {:lost, "which cannot be reached"}

    # A node that stops ends its processes before its connections.
    :exit, {:signal, reason} ->
      {:lost, "whose process ended: #{inspect(reason)}"}

    :error, {:exception, reason, [{module, name, arity, _} | _]} ->
      arity = if is_list(arity), do: length(arity), else: arity
      function = Exception.format_mfa(module, name, arity)
      {:failed, "#{function}: #{Exception.format_exit(reason)}"}

    kind, reason ->
      {:failed, Exception.format_banner(kind, reason)}
  end

  defp with_tasks(queue, places, progress) do
    {:ok, tasks} = Task.Supervisor.start_link()
    {answer, state} = loop(%__MODULE__{queue: queue, tasks: tasks, places: places}, progress)
    Supervisor.stop(tasks)
    # Nothing of what was started here stays in the mailbox.
    Enum.each(state.out, fn {task, _job} -> answer(%{task => nil}) end)
    Process.unlink(tasks)

    receive do
      {:EXIT, ^tasks, _reason} -> :ok
    after
      0 -> :ok
    end

    with {:raised, kind, reason, stacktrace} <- answer,
         do: :erlang.raise(kind, reason, stacktrace)
  end

  # Each step goes on with `{:ok, state}`, or ends with the answer and the state.
  defp loop(state, progress) do
    with {:ok, state} <- hand_out(state),
         {:ok, state} <- wait(state, progress),
         do: loop(state, progress)
  end

  defp hand_out(state) do
    with {node, free} when free > 0 <- Enum.max_by(state.places, &elem(&1, 1)),
         {:ok, {id, job}} <- Native.queue_acquire(state.queue) do
      state |> begin(node, id, job) |> hand_out()
    else
      {:error, error} -> {{:error, error}, state}
      _no_place_or_no_job -> {:ok, state}
    end
  end

  defp begin(state, node, id, job) do
    task =
      Task.Supervisor.async_nolink(state.tasks, fn ->
        call(node, __MODULE__, :play, [job, self()])
      end)

    places = Map.update!(state.places, node, &(&1 - 1))
    %{state | places: places, out: Map.put(state.out, task.ref, {node, id})}
  end

  defp wait(%{out: out} = state, _progress) when out == %{} do
    {Native.queue_report(state.queue), state}
  end

  defp wait(state, progress) do
    {task, answer} = answer(state.out)
    {{node, id}, out} = Map.pop!(state.out, task)
    take(answer, node, id, %{state | out: out}, progress)
  end

  # The next answer of a task; the end of one comes after its answer.
  defp answer(out) do
    receive do
      {task, answer} when is_map_key(out, task) ->
        Process.demonitor(task, [:flush])
        {task, answer}

      {:DOWN, task, :process, _pid, reason} when is_map_key(out, task) ->
        {task, {:failed, Exception.format_exit(reason)}}
    end
  end

  defp take({:answer, {:ok, result}}, node, _id, state, progress) do
    state = %{state | places: more(state.places, node)}

    case Native.queue_submit(state.queue, result) do
      {:ok, nil} -> {:ok, state}
      {:ok, game} -> tell(progress, game, state)
      error -> {error, state}
    end
  end

  defp take({:answer, error}, _node, _id, state, _progress), do: {error, state}

  defp take({:failed, reason}, node, _id, state, _progress) do
    {error(:unsupported, "nodes: #{node} cannot play: #{reason}"), state}
  end

  defp take({:lost, reason}, node, id, state, _progress) do
    places = Map.delete(state.places, node)

    case Native.queue_release(state.queue, id) do
      {:ok, _released} when places == %{} ->
        message = "nodes: none is left to play; the last was #{node}, #{reason}"
        {error(:cancelled, message), state}

      {:ok, _released} ->
        {:ok, %{state | places: places}}

      error ->
        {error, state}
    end
  end

  defp tell(progress, game, state) do
    progress.(game)
    {:ok, state}
  catch
    kind, reason -> {{:raised, kind, reason, __STACKTRACE__}, state}
  end

  # A node that was lost by another job has no place any more.
  defp more(places, node) when is_map_key(places, node), do: Map.update!(places, node, &(&1 + 1))
  defp more(places, _node), do: places

  defp error(code, message), do: {:error, %Error{code: code, message: message}}
end
