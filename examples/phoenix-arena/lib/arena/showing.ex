defmodule Arena.Showing do
  @moduledoc """
  The picture of a game, its words, and the moves in words: of a seat made from its observation, of
  spectators from what they may see.
  """

  alias Arena.Errors
  alias Boardwright.{Observation, Table}

  # The options of a picture that are a client's; whose it is, the server knows.
  @options ["orientation", "theme", "coordinates"]
  @nothing %{"picture" => nil, "words" => nil, "moves" => [], "last" => nil}

  @doc "Shows what a seat knows, and what it may try now; after the end the whole game, from its side."
  @spec seat(Table.t(), map, String.t(), map) :: {:ok, map} | {:error, map}
  def seat(table, %{"hidden" => true, "status" => "ended"}, seat, arguments),
    do: watch(table, Map.put_new(arguments, "orientation", seat))

  def seat(table, %{"hidden" => hidden}, seat, arguments) do
    shown(arguments, fn options ->
      with {:ok, observation} <- Table.observe(table, seat),
           {:ok, candidates} <- Table.candidates(table, seat) do
        # Of one position, whatever was moved in between.
        moves = if candidates == [], do: [], else: Observation.candidates(observation)

        {:ok,
         %{
           "picture" => Observation.svg(observation, options),
           "words" => Observation.describe_text(observation),
           "moves" => Enum.map(moves, &said(&1, Observation.move_in_words(observation, &1))),
           "last" => if(not hidden, do: last(Table.state(table)))
         }}
      end
    end)
  end

  @doc "Shows spectators what their view has, which may be behind the game."
  @spec watch(Table.t(), map) :: {:ok, map} | {:error, map}
  def watch(table, arguments) do
    shown(arguments, fn options ->
      with {:ok, view} <- Table.spectator_view(table), do: {:ok, seen(table, view, options)}
    end)
  end

  defp seen(table, %{"shown" => true, "ply" => ply}, options) do
    state = table |> Table.state() |> Boardwright.at_ply(ply)
    picture = Boardwright.svg(state, options)
    words = Boardwright.describe_text(state)
    %{@nothing | "picture" => picture, "words" => words, "last" => last(state)}
  end

  defp seen(_table, _hidden, _options), do: @nothing

  defp shown(arguments, show) do
    with :ok <- Errors.only(arguments, @options) do
      options = Map.merge(%{"theme" => "auto"}, arguments)

      case show.(Map.put(options, "cells", true)) do
        {:error, error} -> {:error, Errors.of(error)}
        shown -> shown
      end
    end
  rescue
    error in Boardwright.Error -> {:error, Errors.of(error)}
  end

  # The last of the moves of a state that anybody may see.
  defp last(state) do
    ply = Boardwright.ply(state)
    move = Boardwright.last_move(state)

    if ply > 0 and move != nil,
      do: said(move, state |> Boardwright.at_ply(ply - 1) |> Boardwright.move_in_words(move))
  end

  defp said(move, words), do: %{"move" => move, "words" => words}
end
