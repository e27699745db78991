defmodule Boardwright.Seats do
  @moduledoc false
  # Bots of the host's own among what a call is given: to the library they are `"own"`, and the
  # table is told afterwards who answers for their seats. Whatever else is given is left for the
  # library to refuse.

  alias Boardwright.{Bot, ExternalEngine, Native}

  @type bot :: (Boardwright.Question.t() -> term) | pid | ExternalEngine.t()

  defguardp is_own(bot)
            when is_function(bot, 1) or (is_pid(bot) and node(bot) == node()) or
                   is_struct(bot, ExternalEngine)

  @doc "True for the calls that seat somebody."
  defguard seating(call) when call in ["take_over", :take_over, "fill", :fill]

  @doc "The options of a new table, and the seats whose bots are the host's own."
  @spec of_options(term) :: {term, [{Boardwright.seat(), bot}]}
  def of_options(options) do
    each(options, [], fn
      key, seats, bots when key in [:seats, "seats"] ->
        each(seats, bots, &seat/3)

      key, bot, bots when key in [:on_abandoned, "on_abandoned"] ->
        # One of the host's own is refused by the library.
        {told, _} = seat(nil, bot, [])
        {told, bots}

      _key, value, bots ->
        {value, bots}
    end)
  end

  @doc "The arguments of a call that seats somebody, and the seat if it is a bot of the host's own."
  @spec of_arguments(term) :: {term, [{Boardwright.seat(), bot}]}
  def of_arguments(args) do
    {args, {seat, bots}} =
      each(args, {nil, []}, fn
        key, seat, {_, bots} when key in [:seat, "seat"] ->
          {seat, {seat, bots}}

        key, occupant, {seat, bots} when key in [:occupant, "occupant"] ->
          {occupant, bots} = seat(nil, occupant, bots)
          {occupant, {seat, bots}}

        _key, value, found ->
          {value, found}
      end)

    {args, for({_, bot} <- bots, do: {seat, bot})}
  end

  # A bot that was made of one is that one; one of the library is told by plain values.
  defp seat(seat, %Bot{own: bot}, bots) when is_own(bot), do: seat(seat, bot, bots)
  defp seat(_seat, %Bot{} = bot, bots), do: {%{bot: Native.bot_described(bot.ref)}, bots}
  defp seat(seat, bot, bots) when is_own(bot), do: {%{bot: "own"}, [{seat, bot} | bots]}

  defp seat(seat, occupant, bots) do
    each(occupant, bots, fn
      key, %Bot{own: bot}, bots when key in [:bot, "bot"] and is_own(bot) ->
        {"own", [{seat, bot} | bots]}

      key, %Bot{} = bot, bots when key in [:bot, "bot"] ->
        {Native.bot_described(bot.ref), bots}

      key, bot, bots when key in [:bot, "bot"] and is_own(bot) ->
        {"own", [{seat, bot} | bots]}

      _key, value, bots ->
        {value, bots}
    end)
  end

  @doc """
  A player of a tournament as the library is told of it, and those who answer for players of the
  host's own, the last one first.
  """
  @spec of_player(term, [bot]) :: {term, [bot]}
  def of_player(player, bots) do
    case seat(nil, player, []) do
      # A program is given by its command; the library refuses its handle.
      {told, [{nil, bot}]} when not is_struct(bot, ExternalEngine) ->
        rest = for {key, value} <- told, key not in [:bot, "bot"], do: {to_string(key), value}
        {Map.merge(%{"name" => "own", "own" => length(bots)}, Map.new(rest)), [bot | bots]}

      {told, []} ->
        {told, bots}

      _ ->
        {player, bots}
    end
  end

  # Maps the values of a map or a list of pairs.
  defp each(%{} = map, found, change) do
    {pairs, found} = each(Map.to_list(map), found, change)
    {Map.new(pairs), found}
  end

  defp each([{key, value} | rest], found, change) do
    {value, found} = change.(key, value, found)
    {rest, found} = each(rest, found, change)
    {[{key, value} | rest], found}
  end

  defp each([other | rest], found, change) do
    {rest, found} = each(rest, found, change)
    {[other | rest], found}
  end

  defp each(other, found, _change), do: {other, found}
end
