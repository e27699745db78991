defmodule Boardwright.Error do
  @moduledoc """
  The one exception of the library: a stable code, and a sentence that names what was wrong.

  The codes are the same in every language:

    * `:unknown_game` - no game of that name is registered
    * `:unknown_bot` - the game has no bot of that name
    * `:invalid_option` - an option or argument that does not exist, or a value out of its range
    * `:invalid_notation` - a position, move or saved form that cannot be read
    * `:illegal_move` - a well-formed move that the rules forbid
    * `:not_your_turn` - the seat is not live
    * `:game_over` - the game has ended
    * `:hidden_information` - the call would tell a seat what it may not know
    * `:unsupported` - the game does not have what was asked for
    * `:busy` - the queue is full
    * `:bot_busy` - the bot is at work on something else
    * `:bot_failed` - a bot of the host's own failed
    * `:disposed` - the handle has been disposed of; handles of Elixir's are not
    * `:cancelled` - the caller cancelled, or the deadline passed
    * `:internal` - a fault of the library's own
  """

  @codes [
    :unknown_game,
    :unknown_bot,
    :invalid_option,
    :invalid_notation,
    :illegal_move,
    :not_your_turn,
    :game_over,
    :hidden_information,
    :unsupported,
    :busy,
    :bot_busy,
    :bot_failed,
    :disposed,
    :cancelled,
    :internal
  ]

  @type code ::
          :unknown_game
          | :unknown_bot
          | :invalid_option
          | :invalid_notation
          | :illegal_move
          | :not_your_turn
          | :game_over
          | :hidden_information
          | :unsupported
          | :busy
          | :bot_busy
          | :bot_failed
          | :disposed
          | :cancelled
          | :internal

  @type t :: %__MODULE__{code: code, message: String.t()}

  @enforce_keys [:code, :message]
  defexception [:code, :message]

  @doc "All codes."
  @spec codes() :: [code]
  def codes, do: @codes
end
