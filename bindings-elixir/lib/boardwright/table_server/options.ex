defmodule Boardwright.TableServer.Options do
  @moduledoc false
  # The options of a table's server, checked one by one: each may be given once, with what it takes.
  # The rest, which is not the server's own, goes to the new table.

  alias Boardwright.{Error, Table}

  # The process's, the server's with what each takes, and the rest is the table's.
  @process [:name, :hibernate_after]
  @takes [
    table: "a table",
    game: "a game or a state",
    id: "the name of the table for its callbacks",
    publish: "a function of a topic and its events",
    spectators: "true or false",
    persist: "a function of the saved table, or of a text and :whole or :changes",
    load: "a function that returns {:ok, saved} or :none",
    downtime: ":free or :counts",
    restored: "a function of the next number of each topic",
    on_end: "a function of the outcome",
    on_stop: "a function of :ended or :idle",
    telemetry: "a function of a name, measures and what they are about",
    linger: "milliseconds or :infinity",
    idle: "milliseconds or :infinity",
    time: "a function that returns the time in milliseconds",
    timer: "a function of milliseconds and a message"
  ]
  @own Keyword.keys(@takes)

  @doc "Returns the options of the process, those of the server, and those of the table."
  @spec split(term) :: {:ok, keyword, keyword, keyword} | {:error, Error.t()}
  def split(options) do
    if Keyword.keyword?(options) do
      {process, options} = Keyword.split(options, @process)
      {own, settings} = Keyword.split(options, @own)
      with :ok <- check(own, settings), do: {:ok, process, own, settings}
    else
      wrong("a table's server takes a keyword list")
    end
  end

  defp check(own, settings) do
    names = Keyword.keys(own)
    twice = names -- Enum.uniq(names)
    bad = Enum.find(own, fn {name, value} -> not fits?(name, value) end)

    cond do
      twice != [] ->
        wrong("#{hd(twice)} is given twice")

      bad != nil ->
        wrong("#{elem(bad, 0)}: takes #{@takes[elem(bad, 0)]}")

      own[:table] && own[:game] ->
        wrong("takes either table or game, not both")

      own[:table] && own[:load] ->
        wrong("takes either table or load, not both")

      own[:table] && settings != [] ->
        wrong("#{settings |> hd() |> elem(0)}: the table is set up")

      own[:table] || own[:game] || own[:load] ->
        :ok

      true ->
        wrong("say around which table it is, or which game it is to play")
    end
  end

  defp fits?(:table, table), do: is_struct(table, Table)
  defp fits?(:publish, publish), do: is_function(publish, 2)
  defp fits?(:persist, persist), do: is_function(persist, 1) or is_function(persist, 2)
  defp fits?(:load, load), do: is_function(load, 0)
  defp fits?(:downtime, downtime), do: downtime in [:free, :counts]
  defp fits?(name, call) when name in [:restored, :on_end, :on_stop], do: is_function(call, 1)
  defp fits?(:spectators, spectators), do: is_boolean(spectators)
  defp fits?(:telemetry, telemetry), do: is_function(telemetry, 3)
  defp fits?(:time, time), do: is_function(time, 0)
  defp fits?(:timer, timer), do: is_function(timer, 2)

  defp fits?(name, wait) when name in [:linger, :idle],
    do: wait == :infinity or (is_integer(wait) and wait >= 0)

  defp fits?(name, _any) when name in [:game, :id], do: true

  defp wrong(what), do: {:error, %Error{code: :invalid_option, message: what}}
end
