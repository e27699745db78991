defmodule Arena.Topics do
  @moduledoc """
  The listeners of a game: sockets of a seat, of spectators, and all of them. `config :arena, topics: module`
  names a module of these callbacks, such as one around `Phoenix.PubSub`; without it a registry of this
  node does it.
  """

  @callback listen(id :: String.t(), topic :: String.t() | :all) :: :ok
  @callback ignore(id :: String.t(), topic :: String.t() | :all) :: :ok
  @callback tell(id :: String.t(), topic :: String.t() | :all, message :: term) :: :ok

  @doc "Has the calling process told of a topic: a seat, `\"spectators\"`, or `:all`."
  def listen(id, topic), do: module().listen(id, topic)

  @doc "Takes back `listen/2`."
  def ignore(id, topic), do: module().ignore(id, topic)

  @doc "Sends `{:arena, message}` to who listens."
  def tell(id, topic, message), do: module().tell(id, topic, message)

  defp module, do: Application.get_env(:arena, :topics, Arena.Topics.Local)
end

defmodule Arena.Topics.Local do
  @moduledoc "Topics by a registry, of one node."

  @behaviour Arena.Topics

  @impl true
  def listen(id, topic) do
    {:ok, _} = Registry.register(Arena.Topics, {id, topic}, nil)
    :ok
  end

  @impl true
  def ignore(id, topic), do: Registry.unregister(Arena.Topics, {id, topic})

  @impl true
  def tell(id, topic, message) do
    Registry.dispatch(Arena.Topics, {id, topic}, fn sockets ->
      for {pid, _} <- sockets, do: send(pid, {:arena, message})
    end)
  end
end
