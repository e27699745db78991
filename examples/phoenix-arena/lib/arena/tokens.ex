defmodule Arena.Tokens do
  @moduledoc """
  Numbers of games, tokens of seats and codes of invitations: 128 random bits each behind the number of the
  game. What is kept is their hash.
  """

  alias Arena.Errors

  @doc "The number of a new game; later ones sort after it."
  def id do
    Base.encode16(<<System.os_time(:microsecond)::64>> <> :crypto.strong_rand_bytes(2),
      case: :lower
    )
  end

  @doc "A new token for a game, and its hash."
  def new(id) do
    token = id <> "." <> Base.url_encode64(:crypto.strong_rand_bytes(16), padding: false)
    {token, hash(token)}
  end

  @doc "The hash of a token."
  def hash(token), do: :crypto.hash(:sha256, token)

  @doc "True if a token has this hash, in a time that says nothing of it."
  def right?(token, hash) when is_binary(token) and is_binary(hash),
    do: :crypto.hash_equals(hash(token), hash)

  def right?(_token, _hash), do: false

  @doc "The number of the game that a token is for."
  def game(<<id::binary-size(20), ".", secret::binary-size(22)>>) do
    if id =~ ~r/\A[0-9a-f]{20}\z/ and secret =~ ~r/\A[\w-]{22}\z/, do: {:ok, id}, else: bad()
  end

  def game(_token), do: bad()

  @doc "The error of a token that is none."
  def bad, do: Errors.refuse("bad_token", "no seat has this token")
end
