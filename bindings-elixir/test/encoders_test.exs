defmodule Boardwright.EncodersTest do
  @moduledoc "Encoders for Jason, which is not here: a protocol of its shape stands in for it."
  use ExUnit.Case, async: false

  alias Boardwright.{Bot, Encoders, Error}

  # The part of Jason that the encoders call, as Jason 1.4 has it.
  @jason """
  defprotocol Jason.Encoder do
    def encode(value, options)
  end

  defmodule Jason.Encode do
    def map(map, {escape, encode_map}) when is_function(escape) and is_function(encode_map),
      do: encode_map.(map)
  end
  """

  setup_all do
    refute Code.ensure_loaded?(Jason.Encoder)
    Code.compile_string(@jason)
    known = Path.expand("../lib/boardwright/encoders/known.ex", __DIR__)
    Code.compile_file(known)
    on_exit(fn -> for module <- [Jason.Encoder, Jason.Encode], do: :code.delete(module) end)
  end

  defp encoded(value) do
    encode = fn map -> Map.new(map, fn {key, value} -> {to_string(key), value} end) end
    apply(Jason.Encoder, :encode, [value, {&to_string/1, encode}])
  end

  test "data are maps of their fields" do
    {:ok, decision} =
      Bot.decide(Bot.new!("random", game: "chess", seed: 1), Boardwright.start!("chess"))

    assert %{"move" => move, "pv" => [move], "depth" => _, "alternatives" => _} =
             encoded(decision)

    assert move == decision.move
    mate = Boardwright.play_many!(Boardwright.start!("chess"), ~w(f2f3 e7e5 g2g4 d8h4))
    assert %{"reason" => "checkmate", "winner" => "black"} = encoded(Boardwright.outcome(mate))
    {:error, error} = Boardwright.play(mate, "e2e4")
    assert encoded(error) == %{"code" => error.code, "message" => error.message}
    assert encoded(%Boardwright.Info{})["depth"] == 0
  end

  test "each of them has one, and their values are plain" do
    for module <- Encoders.data() do
      assert Code.ensure_loaded?(Module.concat(Jason.Encoder, module))
    end

    fields = Encoders.fields(%Error{code: :busy, message: "later"})
    assert fields == %{code: :busy, message: "later"}
  end

  test "handles have none, so that nothing hidden goes out by one" do
    state = Boardwright.start!("blind")
    {:ok, table} = Boardwright.Table.new("blind")

    for handle <- [state, table] do
      assert_raise Protocol.UndefinedError, fn -> encoded(handle) end
    end
  end

  test "other protocols are not made up" do
    assert_raise CaseClauseError, fn ->
      Code.compile_string(
        "require Boardwright.Encoders; Boardwright.Encoders.define(String.Chars)"
      )
    end
  end
end
