defmodule Boardwright.ReadmeTest do
  use ExUnit.Case, async: false
  import ExUnit.CaptureIO

  doctest Boardwright.ReadmeDoctest

  test "the Elixir of the repository's README runs" do
    readme = File.read!(Path.expand("../../README.md", __DIR__))
    blocks = Regex.scan(~r/^```elixir\n(.*?)^```$/ms, readme, capture: :all_but_first)
    assert blocks != []

    for [code] <- blocks do
      # Its matches raise where they do not hold, and it prints a move.
      assert capture_io(fn -> Code.eval_string(code) end) =~ ~r/\S/
    end
  end
end
