defmodule Arena.Errors do
  @moduledoc "Errors of the protocol: a code and a sentence."

  # Codes with their status over HTTP; those of the library and those of the server.
  @statuses %{
    400 =>
      ~w(bad_request bad_frame wrong_protocol hello_first hello_twice no_such_call invalid_option
      invalid_notation unsupported),
    401 => ~w(bad_token),
    403 => ~w(wrong_seat bad_origin hidden_information),
    404 => ~w(not_found no_such_game no_such_seek unknown_game unknown_bot),
    409 => ~w(seat_taken not_over illegal_move not_your_turn game_over bot_busy),
    410 => ~w(disposed),
    413 => ~w(too_large),
    429 => ~w(too_many),
    503 => ~w(draining busy cancelled)
  }
  @codes for {status, codes} <- @statuses, code <- codes, into: %{}, do: {code, status}

  @doc "An error of the server's own."
  def new(code, message), do: %{"code" => code, "message" => message}

  @doc "An error of the library's."
  def of(%Boardwright.Error{code: code, message: message}), do: new(to_string(code), message)

  @doc "An error as the answer of a function."
  def refuse(code, message), do: {:error, new(code, message)}

  @doc "The status over HTTP of a code; 500 for a fault of the server's."
  def status(code), do: Map.get(@codes, code, 500)

  @doc "Refuses what is no object of the fields that a request has."
  def only(%{} = body, fields) do
    case Map.keys(body) -- fields do
      [] ->
        :ok

      [field | _] ->
        shown = if is_binary(field), do: String.slice(field, 0, 40), else: "something"
        refuse("invalid_option", "no field #{shown}: #{there(fields)}")
    end
  end

  def only(_body, _fields), do: refuse("invalid_option", "takes an object")

  defp there([]), do: "there are none"
  defp there(fields), do: "there are #{Enum.join(fields, ", ")}"

  @doc "Reads a whole number in a range out of an object; nil, or what is given, where it is left out."
  def number(body, field, range, otherwise \\ nil) do
    case Map.get(body, field, otherwise) do
      ^otherwise ->
        {:ok, otherwise}

      number when is_integer(number) ->
        if number in range,
          do: {:ok, number},
          else: refuse("invalid_option", "#{field}: takes #{range.first} to #{range.last}")

      _other ->
        refuse("invalid_option", "#{field}: takes a whole number")
    end
  end
end
