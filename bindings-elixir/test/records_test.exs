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

  @epd "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - "

  test "EPD is read and written" do
    line = @epd <> ~S(bm Ng5 O-O; ce -35; id "a; \"b\""; noop; odd x "y z";)
    {:ok, {state, operations}} = Boardwright.parse_epd(line)

    assert operations == %{
             "bm" => ["f3g5", "e1g1"],
             "ce" => -35,
             "id" => ~S(a; "b"),
             "noop" => [],
             "odd" => ["x", ~S("y z")]
           }

    assert Boardwright.notation(state) == @epd <> "0 1"
    assert Boardwright.epd(state, operations) == line
    assert Boardwright.epd(state) == String.trim(@epd)
    game = Boardwright.game(state)
    {again, san} = Boardwright.Game.parse_epd!(game, line, style: :san)
    assert san["bm"] == ["Ng5", "O-O"]
    assert Boardwright.epd(again, san) == line
    assert Boardwright.epd(state, noop: nil, bm: "O-O") == @epd <> "noop; bm O-O;"
    assert Boardwright.epd(state, [{"m", [3]}, {"bm", "O-O"}]) == @epd <> "m 3; bm O-O;"
    drop = "4k3/8/8/8/8/8/8/4K3[N] w - - bm N@f6+;"
    {state, operations} = Boardwright.parse_epd!(drop, game: "crazyhouse")
    assert operations == %{"bm" => ["N@f6"]}
    assert Boardwright.epd(state, operations) == drop
    castling = "4k3/8/8/8/8/8/8/5KR1 w G - bm O-O;"
    assert {:ok, {_, %{"bm" => ["f1g1"]}}} = Boardwright.parse_epd(castling, chess960: true)
  end

  test "errors of EPD name the column" do
    at = String.length(@epd)

    for {rest, column, code} <- [
          {"bm Ng6;", at + 4, :illegal_move},
          {"ce x;", at + 4, :invalid_notation},
          {"bm Ng5", at + 7, :invalid_notation}
        ] do
      assert {:error, %{code: ^code, message: message}} = Boardwright.parse_epd(@epd <> rest)
      assert message =~ "EPD, column #{column}: "
    end

    state = Boardwright.start!("chess")

    for {operations, code} <- [
          {%{bm: "Ke3"}, :illegal_move},
          {%{ce: "x"}, :invalid_option},
          {[bm: "Nf3", bm: "Nc3"], :invalid_option},
          {5, :invalid_option},
          {[5], :invalid_option}
        ] do
      error = assert_raise Boardwright.Error, fn -> Boardwright.epd(state, operations) end
      assert error.code == code
    end

    assert {:error, %{code: :unsupported}} = Boardwright.parse_epd(@epd, style: "long")
    assert {:error, %{code: :unknown_game}} = Boardwright.parse_epd(@epd, game: "chesss")

    for cut <- 0..(at + 6) do
      case Boardwright.parse_epd(String.slice(@epd <> "bm Ng5;", 0, cut)) do
        {:ok, _} -> :ok
        {:error, error} -> assert error.code in [:invalid_notation, :illegal_move]
      end
    end

    for garbage <- [nil, 5, :bm, [], <<255>>] do
      assert {:error, %Boardwright.Error{}} = Boardwright.parse_epd(garbage)
    end

    for name <- ["boost", "blind", "bughouse"] do
      state = Boardwright.start!(name)
      error = assert_raise Boardwright.Error, fn -> Boardwright.epd(state) end
      assert error.code == :unsupported
    end
  end

  test "states and tables are written with tags" do
    state = Boardwright.play!(Boardwright.start!("chess"), "e2e4")
    text = Boardwright.pgn(state, %{"White" => "Ann"})
    assert text =~ ~s([White "Ann"])
    assert String.ends_with?(Boardwright.pgn(state, White: "Ann"), "1. e4 *\n\n")
    assert_raise Boardwright.Error, fn -> Boardwright.pgn(state, Round: 2) end
    {:ok, table} = Boardwright.Table.new("chess", clock: [base: 60_000])
    {:ok, _} = Boardwright.Table.tick(table, 0)
    {:ok, _} = Boardwright.Table.commit(table, "white", "e2e4", now: 500)
    {:ok, text} = Boardwright.Table.pgn(table, White: "Ann", Black: "Ben")
    [record] = Enum.to_list(Records.stream!({:bytes, text}))
    assert %{"White" => "Ann", "Black" => "Ben"} = record.tags
    assert Record.clocks(record) == [59_500]
    {:ok, hidden} = Boardwright.Table.new("blind")
    assert {:error, %{code: :hidden_information}} = Boardwright.Table.pgn(hidden)
  end

  test "columns of an enumerable are read as it comes, and progress is told" do
    words = String.duplicate("words ", 600)
    game = "[White \"Ann\"]\n\n1. e4 {[%clk 0:03:00]} e5 {#{words}} 1-0\n\n"
    part = String.duplicate(game, 100)
    size = byte_size(part)
    given = :counters.new(1, [])

    parts =
      Stream.repeatedly(fn ->
        :counters.add(given, 1, 1)
        part
      end)

    test = self()
    tell = &send(test, {:told, &1, :counters.get(given, 1)})
    {:ok, columns} = Records.columns(Enum.to_list(Stream.take(parts, 40)))
    :counters.put(given, 1, 0)
    assert {:ok, ^columns} = Records.columns(Stream.take(parts, 40), progress: tell)
    assert Columns.count(columns) == 4_000
    # The first parts were worked before the last were asked for.
    assert_received {:told, first, asked}
    assert asked < 40 and first < 40 * size
    assert_received {:told, last, 40} when last == 40 * size

    text = String.duplicate(part, 40)
    {:ok, whole} = Records.columns({:bytes, text}, progress: test)
    assert whole.moves == columns.moves
    assert_received {:boardwright_progress, bytes} when bytes > 0 and bytes <= 40 * size
    assert {:ok, _} = Records.columns({:bytes, text})
    refute_received {:boardwright, _, _}

    :counters.put(given, 1, 0)
    damaged = Stream.concat(["1. e4 e6 2. Qxe8 0-1\n\n"], parts)
    assert {:error, %{code: :invalid_notation}} = Records.columns(damaged)
    assert :counters.get(given, 1) < 100
    assert {:error, %{code: :invalid_option}} = Records.columns([], progress: 5)
    assert {:ok, none} = Records.columns(["", ""])
    assert Columns.count(none) == 0
  end
end
