defmodule Boardwright.TableServer.Store do
  @moduledoc false
  # The text that a table's server writes away and starts from again.

  alias Boardwright.{Error, Seats, Table}

  @doc "The table to start with, and true if it was loaded."
  @spec open(keyword, keyword, integer) :: {:ok, Table.t(), boolean} | {:error, Error.t()}
  def open(own, settings, now) do
    case {own[:table], stored(own[:load])} do
      {%Table{} = table, _} -> {:ok, table, false}
      {nil, {:ok, text}} -> load(text, settings)
      {nil, :none} -> new(own[:game], settings, now)
      {nil, {:error, error}} -> {:error, error}
    end
  end

  defp stored(nil), do: :none

  defp stored(load) do
    case load.() do
      {:ok, text} when is_binary(text) -> {:ok, text}
      :none -> :none
      {:error, %Error{} = error} -> {:error, error}
      other -> failed(inspect(other))
    end
  catch
    kind, reason -> failed(Exception.format_banner(kind, reason, __STACKTRACE__))
  end

  defp failed(how),
    do: {:error, %Error{code: :internal, message: "load: the table was not read: " <> how}}

  defp new(nil, _settings, _now),
    do:
      {:error, %Error{code: :invalid_option, message: "nothing is stored, and no game is given"}}

  defp new(game, settings, now) do
    with {:ok, table} <- Table.new(game, [{:now, now} | settings]), do: {:ok, table, false}
  end

  defp load(text, settings) do
    with {:ok, table} <- Table.load(text) do
      attend(table, settings)
      {:ok, table, true}
    end
  end

  # Bots of the host's own are not in what is stored. A seat at which somebody else sits by now has
  # no use for the one that sat there at first.
  defp attend(table, settings) do
    {_settings, bots} = Seats.of_options(settings)
    for {seat, bot} <- bots, do: Table.attend(table, seat, bot)
    :ok
  end

  @doc "Lets the clocks go on, unless they stood, or the time without a server is to count."
  @spec resume(Table.t(), keyword, integer) :: term
  def resume(table, own, now) do
    if Keyword.get(own, :downtime, :free) == :free, do: resume(table, now)
  end

  # A paused game stays so, and one that has ended has no clocks.
  defp resume(table, now) do
    with {:ok, %{"table" => %{"status" => status}}} when status in ["playing", "waiting"] <-
           Table.view(table, 0),
         do: Table.resume(table, now: now)
  end

  @doc "Writes the table, or what has changed since a mark, away by the host's function; returns the next mark."
  @spec persist(function, Table.t(), map | nil) :: {:ok, map | nil} | {:error, String.t()}
  def persist(persist, table, mark) do
    with {:ok, next, arguments} <- text(persist, table, mark) do
      case apply(persist, arguments) do
        :error -> {:error, "it returned :error"}
        {:error, reason} -> {:error, inspect(reason)}
        _stored -> {:ok, next}
      end
    else
      {:error, error} -> {:error, error.message}
    end
  catch
    kind, reason -> {:error, Exception.format(kind, reason, __STACKTRACE__)}
  end

  defp text(persist, table, _mark) when is_function(persist, 1),
    do: with({:ok, text} <- Table.save(table), do: {:ok, nil, [text]})

  defp text(_persist, table, mark) do
    with {:ok, %{"saved" => text, "next" => next}} <- Table.save_changes(table, mark),
         do: {:ok, next, [text, if(mark, do: :changes, else: :whole)]}
  end
end
