defmodule Boardwright.Telemetry do
  @moduledoc """
  Events for measuring, in the form of `:telemetry`.

  Where the application `:telemetry` is in the system they are its events; otherwise there are none,
  unless a function is given: the option `:telemetry` of `Boardwright.TableServer`
  takes one with the arguments of `:telemetry.execute/3`. A handler that fails costs
  nothing but a line in the log.

  | event | measures | about |
  |---|---|---|
  | `[:boardwright, :table, :call]` | `:duration` | `:id`, `:game`, `:seat`, `:call`, `:result` |
  | `[:boardwright, :table, :asked]` | `:count` | `:id`, `:game`, `:seat` |
  | `[:boardwright, :table, :answered]` | `:duration` | `:id`, `:game`, `:seat` |
  | `[:boardwright, :table, :stored]` | `:duration` | `:id`, `:game` |
  | `[:boardwright, :table, :failed]` | `:count` | `:id`, `:game`, `:kind`, `:reason` |
  | `[:boardwright, :table, :ended]` | `:count` | `:id`, `:game`, `:reason`, `:winners` |

  A bot is asked when it is its turn, or a draw is offered; `:duration` of its answer is the time until
  that was taken or given up, its wait in the queue and the delay of its seat included. What is over before
  the server looks is not seen. The parts of a decision of one's own are in `Boardwright.Decision`, as `:queued` and `:time`.

  Durations are in the unit of `System.monotonic_time/0`. `:result` is `:ok` or the code of
  the error. `:id` is the option of the table's server. `:seat` of a call is the one that it names, or nil.
  """

  require Logger

  @type execute :: ([atom], map, map -> any)

  @doc "The function that events are given to where none is chosen; nil where there is none."
  @spec default() :: execute | nil
  def default do
    if Code.ensure_loaded?(:telemetry),
      do: fn event, measures, about -> apply(:telemetry, :execute, [event, measures, about]) end
  end

  @doc "Gives an event to a function; one that fails is logged."
  @spec execute(execute | nil, [atom], map, map) :: :ok
  def execute(nil, _event, _measures, _about), do: :ok

  def execute(execute, event, measures, about) do
    execute.(event, measures, about)
    :ok
  catch
    kind, reason ->
      failure = Exception.format(kind, reason, __STACKTRACE__)
      Logger.error(fn -> "a handler of telemetry failed: " <> failure end)
      :ok
  end
end
