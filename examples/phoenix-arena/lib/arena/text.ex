defmodule Arena.Text do
  @moduledoc "Texts of people that others read."

  alias Arena.Errors

  @doc """
  Reads a text without its blank ends: 1 to so many bytes without control, direction or invisible
  characters.
  """
  @spec read(String.t(), term, pos_integer) :: {:ok, String.t()} | {:error, map}
  def read(field, text, most) do
    with true <- is_binary(text) and String.valid?(text),
         text = String.trim(text),
         true <- byte_size(text) in 1..most and not (text =~ ~r/[\p{C}\p{Zl}\p{Zp}]/u) do
      {:ok, text}
    else
      false -> Errors.refuse("invalid_option", "#{field}: takes 1 to #{most} bytes of plain text")
    end
  end
end
