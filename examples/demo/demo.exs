# The same seeded games as demo.py and demo.mjs play: a crazyhouse game, and two
# boards of bughouse that feed each other. Writes a transcript to the file named on
# the command line and prints the games with boards.

defmodule Demo do
  alias Boardwright.Bot

  def run(path) do
    File.write!(path, Enum.join(crazyhouse() ++ two_boards(), "\n") <> "\n")
    speed()
  end

  defp show(title, state), do: IO.puts("\n#{title}\n#{Boardwright.draw(state)}")

  defp crazyhouse do
    {:ok, bot} = Bot.new("random", game: "crazyhouse", seed: 2026)
    crazyhouse(Boardwright.start!("crazyhouse"), bot, [])
  end

  defp crazyhouse(state, bot, lines) do
    case Boardwright.outcome(state) do
      nil ->
        {:ok, %{move: move}} = Bot.decide(bot, state)
        ply = Boardwright.ply(state)
        san = Boardwright.move_text(state, move, style: "san")
        line = "#{ply} #{san} #{Boardwright.key(state)}"
        state = Boardwright.play!(state, move)
        if rem(ply + 1, 40) == 0, do: show("crazyhouse, ply #{ply + 1}", state)
        crazyhouse(state, bot, [line | lines])

      %{reason: reason, winner: winner} ->
        show("crazyhouse, the end: #{reason}, winner #{winner || "none"}", state)
        last = "#{Boardwright.notation(state)} #{Boardwright.key(state)} #{reason}"
        Enum.reverse([last | lines])
    end
  end

  # What a capture hands over on one board is added to the pockets of the other.
  defp two_boards do
    boards = for _ <- 1..2, do: Boardwright.start!("bughouse-board")

    bots =
      for seed <- 1..2 do
        {:ok, bot} = Bot.new("random", game: "bughouse-board", seed: seed)
        bot
      end

    {boards, lines} = two_boards(0, boards, bots, [])

    finals =
      for {state, name} <- Enum.zip(boards, ["A", "B"]) do
        show("bughouse, board #{name}", state)
        "#{Boardwright.notation(state)} #{Boardwright.key(state)}"
      end

    Enum.reverse(lines) ++ finals
  end

  defp two_boards(200, boards, _bots, lines), do: {boards, lines}

  defp two_boards(ply, boards, bots, lines) do
    here = rem(ply, 2)
    state = Enum.at(boards, here)

    cond do
      Enum.any?(boards, &Boardwright.outcome/1) ->
        {boards, lines}

      Boardwright.live(state) == [] ->
        two_boards(ply + 1, boards, bots, lines)

      true ->
        {:ok, %{move: move}} = Bot.decide(Enum.at(bots, here), state)
        san = Boardwright.move_text(state, move, style: "san")
        line = "#{Enum.at(["A", "B"], here)} #{san} #{Boardwright.key(state)}"

        boards =
          for %{"handed_over" => piece} when piece != nil <- Boardwright.report(state, move),
              reduce: boards do
            boards -> List.update_at(boards, 1 - here, &Boardwright.edit!(&1, add: piece))
          end

        boards = List.replace_at(boards, here, Boardwright.play!(state, move))
        two_boards(ply + 1, boards, bots, [line | lines])
    end
  end

  defp speed do
    state = Boardwright.start!("crazyhouse")
    lists = 300_000
    {micros, _} = :timer.tc(fn -> Enum.each(1..lists, fn _ -> Boardwright.legal_moves(state) end) end)
    per_second = div(lists * 1_000_000, micros)
    {micros, %{"plies" => plies}} = :timer.tc(fn -> Boardwright.playouts(state, 3_000, seed: 1) end)
    plies_per_second = div(plies * 1_000_000, micros)

    IO.puts(
      "speed elixir: #{grouped(per_second)} legal-move lists/s, " <>
        "#{grouped(plies_per_second)} random plies/s"
    )
  end

  defp grouped(n), do: n |> to_string() |> String.replace(~r/\B(?=(\d{3})+$)/, ",")
end

[path] = System.argv()
Demo.run(path)
