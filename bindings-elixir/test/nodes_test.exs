defmodule Boardwright.NodesTest do
  @moduledoc "Two nodes: tables move between them as text, and handles do not."
  use ExUnit.Case, async: false

  alias Boardwright.{Distribution, Nodes}

  setup_all do
    on_exit(Distribution.epmd())
  end

  setup do
    %{first: Nodes.start(), second: Nodes.start()}
  end

  test "a handle of another node is an error that says so", %{first: first, second: {_, node}} do
    {errors, shown} = Nodes.on(first, :handles, [node])
    assert length(errors) == 13

    for {code, message} <- errors do
      assert code == :unsupported
      assert message =~ "of the node #{node}"
    end

    for text <- shown, do: assert(text =~ ~r/\A#Boardwright\.\w+\(of the node #{node}\)\z/)
  end

  test "a table goes on at another node in the middle of a game, with every event", context do
    path = Path.join(System.tmp_dir!(), "boardwright-nodes-#{System.pid()}")
    File.rm(path)
    on_exit(fn -> File.rm(path) end)
    first = Nodes.on(context.first, :play, [path, ~w(e2e4 e7e5 g1f3)])
    second = Nodes.on(context.second, :play, [path, ~w(b8c6 f1b5)])
    assert Enum.take(second, length(first)) == first
    assert Enum.map(second, & &1["seq"]) == Enum.to_list(0..(length(second) - 1))
    moved = for %{"kind" => "moved", "move" => move} <- second, do: move
    assert moved == ~w(e2e4 e7e5 g1f3 b8c6 f1b5)
    assert [_ | _] = Nodes.on(context.first, :play, [path, ~w(a7a6)])
  end
end
