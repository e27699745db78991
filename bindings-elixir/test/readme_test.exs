defmodule Boardwright.ReadmeTest do
  use ExUnit.Case, async: false
  import ExUnit.CaptureIO

  for page <- Boardwright.Pages.all(), do: doctest(page, import: false)

  for page <- ["README.md", "docs/boost.md", "docs/arena.md"] do
    test "the Elixir of the repository's #{page} runs" do
      page = File.read!(Path.expand("../../" <> unquote(page), __DIR__))
      blocks = Regex.scan(~r/^```elixir\n(.*?)^```$/ms, page, capture: :all_but_first)
      assert blocks != []

      for [code] <- blocks do
        # Its matches raise where they do not hold, and it prints a move.
        assert capture_io(fn -> Code.eval_string(code) end) =~ ~r/\S/
      end
    end
  end
end
