defmodule Arena.Text do
  @moduledoc "Texts of people that others read."

  @doc "True for 1 to so many bytes without control, direction or invisible characters, and not blank."
  def plain?(text, most) do
    is_binary(text) and byte_size(text) in 1..most and String.valid?(text) and
      String.trim(text) != "" and not (text =~ ~r/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  end
end
