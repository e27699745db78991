defmodule Boardwright.ExternalEngine do
  @moduledoc """
  A program of somebody else that sits at tables, started by its command.

      {:ok, engine} = Boardwright.ExternalEngine.start("chess", ["stockfish"], options: %{"UCI_Elo" => 2000})
      {:ok, table} = Boardwright.Table.new("chess", seats: [black: [bot: engine, movetime: 200]])

  It takes a seat of one table at a time, as a bot of your own does, with 1 s a move where neither a
  time, nor positions, nor a clock is given. A program that breaks down, hangs or says nonsense is
  replaced for that move, and started anew for the next. It ends with `close/1`, and when neither a
  process nor a table refers to it; the end of the process that started it is not its end.
  """

  alias Boardwright.{Error, Game, Native}
  alias Boardwright.ExternalEngine.Carrier

  @enforce_keys [:ref, :name, :game, :protocol]
  defstruct [:ref, :name, :game, :protocol]

  @typedoc """
  A program: the name that it gives itself, or else its command; the game for which it was started;
  the protocol that it speaks. `:ref` is the library's own.
  """
  @type t :: %__MODULE__{
          ref: reference,
          name: String.t(),
          game: Game.t(),
          protocol: String.t()
        }

  @typedoc "A value of a program's option; `nil` for buttons."
  @type value :: String.t() | integer | boolean | nil

  @doc """
  Starts a program for a game: for chess and its variants, for a player of bughouse, for Boost; never
  for one that hides something. Waits until it is ready, at most 30 seconds.

  `command` is the program, or a list of it and its arguments. Options: `:protocol` (`"uci"` where
  left out, `"ubi"` or `"bei"`), and `:options` that are set at the start, by the program's names.
  `unsupported` for a game that the protocol or the program does not play; `invalid_option` for a
  program that does not start or has no such option.
  """
  @spec start(String.t() | Game.t(), String.t() | [String.t()],
          protocol: String.t() | atom,
          options: %{String.t() => value} | [{String.t() | atom, value}]
        ) :: {:ok, t} | {:error, Error.t()}
  def start(game, command, options \\ [])

  def start(%Game{ref: ref} = game, command, options) do
    tag = make_ref()

    with :ok <- Native.program_start(ref, given(command, options), tag),
         do: started(game, tag)
  end

  def start(name, command, options) do
    with {:ok, game} <- Game.new(name), do: start(game, command, options)
  end

  defp started(game, tag) do
    receive do
      {:boardwright_program, ^tag, {:ok, {program, name, protocol}}} ->
        {:ok, %__MODULE__{ref: program, name: name, game: game, protocol: protocol}}

      {:boardwright_program, ^tag, {:error, error}} ->
        {:error, error}
    end
  end

  @doc """
  As `start/3`, with an engine that is reached by a `Boardwright.ExternalEngine.Transport` and its
  argument. It is called `:name` until it says its own.
  """
  @spec connect(String.t() | Game.t(), {module, term},
          name: String.t(),
          protocol: String.t() | atom,
          options: %{String.t() => value} | [{String.t() | atom, value}]
        ) :: {:ok, t} | {:error, Error.t()}
  def connect(game, transport, options \\ [])

  def connect(%Game{ref: ref} = game, {module, argument}, options) do
    {name, options} = Keyword.pop(options, :name, "engine")
    tag = make_ref()
    carrier = Carrier.start(module, argument)

    case Native.program_connect(ref, given(name, options), carrier, tag) do
      :ok ->
        started(game, tag)

      {:error, error} ->
        send(carrier, {:boardwright_wire, nil, :end})
        {:error, error}
    end
  end

  def connect(name, transport, options) do
    with {:ok, game} <- Game.new(name), do: connect(game, transport, options)
  end

  @doc """
  Waits until the engine has said that it is ready, at most 30 seconds; one that thinks about a move is
  not asked, since its limits bound that. An engine that is gone begins anew.
  """
  @spec check(t) :: :ok | {:error, Error.t()}
  def check(%__MODULE__{ref: ref}) do
    tag = make_ref()

    with :wait <- Native.program_check(ref, tag) do
      receive do
        {:boardwright_program, ^tag, answer} -> answer
      end
    end
  end

  # Options that are no list of pairs are left for the library to refuse.
  defp given(command, options) when is_list(options) do
    [{:command, command} | Enum.map(options, &plain/1)]
  end

  defp given(_command, options), do: options

  defp plain({:options, [{_, _} | _] = options}), do: {:options, Map.new(options)}
  defp plain(other), do: other

  @doc "Ends the program; what it is still asked is answered by others."
  @spec close(t) :: :ok
  def close(%__MODULE__{ref: ref}), do: Native.program_close(ref)

  defimpl Inspect do
    def inspect(%{name: name, game: game}, _options) do
      "#Boardwright.ExternalEngine(" <> Boardwright.Game.name(game) <> ", " <> name <> ")"
    end
  end
end
