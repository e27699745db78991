defmodule Boardwright.Native do
  @moduledoc false
  # The functions of the native library, with an error that says so where one is given a handle of
  # another node: to the library itself it is any reference.

  import Kernel, except: [inspect: 1]

  alias Boardwright.Error
  alias Boardwright.Native.Library

  @own [load: 0, load_rustler_precompiled: 0]

  for {name, arity} <- Library.__info__(:functions) -- @own do
    arguments = Macro.generate_arguments(arity, __MODULE__)

    def unquote(name)(unquote_splicing(arguments)) do
      case Library.unquote(name)(unquote_splicing(arguments)) do
        {:error, %Error{}} = answer -> refused(unquote(arguments), answer)
        answer -> answer
      end
    rescue
      error in [ArgumentError, Error] -> refuse(unquote(arguments), error, __STACKTRACE__)
    end
  end

  defp refused(arguments, answer) do
    case Enum.find_value(arguments, &elsewhere/1) do
      nil -> answer
      node -> {:error, error(node)}
    end
  end

  defp refuse(arguments, error, stacktrace) do
    case Enum.find_value(arguments, &elsewhere/1) do
      nil -> reraise error, stacktrace
      node -> raise error(node)
    end
  end

  @doc "The error for a handle of another node."
  @spec error(node) :: Error.t()
  def error(node) do
    message =
      "a handle of the node #{node}: what it refers to is there; save/1 it there, and load/1 it here"

    %Error{code: :unsupported, message: message}
  end

  @doc "The text of a handle, which for one of another node says of which."
  @spec inspected(struct, (() -> String.t() | Inspect.Algebra.t())) ::
          String.t() | Inspect.Algebra.t()
  def inspected(%module{} = handle, here) do
    case elsewhere(handle) do
      nil -> here.()
      node -> "##{Kernel.inspect(module)}(of the node #{node})"
    end
  end

  @doc "The node of a handle, or of one in a list or struct, if it is another one."
  @spec elsewhere(term) :: node | nil
  def elsewhere(reference) when is_reference(reference),
    do: if(node(reference) != node(), do: node(reference))

  def elsewhere(%{ref: reference}), do: elsewhere(reference)
  def elsewhere([first | rest]), do: elsewhere(first) || elsewhere(rest)
  def elsewhere(_other), do: nil
end
