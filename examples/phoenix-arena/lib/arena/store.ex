defmodule Arena.Store do
  @moduledoc """
  Games in files: of each game its table, as the library saves it, and its seats, hashes of tokens and chat.
  A file is written beside the old one and renamed, so that no crash of this system leaves half of one. What changes
  at a table is appended to its file, a line each.
  """

  @key {__MODULE__, :path}

  @doc "Keeps games in a folder."
  def open(path) do
    File.mkdir_p!(path)
    :persistent_term.put(@key, path)
  end

  @doc "The numbers of all games."
  def ids do
    for file <- File.ls!(:persistent_term.get(@key)),
        String.ends_with?(file, ".game"),
        do: Path.rootname(file)
  end

  @doc "Seats, hashes and chat of a game."
  def game(id) do
    with {:ok, bytes} <- read(id, ".game") do
      # This server's own data, by names that a system which has just started may not know yet.
      {:ok, :erlang.binary_to_term(bytes)}
    end
  rescue
    ArgumentError -> {:error, :damaged}
  end

  @doc "Writes what `game/1` reads."
  def put_game(id, game), do: write(id, ".game", :erlang.term_to_binary(game))

  @doc "The saved table of a game; `:none` before it was stored first."
  def table(id) do
    case read(id, ".table") do
      # A last line without its end is half of a change, which nobody has been told of.
      {:ok, lines} -> {:ok, String.replace(lines, ~r/\n[^\n]++\z/, "\n")}
      {:error, :enoent} -> :none
      {:error, _} = error -> error
    end
  end

  @doc "Writes what `table/1` reads: the whole table, or changes after it."
  def put_table(id, text, :whole), do: write(id, ".table", [text, ?\n])
  def put_table(id, text, :changes), do: File.write!(path(id, ".table"), [text, ?\n], [:append])

  # A number out of an address is no path.
  defp read(id, kind) do
    if is_binary(id) and id =~ ~r/\A[0-9a-f]{20}\z/,
      do: File.read(path(id, kind)),
      else: {:error, :enoent}
  end

  defp write(id, kind, bytes) do
    path = path(id, kind)
    File.write!(path <> ".new", bytes)
    File.rename!(path <> ".new", path)
  end

  defp path(id, kind), do: Path.join(:persistent_term.get(@key), id <> kind)
end
