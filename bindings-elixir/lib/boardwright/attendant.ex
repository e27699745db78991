defmodule Boardwright.Attendant do
  @moduledoc false
  # The process that answers for a seat, or for a player of a tournament, by a function of the host's. Each question has a process of
  # its own, which is killed when the question is given up. It ends when nobody asks any more, by a
  # message that the library sends when it lets go of the seat or player.

  use GenServer, restart: :temporary

  require Logger

  alias Boardwright.{Native, Question}

  @doc false
  # Not linked: neither a failure of the bot nor the end of the caller says anything of the other.
  def start(table, seat, bot) do
    case GenServer.start(__MODULE__, {table, seat, bot}) do
      {:ok, _} -> :ok
      {:error, {:shutdown, error}} -> {:error, error}
      # A handle that is none.
      {:error, {reason, stacktrace}} -> :erlang.raise(:error, reason, stacktrace)
    end
  end

  @doc false
  # For a player, whose questions are sent once the library has been told of this process.
  def start(bot) do
    {:ok, attendant} = GenServer.start(__MODULE__, bot)
    attendant
  end

  @impl true
  def init(bot) when is_function(bot) do
    Process.flag(:trap_exit, true)
    {:ok, %{bot: bot, workers: %{}}}
  end

  def init({table, seat, bot}) do
    Process.flag(:trap_exit, true)

    case Native.table_attend(table, seat, self(), true) do
      :ok -> {:ok, %{bot: bot, workers: %{}}, {:continue, :collect}}
      {:error, error} -> {:stop, {:shutdown, error}}
    end
  end

  # The table was an argument, and must not be kept by what is left of it here.
  @impl true
  def handle_continue(:collect, state) do
    :erlang.garbage_collect()
    {:noreply, state}
  end

  @impl true
  def handle_info({:boardwright_question, question}, %{bot: bot} = state) do
    worker = spawn_link(fn -> answer(bot, question) end)
    {:noreply, put_in(state.workers[worker], question)}
  end

  def handle_info({:boardwright_given_up, tag}, state) do
    for {worker, %Question{tag: ^tag}} <- state.workers, do: Process.exit(worker, :kill)
    {:noreply, state}
  end

  def handle_info(:boardwright_unattended, state) do
    for {worker, _question} <- state.workers, do: Process.exit(worker, :kill)
    {:stop, :normal, state}
  end

  def handle_info({:EXIT, worker, reason}, state) do
    {question, workers} = Map.pop(state.workers, worker)
    # One that was killed has not answered, unless its question was given up.
    if question, do: Question.fail(question, "its process ended: " <> inspect(reason))
    {:noreply, %{state | workers: workers}}
  end

  def handle_info(_other, state), do: {:noreply, state}

  defp answer(bot, question) do
    bot.(question)
  catch
    kind, reason ->
      stacktrace = __STACKTRACE__
      "** " <> banner = Exception.format_banner(kind, reason, stacktrace)
      Question.fail(question, banner)

      Logger.error(fn ->
        "the bot at #{question.seat} failed: " <> Exception.format(kind, reason, stacktrace)
      end)
  else
    answer -> Question.answer(question, answer)
  end
end
