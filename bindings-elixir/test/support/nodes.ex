defmodule Boardwright.Nodes do
  @moduledoc "Two nodes of their own, and what a test has them do."

  alias Boardwright.{Bot, Table, TableServer}

  @doc "Starts a node that this one is not connected with; calls go through its standard input."
  def start do
    {:ok, peer, node} =
      :peer.start_link(%{
        name: :peer.random_name(),
        host: '127.0.0.1',
        longnames: true,
        connection: :standard_io,
        args: ['-setcookie', 'boardwright', '-pa' | :code.get_path()]
      })

    {:ok, _} = :peer.call(peer, :application, :ensure_all_started, [:elixir], 60_000)
    {peer, node}
  end

  @doc "Calls a function of this module on a node."
  def on({peer, _node}, name, arguments),
    do: :peer.call(peer, __MODULE__, name, arguments, 60_000)

  @doc "The knowledge of a seat."
  def observation, do: Boardwright.observe(Boardwright.start!("chess"), 0)

  @doc "Handles of another node, each with what is asked of it."
  def handles(node) do
    make = fn module, name, arguments -> :erpc.call(node, module, name, arguments) end
    state = make.(Boardwright, :start!, ["chess", []])
    {:ok, table} = make.(Table, :new, ["chess", []])
    bot = make.(Bot, :new!, ["random", [game: "chess"]])
    {:ok, game} = make.(Boardwright.Game, :new, ["chess", []])
    seen = make.(__MODULE__, :observation, [])
    own = Boardwright.start!("chess")

    asked = [
      fn -> Boardwright.legal_moves(state) end,
      fn -> Boardwright.play(state, "e2e4") end,
      fn -> Boardwright.save(state) end,
      fn -> Boardwright.equal?(own, state) end,
      fn -> Boardwright.legal_moves_many([own, state]) end,
      fn -> to_string(state) end,
      fn -> Table.view(table, 0) end,
      fn -> Table.listen(table) end,
      fn -> Table.new(state) end,
      fn -> Bot.decide(bot, own) end,
      fn -> Bot.decide(Bot.new!("random", game: "chess"), state) end,
      fn -> Boardwright.Game.name(game) end,
      fn -> Boardwright.Observation.candidates(seen) end
    ]

    shown = for handle <- [state, table, bot, game, seen], do: inspect(handle)
    {Enum.map(asked, &error/1), shown}
  end

  defp error(ask) do
    case ask.() do
      {:error, error} -> {error.code, error.message}
      other -> {:answered, other}
    end
  rescue
    error in Boardwright.Error -> {error.code, error.message}
    other -> {:raised, other}
  end

  @doc "Plays moves at a table that is kept in a file, from where that was; returns what white was told."
  def play(path, moves) do
    options = [
      game: "chess",
      persist: &File.write!(path, &1),
      load: fn -> with({:error, :enoent} <- File.read(path), do: :none) end
    ]

    {:ok, server} = TableServer.start_link(options)
    {:ok, %{"ply" => ply}} = TableServer.call(server, "view", seat: 0)

    for {move, index} <- Enum.with_index(moves, ply) do
      {:ok, _} = TableServer.seat_call(server, rem(index, 2), "commit", %{"move" => move})
    end

    {:ok, %{"events" => events}} = TableServer.call(server, "events", seat: 0)
    :ok = GenServer.stop(server)
    events
  end
end
