defmodule Boardwright.RecordsTest do
  use ExUnit.Case, async: true

  alias Boardwright.{Columns, Damage, Record, Records}

  doctest Boardwright.Record
  doctest Boardwright.Records

  @folder Path.expand("../../tests/records", __DIR__)
  @file_name Path.join(@folder, "games.pgn")
  @seats ["white", "black"]

  defp plain(%Damage{} = damage) do
    [damage.line, damage.from, damage.kind]
  end

  defp plain(%Record{} = record) do
    tree = Record.tree!(record, "san")
    end_of = Boardwright.notation(Record.state!(record))
    game = Boardwright.Game.name(Record.game(record))
    [record.line, game, record.tags, record.result, tree, end_of]
  end

  # The shared vectors are JSON, which needs a library in Elixir: what they say is compared
  # line by line with what Elixir says, as the other languages wrote it.
  defp told do
    for line <- File.stream!(Path.join(@folder, "games.short")), do: String.trim_trailing(line)
  end

  defp short(%Damage{line: line, from: from, kind: kind}), do: "damage #{line} #{from} #{kind}"

  defp short(%Record{} = record) do
    game = Boardwright.Game.name(Record.game(record))
    moves = Enum.join(Record.moves!(record, "san"), " ")
    nodes = length(Record.tree!(record)["nodes"])
    end_of = Boardwright.notation(Record.state!(record))
    clocks = Enum.map_join(Record.clocks(record), " ", &(&1 || "-"))

    Enum.join(
      [record.line, game, record.result || "-", moves, nodes, clocks, end_of],
      " ; "
    )
  end

  test "vectors are read as in every language" do
    bytes = File.read!(@file_name)
    chunks = for <<chunk::binary-size(10) <- bytes>>, do: chunk
    rest = binary_part(bytes, 10 * length(chunks), rem(byte_size(bytes), 10))

    for source <- [
          @file_name,
          {:bytes, bytes},
          {:bytes, :zlib.gzip(bytes)},
          chunks ++ ["", rest],
          File.stream!(@file_name),
          @file_name <> ".gz",
          @file_name <> ".zst"
        ] do
      found = source |> Records.stream!(on_damage: :yield) |> Enum.map(&short/1)
      assert found == told()
    end
  end

  test "a tree says all that is said" do
    [record | _] = @file_name |> Records.stream!() |> Enum.take(1)
    tree = Record.tree!(record, "san")
    assert tree["comments"] == ["a quiet start"]
    [first | _] = tree["nodes"]
    assert %{"move" => "e4", "nags" => [1], "comments" => ["best"], "eval" => 30} = first
    assert first["seat"] in @seats
    assert record.tags["White"] == "Ann \"the\" Größe"
    assert {:error, %{code: :invalid_option}} = Record.state(record, 1000)
    assert inspect(record) =~ "Ben"
  end

  test "damage is raised or left out" do
    assert_raise Boardwright.Error, ~r/line 1\d/, fn ->
      Enum.to_list(Records.stream!(@file_name))
    end

    kept = Enum.to_list(Records.stream!(@file_name, on_damage: :skip))
    damaged = Enum.count(told(), &String.starts_with?(&1, "damage"))
    assert damaged > 0
    assert length(kept) == length(told()) - damaged
    assert Enum.map(kept, &plain/1) == kept |> Enum.map(&plain(again(&1)))
  end

  # What is read again begins in the first line, and has the tags of the standard besides.
  defp again(record) do
    [again] = Enum.to_list(Records.stream!({:bytes, Record.pgn!(record)}))
    %{again | line: record.line, tags: record.tags}
  end

  test "a stream that is left early closes its source" do
    own = self()

    parts =
      Stream.resource(fn -> 0 end, fn n -> {["1. e4 *\n\n"], n + 1} end, fn _ ->
        send(own, :closed)
      end)

    assert [%Record{}] = parts |> Records.stream!() |> Enum.take(1)
    assert_received :closed
  end

  test "wrong options are refused" do
    for {options, code} <- [
          {[on_damage: :ignore], :invalid_option},
          {[game: "go"], :unknown_game},
          {[nothing: 1], :invalid_option}
        ] do
      error =
        assert_raise Boardwright.Error, fn ->
          Enum.to_list(Records.stream!(@file_name, options))
        end

      assert error.code == code
    end

    assert {:error, %{code: :unsupported}} = Records.columns(@file_name, game: "bughouse")
    assert {:error, %{code: :invalid_notation}} = Records.columns(@file_name)
    assert {:error, %{code: :invalid_option}} = Records.columns("/nowhere/at.all")
    start = Boardwright.start!("chess")
    assert {:error, %{code: :illegal_move}} = Record.new(start, ["e2e4", "e2e4"])
    assert {:error, %{code: :invalid_option}} = Record.new(start, [], result: "2-0")
  end

  defp random_game(game) do
    start = Boardwright.start!(game)

    {_, moves} =
      Enum.reduce_while(1..:rand.uniform(50), {start, []}, fn _, {state, moves} ->
        case Boardwright.legal_moves(state) do
          [] ->
            {:halt, {state, moves}}

          legal ->
            move = Enum.random(legal)
            {:cont, {Boardwright.play!(state, move), [move | moves]}}
        end
      end)

    nodes =
      for move <- Enum.reverse(moves) do
        clock = Enum.random([nil, :rand.uniform(180_000)])
        %{"move" => move, "clock" => clock, "comments" => Enum.random([[], ["C: sit"]])}
      end

    Record.new!(start, nodes, result: Enum.random(["1-0", "0-1", "1/2-1/2", "*"]))
  end

  test "games of two boards are written and read again" do
    :rand.seed(:exsss, 23)
    count = if System.get_env("BOARDWRIGHT_FULL"), do: 10_000, else: 50
    records = for _ <- 1..count, do: random_game("bughouse")
    again = records |> Enum.map(&Record.pgn!/1) |> Records.stream!() |> Enum.to_list()
    assert length(again) == count

    for {one, other} <- Enum.zip(records, again) do
      assert Boardwright.Game.name(Record.game(other)) == "bughouse"
      assert Record.tree!(other) == Record.tree!(one)
      assert other.result == one.result
    end
  end

  test "columns are what a loop over records finds" do
    :rand.seed(:exsss, 5)
    texts = for game <- ["chess", "crazyhouse", "chess"], do: Record.pgn!(random_game(game))
    source = texts ++ ["1. e4 e4 *\n\n"]
    records = Enum.to_list(Records.stream!(source, on_damage: :skip))

    for threads <- [1, 2] do
      columns =
        Records.columns!(source,
          headers: ["Variant", "White"],
          fens: true,
          boards: true,
          threads: threads,
          on_damage: :skip
        )

      assert Columns.count(columns) == 3
      codes = for <<code::unsigned-native-16 <- columns.moves>>, do: code
      clocks = for <<clock::signed-native-32 <- columns.clocks>>, do: clock
      offsets = for <<offset::unsigned-native-64 <- columns.ply_offsets>>, do: offset
      assert clocks == Enum.flat_map(records, &Enum.map(Record.clocks(&1), fn c -> c || -1 end))
      assert Columns.texts(columns.headers["Variant"]) == ["", "crazyhouse", ""]
      assert byte_size(columns.boards) == 64 * (length(codes) + 3)
      fens = Columns.texts(columns.fens)

      for {record, i} <- Enum.with_index(records) do
        [from, to] = Enum.slice(offsets, i, 2)
        own = Enum.slice(codes, from, to - from)
        game = Record.game(record)
        assert Enum.map(own, &Records.move_text!(&1, game)) == Record.moves!(record)
        assert Enum.at(fens, to + i) == Boardwright.notation(Record.state!(record))
      end

      assert [%Damage{kind: "illegal_move"}] = columns.damages
    end

    assert {:error, %{code: :unsupported}} = Records.move_text(0, "bughouse")
    assert {:error, %{code: :invalid_notation}} = Records.move_text(70_000)
  end
end
