defmodule Boardwright.Dirty do
  @moduledoc false
  # Which calls may take more than a millisecond, which no call on a normal scheduler may, is
  # for the native library to say.

  @doc """
  Makes a call of `Boardwright.Native`, and where that answers `:dirty` the call of the same name
  with `_dirty`, which runs on a dirty scheduler.
  """
  defmacro either({{:., _, [module, name]}, _, args}) do
    quote do
      case unquote(module).unquote(name)(unquote_splicing(args)) do
        :dirty -> unquote(module).unquote(:"#{name}_dirty")(unquote_splicing(args))
        answer -> answer
      end
    end
  end
end
