defmodule Boardwright.Question do
  @moduledoc """
  A question of a table to a bot of your own: a function or a process that sits at a seat, see
  `Boardwright.Table.new/2`.

  A function gets the question and returns the answer. A process gets
  `{:boardwright_question, question}`, answers with `answer/2` when it likes, and gets
  `{:boardwright_given_up, tag}` with the question's `:tag` when no answer is awaited any more: by
  the end of the game, a change of the position, a flag, or the time-out. No thread waits meanwhile.

  An answer is a move as text or action id, `true` or `false` for an offered draw, or a map or
  keyword list of one of

    * `:move`, and with it `:style`, the notation of its text, `:offer_draw`, and `:says`, a text or
      texts for those it plays with
    * `:resign` or `:claim_draw`, `true`
    * `:accept`, for an offered draw

  and, if you like, `:thought`, a text or a list of texts that nobody sees before the end of the
  game. A move that is illegal and an answer that cannot be read are refused, with the reason in
  the next question, up to the table's `:retry_cap`. What is no plain value, such as a tuple or a
  pid, is a failure of the bot, as is a question that is garbage collected without an answer: then
  another bot steps in for the move, or the seat loses with `on_failure: :lose`.

    * `:observation` - all that the seat knows
    * `:kind` - `:move`, or `:draw` for the draw that another seat offers
    * `:seat` - the name of the seat
    * `:id` - the number of the question at its table
    * `:tag` - the reference of the question in messages
    * `:refused` - the moves and answers of this turn that were not taken, each with `"move"`, `"code"`
      and `"reason"`
    * `:events` - the events that the seat was told since the last question, at most 1000, each with
      its number as `"seq"`
    * `:movetime`, `:nodes` - the limits that were set for the seat, or nil
    * `:clock` - `"remaining"` and `"increment"` of the seat in milliseconds, or nil
    * `:timeout` - milliseconds after which another bot steps in
  """

  alias Boardwright.{Described, Native, Observation}

  @enforce_keys [:ref]
  defstruct [
    :ref,
    :tag,
    :id,
    :seat,
    :kind,
    :observation,
    :movetime,
    :nodes,
    :clock,
    :timeout,
    refused: [],
    events: []
  ]

  @typedoc "A question; what `:ref` refers to is the library's own."
  @type t :: %__MODULE__{
          ref: reference,
          tag: reference,
          id: pos_integer,
          seat: String.t(),
          kind: :move | :draw,
          observation: Observation.t(),
          refused: [Described.refusal()],
          events: [map],
          movetime: non_neg_integer | nil,
          nodes: non_neg_integer | nil,
          clock: Described.question_clock() | nil,
          timeout: non_neg_integer
        }

  @type answer :: String.t() | non_neg_integer | boolean | keyword | map

  @doc "The texts of the moves that the seat may try; none where it may not act."
  @spec candidates(t) :: [String.t()]
  def candidates(%__MODULE__{observation: observation}), do: Observation.candidates(observation)

  @doc "Answers; false if no answer is awaited any more, which is then without consequence."
  @spec answer(t, answer) :: boolean
  def answer(%__MODULE__{ref: ref}, answer), do: Native.question_answer(ref, answer)

  @doc """
  Reports that the bot failed; false if no answer is awaited any more. The message goes to the log
  of the bot's own seat, up to 300 characters of it.
  """
  @spec fail(t, String.t()) :: boolean
  def fail(%__MODULE__{ref: ref}, message) when is_binary(message) do
    message =
      if String.valid?(message), do: message, else: inspect(message, binaries: :as_strings)

    Native.question_fail(ref, message)
  end

  @doc "True once no answer is awaited any more."
  @spec over?(t) :: boolean
  def over?(%__MODULE__{ref: ref}), do: Native.question_over(ref)

  defimpl Inspect do
    def inspect(%{id: id, seat: seat, kind: kind}, _options),
      do: "#Boardwright.Question(#{id}, #{seat}, #{kind})"
  end
end
