defmodule Boardwright.GuideTest do
  use ExUnit.Case, async: false

  @guide Path.expand("../../docs/table.md", __DIR__)

  test "the game loop of the guide plays a game" do
    [_, code] = Regex.run(~r/```elixir\n(.*?)```/s, File.read!(@guide))
    assert length(String.split(code, "\n")) < 60, "the guide promises fewer than 60 lines"
    [{module, _}] = Code.compile_string(code)
    test = self()

    {:ok, loop} =
      apply(module, :start_link, [
        [
          game: "chess",
          seats: [black: [bot: "random", seed: 2, delay: 0]],
          publish: fn seat, events -> for e <- events, do: send(test, {seat, e["kind"]}) end
        ]
      ])

    assert_receive {"white", "started"}

    assert {:ok, %{"ended" => false}} =
             apply(module, :call, [loop, "commit", [seat: "white", move: "e2e4"]])

    assert_receive {"white", "moved"}
    assert_receive {"white", "moved"}, 5_000
    assert {:ok, _} = apply(module, :call, [loop, "resign", [seat: "white"]])
    assert_receive {"black", "ended"}
  end
end
