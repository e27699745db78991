defmodule Boardwright.RatingsTest do
  @moduledoc "Registries of bots: the answers of every language, and files."

  use ExUnit.Case, async: true
  doctest Boardwright.BotRegistry

  alias Boardwright.{Arena, BotRegistry, Error, Scenarios}

  @cases Scenarios.read("ratings.json")

  for {scenario, i} <- Enum.with_index(@cases) do
    test scenario["name"] do
      scenario = Enum.at(@cases, unquote(i))
      Enum.reduce(scenario["steps"], BotRegistry.new(), &step/2)
    end
  end

  # A refused change leaves the registry as it is.
  defp step(%{"error" => code} = step, registry) do
    assert {:error, %Error{code: got}} = taken(step, registry)
    assert to_string(got) == code
    registry
  end

  defp step(%{"answer" => answer} = step, registry) do
    case taken(step, registry) do
      {:ok, %BotRegistry{} = changed, got} ->
        assert got == answer
        changed

      {:ok, %BotRegistry{} = changed} ->
        if step["change"] != "remove",
          do: assert(BotRegistry.bot(changed, step["given"]["name"]) == {:ok, answer})

        changed

      {:ok, got} ->
        assert got == answer
        registry
    end
  end

  defp taken(%{"tournament" => options, "batch" => batch}, registry) do
    {game, options} = Map.pop!(options, "game")
    {players, options} = Map.pop!(options, "players")
    options = for {name, value} <- options, do: {String.to_atom(name), value}
    {:ok, report} = Arena.tournament(game, players, options)
    BotRegistry.rate_report(registry, batch, report)
  end

  defp taken(%{"strength" => "sprt", "given" => given}, _registry) do
    {pairs, options} = Map.pop!(given, "pairs")
    Arena.sprt(pairs, options)
  end

  defp taken(%{"strength" => "elo", "given" => given}, _registry), do: Arena.elo(given["results"])
  defp taken(%{"strength" => "estimate", "given" => given}, _), do: Arena.estimate(given)
  defp taken(%{"ask" => "bots"}, registry), do: {:ok, BotRegistry.bots(registry)}

  defp taken(%{"ask" => "bot", "given" => given}, registry),
    do: BotRegistry.bot(registry, given["name"])

  defp taken(%{"ask" => "rating", "given" => given}, registry),
    do: BotRegistry.rating(registry, given["name"], given["game"], given["mode"])

  defp taken(%{"ask" => ask, "given" => given}, registry)
       when ask in ["leaderboard", "markdown"],
       do: apply(BotRegistry, String.to_atom(ask), [registry, given["game"], given["mode"]])

  defp taken(%{"change" => "register", "given" => given}, registry) do
    {name, options} = Map.pop!(given, "name")
    options = for {name, value} <- options, do: {String.to_atom(name), value}
    BotRegistry.register(registry, name, options)
  end

  defp taken(%{"change" => "set_status", "given" => given}, registry),
    do: BotRegistry.set_status(registry, given["name"], given["status"])

  defp taken(%{"change" => "remove", "given" => given}, registry),
    do: BotRegistry.remove(registry, given["name"])

  defp taken(%{"change" => rate, "given" => given}, registry) do
    {batch, given} = Map.pop!(given, "batch")
    apply(BotRegistry, String.to_atom(rate), [registry, batch, given])
  end

  @tag :tmp_dir
  test "a registry is kept in a file and goes on", %{tmp_dir: folder} do
    path = Path.join(folder, "bots.json")
    assert {:ok, registry} = BotRegistry.load(path)
    assert BotRegistry.size(registry) == 0
    {:ok, registry} = BotRegistry.register(registry, "a", modes: ["chess"])
    {:ok, registry} = BotRegistry.register(registry, "b", kind: :external, player: %{port: 1})
    sides = [%{players: ["a"], place: 1}, %{players: ["b"], place: 2}]
    batch = [game: "chess", results: [%{sides: sides, games: 2}]]
    assert {:ok, rated, true} = BotRegistry.rate(registry, "1", batch)
    # A registry is a value.
    assert {:ok, %{"wins" => 0}} = BotRegistry.rating(registry, "a", "chess")
    assert :ok = BotRegistry.save(rated, path)
    assert {:ok, again} = BotRegistry.load(path)
    assert BotRegistry.bots(again) == BotRegistry.bots(rated)
    assert {:ok, ^again, false} = BotRegistry.rate(again, "1", batch)
    assert {:ok, %{"wins" => 2}} = BotRegistry.rating(again, "a", "chess")
    assert {:ok, copy} = BotRegistry.parse(BotRegistry.to_text(again))
    assert BotRegistry.to_text(copy) == BotRegistry.to_text(rated)
    assert inspect(copy) == "#Boardwright.BotRegistry<2 bots>"
    File.write!(path, "{")
    assert {:error, %Error{code: :invalid_notation}} = BotRegistry.load(path)
    nowhere = Path.join([folder, "none", "bots.json"])
    assert {:error, %Error{message: "cannot write" <> _}} = BotRegistry.save(rated, nowhere)
  end
end
