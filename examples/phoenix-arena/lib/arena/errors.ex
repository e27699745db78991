defmodule Arena.Errors do
  @moduledoc "Errors of the protocol: a code and a sentence."

  @doc "An error of the server's own."
  def new(code, message), do: %{"code" => code, "message" => message}

  @doc "An error of the library's."
  def of(%Boardwright.Error{code: code, message: message}), do: new(to_string(code), message)

  @doc "Refuses what is no object of the fields that a request has."
  def only(%{} = body, fields) do
    case Map.keys(body) -- fields do
      [] ->
        :ok

      [field | _] ->
        shown = if is_binary(field), do: field, else: "something"
        {:error, new("invalid_option", "no field #{shown}: there are #{Enum.join(fields, ", ")}")}
    end
  end

  def only(_body, _fields), do: {:error, new("bad_request", "takes an object")}
end
