defmodule Boardwright.Records do
  @moduledoc """
  Records of games: a stream of one after the other, and many as columns.

      iex> text = "1. e4 e5 1-0\\n\\n1. d4 *\\n"
      iex> games = Boardwright.Records.stream!({:bytes, text})
      iex> Enum.map(games, &Boardwright.Record.moves!(&1, "san"))
      [["e4", "e5"], ["d4"]]
      iex> {:ok, columns} = Boardwright.Records.columns({:bytes, text})
      iex> for <<code::unsigned-native-16 <- columns.moves>>, do: Boardwright.Records.move_text!(code)
      ["e2e4", "e7e5", "d2d4"]
  """

  alias Boardwright.{Damage, Error, Game, Native, Record}

  # Games that one call reads.
  @batch 64

  @typedoc """
  A path, bytes, or an enumerable of texts: lines with their ends, or chunks. What is packed with
  gzip or zstd is unpacked.
  """
  @type source :: String.t() | {:bytes, binary} | Enumerable.t()

  @typedoc """
    * `:game`, `:options` - the game with its options; by default the one that the tag `Variant`
      names
    * `:on_damage` - `:raise`, `:skip`, or `:yield` to have a `Boardwright.Damage` among the
      records
    * `:variations`, `:comments` - `false` to leave them out
    * `:play_on` - reads games on that have ended by counters
    * `:lenient_fen` - repairs FEN
    * `:null_moves` - `:damage`, or `:end_line` to cut lines there
    * `:require_result`, `:bare_clocks` - as in the core
  """
  @type option ::
          {:game, String.t() | nil}
          | {:options, Boardwright.game_options()}
          | {:on_damage, :raise | :skip | :yield}
          | {:variations, boolean}
          | {:comments, boolean}
          | {:play_on, boolean}
          | {:lenient_fen, boolean}
          | {:null_moves, :damage | :end_line}
          | {:require_result, boolean}
          | {:bare_clocks, boolean}

  @typedoc """
  As `t:option/0` without `:variations`, `:comments` and `:yield`, and

    * `:headers` - the names of the tags that are kept
    * `:clocks` (`true` by default), `:evals`, `:boards`, `:fens`, `:starts` - the columns that are
      filled
    * `:threads` - 1 by default
    * `:deadline` - milliseconds from the call
    * `:progress` - a function that is called by the calling process with the number of unpacked
      bytes that were read, or a pid that gets `{:boardwright_progress, bytes}`
  """
  @type column_option :: {atom, term}

  @doc """
  The games of a source, one after the other in constant memory, as a stream of
  `t:Boardwright.Record.t/0`. Every run of the stream reads the source from its beginning.
  """
  @spec stream!(source, [option]) :: Enumerable.t()
  def stream!(source, options \\ []) do
    Stream.resource(
      fn -> open(source, options) end,
      &next/1,
      fn state -> close(state) end
    )
  end

  defp open(path, options) when is_binary(path), do: {reader(:file, path, options), nil}
  defp open({:bytes, bytes}, options), do: {reader(:bytes, bytes, options), nil}

  defp open(parts, options) do
    step = &Enumerable.reduce(parts, &1, fn part, _ -> {:suspend, part} end)
    {reader(:fed, nil, options), step}
  end

  defp reader(way, source, options), do: bang(Native.reader_new(way, source, options))

  defp next({:ended, reader, step}), do: {:halt, {reader, step}}
  defp next({:failed, error, _reader, _step}), do: raise(error)

  defp next({reader, step}) do
    {:ok, found, more} = Native.reader_next(reader, @batch)
    # The games read before an error are given before it is raised.
    {items, failed} = Enum.split_while(found, &(elem(&1, 0) != :error))
    items = Enum.map(items, &item/1)

    case {failed, more} do
      {[{:error, error}], _} -> {items, {:failed, error, reader, step}}
      {[], :more} -> {items, {reader, step}}
      {[], :end} -> {items, {:ended, reader, step}}
      {[], :hungry} -> {items, {reader, feed(reader, step)}}
    end
  end

  defp item({:record, _, _, _, _} = record), do: Record.made(record)
  defp item({:damage, _, _, _} = damage), do: Damage.made(damage)

  # No bytes are the end, so that an empty part is passed over.
  defp feed(reader, step) do
    case step.({:cont, nil}) do
      {:suspended, "", rest} ->
        feed(reader, rest)

      {:suspended, part, rest} ->
        {:ok, _} = fed(reader, part)
        rest

      {done, _} when done in [:done, :halted] ->
        {:ok, _} = fed(reader, "")
        nil
    end
  end

  defp fed(reader, part), do: {:ok, bang(Native.reader_feed(reader, part))}

  defp close({:ended, reader, step}), do: close({reader, step})
  defp close({:failed, _error, reader, step}), do: close({reader, step})
  defp close({_reader, nil}), do: :ok
  defp close({_reader, step}), do: step.({:halt, nil})

  @doc """
  Reads the main lines of all games of a source into flat arrays, which are binaries of numbers
  in the order of the machine: `for <<code::unsigned-native-16 <- columns.moves>>, do: code`.

  What an enumerable gives is read part by part and never held whole. Games must be played on one chess board. A damaged game
  is an error, or with `on_damage: :skip` it is left out and stands in the damages.
  """
  @spec columns(source, [column_option]) ::
          {:ok, Boardwright.Columns.t()} | {:error, Error.t()}
  def columns(source, options \\ []) do
    {progress, options} = Enum.split_with(options, &match?({:progress, _}, &1))
    names = Enum.map(options[:headers] || [], &to_string/1)

    with {:ok, tell} <- teller(progress[:progress]),
         {:ok, arrays} <- arrays(source, options, tell) do
      {:ok, Boardwright.Columns.made(arrays, names)}
    end
  end

  defp teller(nil), do: {:ok, nil}
  defp teller(tell) when is_function(tell, 1), do: {:ok, tell}
  defp teller(pid) when is_pid(pid), do: {:ok, &send(pid, {:boardwright_progress, &1})}

  defp teller(_other) do
    message = "progress: takes a pid or a function of one argument"
    {:error, %Error{code: :invalid_option, message: message}}
  end

  defp arrays(path, options, tell) when is_binary(path), do: started(:file, path, options, tell)
  defp arrays({:bytes, bytes}, options, tell), do: started(:bytes, bytes, options, tell)

  defp arrays(parts, options, tell) do
    with {:ok, feed} <- Native.columns_feed(options) do
      parts
      # No bytes are the end, so that an empty part is passed over.
      |> Stream.reject(&(&1 == ""))
      |> Stream.concat([""])
      |> Enum.reduce_while({:more, 0}, fn part, {:more, last} ->
        case Native.columns_fed(feed, part) do
          {:ok, {read, arrays}} ->
            if tell && read != last, do: tell.(read)
            if arrays, do: {:halt, {:ok, arrays}}, else: {:cont, {:more, read}}

          {:error, error} ->
            {:halt, {:error, error}}
        end
      end)
    end
  end

  defp started(way, source, options, tell) do
    tag = make_ref()

    with {:ok, {_job, slot}} <- Native.columns_start(way, source, options, tag, tell != nil),
         {:ok, _} <- ended(tag, tell),
         do: Native.columns_take(slot)
  end

  defp ended(tag, tell) do
    receive do
      {:boardwright, ^tag, {:progress, bytes}} ->
        tell.(bytes)
        ended(tag, tell)

      {:boardwright, ^tag, result} ->
        result
    end
  end

  @doc "As `columns/2`, but raises."
  @spec columns!(source, [column_option]) :: Boardwright.Columns.t()
  def columns!(source, options \\ []), do: bang(columns(source, options))

  @doc "The canonical text of a code of the column of moves, of chess if no game is given."
  @spec move_text(0..65_535, Game.t() | String.t()) :: {:ok, String.t()} | {:error, Error.t()}
  def move_text(code, game \\ "chess")
  def move_text(code, %Game{ref: ref}), do: Native.column_move_text(ref, code)

  def move_text(code, name) do
    with {:ok, game} <- Game.new(name), do: move_text(code, game)
  end

  @doc "As `move_text/2`, but raises."
  @spec move_text!(0..65_535, Game.t() | String.t()) :: String.t()
  def move_text!(code, game \\ "chess"), do: bang(move_text(code, game))

  defp bang({:ok, value}), do: value
  defp bang({:error, error}), do: raise(error)
end
