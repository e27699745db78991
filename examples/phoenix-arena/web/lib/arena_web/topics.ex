defmodule ArenaWeb.Topics do
  @moduledoc "The topics of games by `Phoenix.PubSub`: one a seat, one for spectators, one for all of them."

  @behaviour Arena.Topics

  alias Phoenix.PubSub

  @impl true
  def listen(id, topic), do: PubSub.subscribe(ArenaWeb.PubSub, name(id, topic))

  @impl true
  def ignore(id, topic), do: PubSub.unsubscribe(ArenaWeb.PubSub, name(id, topic))

  @impl true
  def tell(id, topic, message),
    do: PubSub.broadcast(ArenaWeb.PubSub, name(id, topic), {:arena, message})

  defp name(id, :all), do: "game:#{id}"
  defp name(id, topic), do: "game:#{id}:#{topic}"
end
