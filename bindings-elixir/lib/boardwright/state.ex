defmodule Boardwright.State do
  @moduledoc """
  A position with its rules and its past: a value, made by `Boardwright.start/2`,
  `Boardwright.parse/3` and `Boardwright.load/1`, and asked and played with the functions of
  `Boardwright`.

  `to_string/1` gives the notation. For a game that hides something that and `inspect/1`
  show nothing of the position; a referee asks for `Boardwright.notation/1`.
  """

  @enforce_keys [:ref]
  defstruct [:ref]

  @typedoc "A handle; what it refers to is the library's own."
  @type t :: %__MODULE__{ref: reference}

  defimpl Inspect do
    alias Boardwright.Native

    def inspect(state, _options),
      do: Native.inspected(state, fn -> "#Boardwright." <> Native.inspect(state.ref) end)
  end

  defimpl String.Chars do
    alias Boardwright.Native

    def to_string(%{ref: ref}) do
      if Native.hidden(ref), do: Native.inspect(ref), else: Native.state_notation(ref)
    end
  end
end
