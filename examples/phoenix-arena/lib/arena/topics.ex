defmodule Arena.Topics do
  @moduledoc """
  Who hears of a game: sockets of a seat, of spectators, and all of them. In an application with
  `Phoenix.PubSub` this is the place for it.
  """

  @doc "Has the calling process told of a topic: a seat, `\"spectators\"`, or `:all`."
  def listen(id, topic) do
    {:ok, _} = Registry.register(Arena.Topics, {id, topic}, nil)
    :ok
  end

  @doc "Sends `{:arena, message}` to who listens."
  def tell(id, topic, message) do
    Registry.dispatch(Arena.Topics, {id, topic}, fn sockets ->
      for {pid, _} <- sockets, do: send(pid, {:arena, message})
    end)
  end
end
