defmodule Boardwright.Encoders do
  @moduledoc """
  The library's data as JSON: `Boardwright.Decision`, `Boardwright.Info`, `Boardwright.Outcome`,
  `Boardwright.Damage` and `Boardwright.Error` are maps of their fields, an error of its `code` and
  `message`. Everything else that the library answers consists of maps, lists, texts and numbers already.

  Where Jason, or the module `JSON` of Elixir 1.18 and later, is there when the library is compiled, they
  know how. The library does not depend on either, so Mix may compile it first; then the application says
  `require Boardwright.Encoders` and, outside of any module, `Boardwright.Encoders.define(Jason.Encoder)`.
  The encoders for `JSON` have not been tested, since the library is built with Elixir 1.14.

  Handles, such as `Boardwright.State` and `Boardwright.Table`, have none: `Boardwright.save/1` and `Boardwright.Table.save/1` write them, and what a
  client may see is in views, events and descriptions.
  """

  @data [
    Boardwright.Damage,
    Boardwright.Decision,
    Boardwright.Error,
    Boardwright.Info,
    Boardwright.Outcome
  ]

  @doc "The structs that have an encoder."
  @spec data :: [module]
  def data, do: @data

  @doc "The fields of one of them, as they are encoded."
  @spec fields(struct) :: %{atom => Boardwright.data()}
  def fields(%Boardwright.Error{code: code, message: message}),
    do: %{code: code, message: message}

  def fields(%module{} = data) when module in @data, do: Map.from_struct(data)

  @doc "Implements `Jason.Encoder` or `JSON.Encoder` for `data/0`."
  defmacro define(protocol) do
    case Macro.expand(protocol, __CALLER__) do
      Jason.Encoder ->
        quote do
          defimpl Jason.Encoder, for: unquote(@data) do
            def encode(data, options),
              do: apply(Jason.Encode, :map, [Boardwright.Encoders.fields(data), options])
          end
        end

      JSON.Encoder ->
        quote do
          defimpl JSON.Encoder, for: unquote(@data) do
            def encode(data, encoder),
              do: apply(JSON.Encoder, :encode, [Boardwright.Encoders.fields(data), encoder])
          end
        end
    end
  end
end
