defmodule Boardwright.Native do
  @moduledoc false
  # Stubs of what the native library has; nothing else belongs here.

  @on_load :load

  def load do
    :erlang.load_nif(:filename.join(:code.priv_dir(:boardwright), 'native/boardwright_nif'), 0)
  end

  def games, do: missing()
  def version, do: missing()
  def error_codes, do: missing()
  def configure(_options), do: missing()

  def start(_game, _options), do: missing()
  def parse(_game, _text, _options), do: missing()
  def parse_dirty(_game, _text, _options), do: missing()
  def load(_text), do: missing()
  def load_dirty(_text), do: missing()

  def game_new(_name, _options), do: missing()
  def game_name(_game), do: missing()
  def game_options(_game), do: missing()
  def game_seats(_game), do: missing()
  def game_hidden(_game), do: missing()
  def game_start(_game), do: missing()
  def game_parse(_game, _text, _options), do: missing()
  def game_parse_dirty(_game, _text, _options), do: missing()
  def game_action_count(_game), do: missing()
  def game_action_text(_game, _id), do: missing()
  def game_same(_game, _other), do: missing()

  def game(_state), do: missing()
  def hidden(_state), do: missing()
  def notation(_state), do: missing()
  def inspect(_state), do: missing()
  def key(_state), do: missing()
  def ply(_state), do: missing()
  def live(_state), do: missing()
  def to_move(_state), do: missing()
  def outcome(_state), do: missing()
  def legal_moves(_state, _options), do: missing()
  def legal_moves_many(_states, _options), do: missing()
  def legal_moves_many_dirty(_states, _options), do: missing()
  def legal_ids(_state, _options), do: missing()
  def count_legal(_state, _options), do: missing()
  def play(_state, _move, _options), do: missing()
  def play_many(_state, _moves, _options), do: missing()
  def play_many_dirty(_state, _moves, _options), do: missing()
  def move_text(_state, _move, _options), do: missing()
  def action_id(_state, _move, _options), do: missing()
  def report(_state, _move, _options), do: missing()
  def describe(_state, _options), do: missing()
  def draw(_state), do: missing()
  def edit(_state, _changes), do: missing()
  def observe(_state, _seat), do: missing()
  def save(_state), do: missing()
  def save_dirty(_state), do: missing()
  def same(_state, _other), do: missing()
  def hash(_state), do: missing()

  def observation_game(_observation), do: missing()
  def observation_seat(_observation), do: missing()
  def observation_inspect(_observation), do: missing()
  def observation_text(_observation), do: missing()
  def observation_key(_observation), do: missing()
  def observation_may_act(_observation), do: missing()
  def observation_outcome(_observation), do: missing()
  def observation_candidates(_observation), do: missing()
  def observation_candidate_ids(_observation), do: missing()
  def observation_describe(_observation), do: missing()
  def observation_draw(_observation), do: missing()
  def observation_same(_observation, _other), do: missing()
  def observation_hash(_observation), do: missing()

  def bot_new(_name, _options), do: missing()
  def bot_name(_bot), do: missing()
  def bot_game(_bot), do: missing()
  def decide(_bot, _subject, _options, _tag), do: missing()

  def perft(_state, _depth, _options, _tag), do: missing()
  def divide(_state, _depth, _options, _tag), do: missing()
  def playouts(_state, _games, _options, _tag), do: missing()
  def cancel(_job), do: missing()

  defp missing, do: :erlang.nif_error(:native_library_not_loaded)
end
