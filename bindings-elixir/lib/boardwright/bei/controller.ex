defmodule Boardwright.BEI.Controller do
  @moduledoc """
  BEI, the interface of Boost engines, from the controller's side, in this system.

  A process around an engine that tells its owner, the process that started it,

    * `{:boardwright_bei, controller, {:property, name, value}}`: what the engine says of itself
      (`"protocol"`, `"name"`, `"author"`, `"version"`, `"beiok"`), of a game (`"known"`,
      `"unknown"`) and to people (`"log"`)
    * `{:boardwright_bei, controller, {:move, %Boardwright.BEI.Move{}}}`: what it came to

  It is linked to who starts it and watches its owner, and ends with either; its search ends with it.

      iex> alias Boardwright.BEI.Controller
      iex> {:ok, controller} = Controller.start_link(identifier: "boost-7-7-2-8-2")
      iex> :ok = Controller.set_depth(controller, 2)
      iex> :ok = Controller.go(controller)
      iex> receive do
      ...>   {:boardwright_bei, ^controller, {:move, %{move: move}}} -> String.length(move)
      ...> end
      4
  """

  use GenServer, restart: :temporary

  alias Boardwright.BEI.Move
  alias Boardwright.{Engine, Error, Game}

  @standard "boost-9-9-2-8-2"

  @type answer :: :ok | {:error, Error.t()}

  @doc """
  Starts one. `:identifier` is the game, the standard one if not given; `:owner` gets the messages,
  the calling process if not given; `:name` is as in `GenServer.start_link/3`.
  """
  @spec start_link(identifier: String.t(), owner: pid, name: GenServer.name()) ::
          GenServer.on_start()
  def start_link(options \\ []) do
    {server, options} = Keyword.split(options, [:name])
    options = Keyword.validate!(options, identifier: @standard, owner: self())
    GenServer.start_link(__MODULE__, options, server)
  end

  @doc """
  Begins a game, at its first position; the engine says `"known"` or `"unknown"`. What is unknown
  leaves the game that is played as it was.
  """
  @spec new_game(GenServer.server(), String.t()) :: answer
  def new_game(controller, identifier) when is_binary(identifier),
    do: GenServer.call(controller, {:new_game, identifier})

  @doc "Plays as an opponent of a strength from 100 to 2500; beyond that counts as that."
  @spec set_strength(GenServer.server(), integer) :: answer
  def set_strength(controller, strength) when is_integer(strength),
    do: GenServer.call(controller, {:send, "setoption strength #{strength}"})

  @doc "Evaluates with another weight, by the names that the bots of the game have as options."
  @spec set_weight(GenServer.server(), String.t(), integer) :: answer
  def set_weight(controller, name, value) when is_binary(name) and is_integer(value) do
    if name =~ ~r/^\S+$/,
      do: GenServer.call(controller, {:send, "setoption #{name} #{value}"}),
      else: error(:invalid_option, "name: takes a word without spaces")
  end

  @doc "Looks so many plies ahead, from 1 to 100, in place of a strength."
  @spec set_depth(GenServer.server(), integer) :: answer
  def set_depth(controller, depth) when is_integer(depth),
    do: GenServer.call(controller, {:send, "setoption depth #{depth}"})

  @doc """
  Thinks about a position; those of `taboo` were on the board and must not come again. A text that is
  no position of the game is an `:invalid_notation`.
  """
  @spec set_line(GenServer.server(), String.t(), [String.t()]) :: answer
  def set_line(controller, position, taboo \\ [])
      when is_binary(position) and is_list(taboo),
      do: GenServer.call(controller, {:set_line, position, taboo})

  @doc "Thinks in the opponents' time, for the turn that comes after so many others."
  @spec ponder(GenServer.server(), non_neg_integer) :: answer
  def ponder(controller, turns) when is_integer(turns) and turns >= 0,
    do: GenServer.call(controller, {:think, "ponder #{turns}"})

  @doc "Thinks; a message tells what comes of it."
  @spec go(GenServer.server()) :: answer
  def go(controller), do: GenServer.call(controller, {:think, "go"})

  @doc "Ends what is thought; with `want_move: false` its move is discarded."
  @spec stop(GenServer.server(), want_move: boolean) :: answer
  def stop(controller, options \\ []) do
    [want_move: wanted] = Keyword.validate!(options, want_move: true)
    GenServer.call(controller, {:stop, wanted})
  end

  @doc "Ends it, without another word."
  @spec close(GenServer.server()) :: :ok
  def close(controller), do: GenServer.stop(controller)

  @impl true
  def init(options) do
    owner = options[:owner]
    {:ok, engine} = Engine.start("bei")
    :ok = Engine.send(engine, "bei")
    # Every go has one move, in order; the queue says which are wanted.
    state = %{owner: owner, watch: Process.monitor(owner), engine: engine, game: nil, gos: []}
    {:reply, _, state} = handle_call({:new_game, options[:identifier]}, nil, state)
    {:ok, state}
  end

  @impl true
  def handle_call({:new_game, identifier}, _from, state) do
    game =
      case Game.new("boost", identifier: identifier) do
        {:ok, game} -> game
        {:error, _} -> state.game
      end

    case one_word(identifier) do
      :ok -> {:reply, tell(state, "newgame #{identifier}"), %{state | game: game}}
      error -> {:reply, error, state}
    end
  end

  def handle_call({:send, line}, _from, state), do: {:reply, tell(state, line), state}

  def handle_call({:stop, wanted}, _from, state) do
    gos = if wanted, do: state.gos, else: Enum.map(state.gos, fn _ -> false end)
    {:reply, tell(state, "stop"), %{state | gos: gos}}
  end

  def handle_call(_, _from, %{game: nil} = state),
    do: {:reply, error(:invalid_option, "there is no game yet: new_game begins one"), state}

  def handle_call({:set_line, position, taboo}, _from, state) do
    # The engine would say the same, but in a log.
    answer =
      with {:ok, _} <- Game.parse(state.game, position, history: taboo),
           do: tell(state, Enum.join(["setline", position | taboo], " "))

    {:reply, answer, state}
  end

  def handle_call({:think, "go"}, _from, state),
    do: {:reply, tell(state, "go"), %{state | gos: state.gos ++ [true]}}

  def handle_call({:think, line}, _from, state), do: {:reply, tell(state, line), state}

  @impl true
  def handle_info({:boardwright_engine, ref, line}, %{engine: %{ref: ref}} = state),
    do: {:noreply, heard(String.split(line, " ", parts: 2), state)}

  def handle_info({:DOWN, watch, :process, _, _}, %{watch: watch} = state),
    do: {:stop, :normal, state}

  def handle_info(_, state), do: {:noreply, state}

  defp heard(["move", rest], %{gos: [wanted | gos]} = state) do
    if wanted do
      [score, move | equals] = String.split(rest)
      move = %Move{score: String.to_integer(score), move: move, equals: equals}
      send(state.owner, {:boardwright_bei, self(), {:move, move}})
    end

    %{state | gos: gos}
  end

  defp heard(["id", rest], state), do: heard(String.split(rest, " ", parts: 2), state)

  defp heard([name | rest], state) do
    send(state.owner, {:boardwright_bei, self(), {:property, name, Enum.join(rest)}})
    state
  end

  defp tell(state, line), do: Engine.send(state.engine, line)

  defp one_word(text) do
    if String.split(text) == [text],
      do: :ok,
      else: error(:invalid_option, "identifier: takes a word without spaces")
  end

  defp error(code, message), do: {:error, Error.exception(code: code, message: message)}
end
