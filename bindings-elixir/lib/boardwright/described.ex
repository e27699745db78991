defmodule Boardwright.Described do
  @moduledoc """
  The types of states, observations, events and answers of a table, by the library's own declarations.

  Keys are strings, which a typespec cannot name: the fields stand in the documentation of each
  type. Made by `cargo run -p xtask -- reference`; not to be edited by hand.
  """

  @typedoc """
  The answer to `undo` and `propose_edit`.

  - `"since"` (integer): The number from which on the seat's events are new.
  - `"done"` (boolean): True if all have agreed, so that it is done.
  """
  @type agreed_answer :: %{String.t() => Boardwright.data()}

  @typedoc """
  An attack that can be made.

  - `"move"` (string): The move that makes it.
  - `"attacker"` (string): The hex that the attacker starts from.
  - `"defender"` (string): The hex of the defender.
  - `"attack"` (`t:combat_side/0`): The weight of the attacker.
  - `"defence"` (`t:combat_side/0`): The weight of the defender.
  - `"outcome"` (string): `push` or `blocked`.
  - `"stop"` (string or nil): `defence` where that is not less than the attack, else `shield`, `ally` or `throne`, by which the line is held; null for a push.
  """
  @type attack :: %{String.t() => Boardwright.data()}

  @typedoc """
  The position that no seat sees where anything is hidden.

  - `"turn"` (string): The side to move, `white` or `black`.
  - `"fullmove"` (integer): The number of the move, from 1.
  - `"halfmove"` (integer): Plies since a pawn moved or something was taken.
  - `"pieces"` (a map of names to string): The pieces by square, as FEN has them: capitals are White's.
  - `"castling_rooks"` (a map of white and black to list of string): The squares of the rooks that may still castle.
  - `"en_passant"` (string or nil): The square behind a pawn that may be taken in passing; null without one.
  - `"check"` (boolean, or absent): True if the side to move is in check.
  - `"checkers"` (list of string, or absent): The squares of the pieces that give it.
  - `"rules"` (string): The name of the rule set.
  - `"touched"` (string or nil): The square of the piece that is taken up; null for none.
  - `"must_try_pawn"` (boolean): True if a capture by a pawn must be tried.
  - `"asked"` (boolean or nil): The answer to "any?" in this turn; null if it was not asked.
  - `"tried"` (list of string): The attempts that were refused in this turn.
  - `"refused"` (integer): The number of attempts that were refused in this turn.
  - `"sensed"` (boolean): True if a look was taken in this turn, where that comes before the move.
  - `"pockets"` (a map of white and black to a map of names to integer, or absent): (With drops.) The pieces in hand, by letter.
  - `"promoted"` (list of string, or absent): (With drops.) The squares of promoted pieces, which count as pawns when they are taken.
  - `"claimable_draw"` (string or nil, or absent): (Without.) The draw that the side to move may claim, as the reason it would have.
  """
  @type blind_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  Something that the moderator says, or that a seat has attempted. `name` is the stable name, which tells apart what is of one kind.

  - `"kind"` is `"attempt"`: An attempt of the seat that is told.
    - `"attempt"` (string): The attempt.
  - `"kind"` is `"moved"`: A side has moved.
    - `"name"` (string): `white_moved` or `black_moved`.
    - `"seat"` (string): The side.
    - `"move"` (string or nil, or absent): The move, as it was attempted; absent where anything is hidden.
  - `"kind"` is `"rejected"`: An attempt was refused.
    - `"name"` (string): The reason: `illegal_move`, `nonsense`, `already_tried`, `wont_help`, `no_such_piece` or `no_legal_moves`.
  - `"kind"` is `"capture"`: A piece was taken.
    - `"name"` (string): `capture`.
    - `"square"` (string): The square; of a capture in passing that is named, the one where the pawn lands.
    - `"victim"` (string): The piece that was taken: `hidden`, `pawn`, `piece` for any other, or the name of the piece.
    - `"by"` (string): The piece that took it, as `victim`.
    - `"en_passant"` (boolean): True if it is named as a capture in passing.
  - `"kind"` is `"check"`: The side to move is in check.
    - `"name"` (string): `check`.
    - `"directions"` (list of string): Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`.
  - `"kind"` is `"pawn_tries"`: The captures that the pawns of the side to move could make are told.
    - `"name"` (string): `pawn_tries`.
    - `"count"` (integer, or absent): (Their number is told.) The number.
    - `"any"` (boolean, or absent): (No more is told than that there are any, or none.) True if there are any.
    - `"squares"` (list of string, or absent): (The pawns are told.) The squares of the pawns.
  - `"kind"` is `"any_answer"`: The question "any?" is answered.
    - `"name"` (string): `any_yes` or `any_no`.
    - `"any"` (boolean): True if a pawn can take something.
  - `"kind"` is `"must_try_pawn"`: A pawn has to take something.
    - `"name"` (string): `must_try_pawn`.
  - `"kind"` is `"released"`: A pawn need not take anything any longer.
    - `"name"` (string): `released`.
  - `"kind"` is `"promoted"`: A pawn was promoted.
    - `"name"` (string): `promoted`.
  - `"kind"` is `"dropped"`: A piece was dropped.
    - `"name"` (string): `dropped`.
    - `"piece"` (string): The name of the piece.
  - `"kind"` is `"rebuffs"`: Attempts were refused before the move.
    - `"name"` (string): `rebuffs`.
    - `"count"` (integer): The number of them.
  - `"kind"` is `"sensed"`: A look has shown something.
    - `"name"` (string): `sensed`.
    - `"around"` (string or nil): The square in the middle; null if none was chosen.
    - `"squares"` (list of string): The squares that are seen.
    - `"men"` (a map of names to string): The other side's pieces on them, by square, by the name of the piece.
    - `"en_passant"` (string or nil): The square behind a pawn that may be taken in passing; null without one in sight.
  - `"kind"` is `"move_taken"`: A move was taken, perhaps as another one.
    - `"name"` (string): `move_taken`.
    - `"asked"` (string or nil): The move that was wanted; null for none.
    - `"done"` (string or nil): The one that was made; null if it could not be made at all.
  - `"kind"` is `"sees"`: A side sees something from now on.
    - `"name"` (string): `sees`.
    - `"squares"` (list of string): The squares that are seen.
    - `"men"` (a map of names to string): The other side's pieces on them, by square, by the name of the piece.
    - `"en_passant"` (string or nil): The square behind a pawn that may be taken in passing; null without one in sight.
  - `"kind"` is `"drop"`: A piece was dropped.
    - `"piece"` (string): The piece.
    - `"to"` (string): The square.
  - `"kind"` is `"castle"`: A king has castled.
    - `"king"` (`t:way/0`): The way of the king.
    - `"rook"` (`t:way/0`): The way of the rook.
  - `"kind"` is `"move"`: A piece has moved.
    - `"piece"` (string or nil): The piece.
    - `"from"` (string): The square it left.
    - `"to"` (string): The square it came to.
  - `"kind"` is `"capture"`: A piece was taken.
    - `"square"` (string): The square it stood on.
    - `"piece"` (string): The piece.
    - `"en_passant"` (boolean): True if it was taken in passing.
    - `"promoted"` (boolean, or absent): True if the piece was a promoted pawn.
    - `"pocketed"` (string, or absent): (It goes into the pocket of whoever took it.) The piece in hand.
    - `"handed_over"` (string or nil, or absent): (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it.
  - `"kind"` is `"promotion"`: A pawn was promoted.
    - `"piece"` (string): The piece it has become.
    - `"square"` (string): The square.
  - `"kind"` is `"check"`: The side to move is in check.
    - `"checkers"` (list of string): The squares of the pieces that give it.
  - `"kind"` is `"end"`: The game has ended.
    - `"winner"` (string or nil): The winner, if there is exactly one.
    - `"winners"` (list of string): All winners, in the order of the seats.
    - `"draw"` (boolean): True if there is no winner.
    - `"reason"` (string): The reason of the end, as a stable word in `snake_case`.
    - `"scores"` (list of number): The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
  - `"kind"` is `"frozen"`: A seat is mated as long as its partner sends nothing.
    - `"seat"` (string or nil): The seat.
  - `"kind"` is `"waiting"`: A seat cannot move as long as its partner sends nothing.
    - `"seat"` (string or nil): The seat.
  """
  @type blind_event :: %{String.t() => Boardwright.data()}

  @typedoc """
  A board for clients.

  - `"turn"` (string): The side to move, `white` or `black`.
  - `"fullmove"` (integer): The number of the move, from 1.
  - `"halfmove"` (integer): Plies since a pawn moved or something was taken.
  - `"pieces"` (a map of names to string): The pieces by square, as FEN has them: capitals are White's.
  - `"castling_rooks"` (a map of white and black to list of string): The squares of the rooks that may still castle.
  - `"en_passant"` (string or nil): The square behind a pawn that may be taken in passing.
  - `"check"` (boolean): True if the side to move is in check.
  - `"checkers"` (list of string): The squares of the pieces that give it.
  - `"status"` (string or nil, or absent): On a board of bughouse: `playing`, `frozen` in a mate that a piece from the partner could parry, `waiting` where none but such a piece can move, or `over`.
  - `"pockets"` (a map of white and black to a map of names to integer, or absent): (With drops.) The pieces in hand, by letter.
  - `"promoted"` (list of string, or absent): (With drops.) The squares of promoted pieces, which count as pawns when they are taken.
  - `"claimable_draw"` (string or nil, or absent): (Without.) The draw that the side to move may claim, as the reason it would have.
  """
  @type board_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  Something that a move brings about on a board. Pieces are letters as in FEN.

  - `"kind"` is `"drop"`: A piece was dropped.
    - `"piece"` (string): The piece.
    - `"to"` (string): The square.
  - `"kind"` is `"castle"`: A king has castled.
    - `"king"` (`t:way/0`): The way of the king.
    - `"rook"` (`t:way/0`): The way of the rook.
  - `"kind"` is `"move"`: A piece has moved.
    - `"piece"` (string or nil): The piece.
    - `"from"` (string): The square it left.
    - `"to"` (string): The square it came to.
  - `"kind"` is `"capture"`: A piece was taken.
    - `"square"` (string): The square it stood on.
    - `"piece"` (string): The piece.
    - `"en_passant"` (boolean): True if it was taken in passing.
    - `"promoted"` (boolean, or absent): True if the piece was a promoted pawn.
    - `"pocketed"` (string, or absent): (It goes into the pocket of whoever took it.) The piece in hand.
    - `"handed_over"` (string or nil, or absent): (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it.
  - `"kind"` is `"promotion"`: A pawn was promoted.
    - `"piece"` (string): The piece it has become.
    - `"square"` (string): The square.
  - `"kind"` is `"check"`: The side to move is in check.
    - `"checkers"` (list of string): The squares of the pieces that give it.
  - `"kind"` is `"end"`: The game has ended.
    - `"winner"` (string or nil): The winner, if there is exactly one.
    - `"winners"` (list of string): All winners, in the order of the seats.
    - `"draw"` (boolean): True if there is no winner.
    - `"reason"` (string): The reason of the end, as a stable word in `snake_case`.
    - `"scores"` (list of number): The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
  - `"kind"` is `"frozen"`: A seat is mated as long as its partner sends nothing.
    - `"seat"` (string or nil): The seat.
  - `"kind"` is `"waiting"`: A seat cannot move as long as its partner sends nothing.
    - `"seat"` (string or nil): The seat.
  """
  @type board_event :: %{String.t() => Boardwright.data()}

  @typedoc """
  One of the two boards.

  - `"turn"` (string): The side to move, `white` or `black`.
  - `"fullmove"` (integer): The number of the move, from 1.
  - `"halfmove"` (integer): Plies since a pawn moved or something was taken.
  - `"pieces"` (a map of names to string): The pieces by square, as FEN has them: capitals are White's.
  - `"castling_rooks"` (a map of white and black to list of string): The squares of the rooks that may still castle.
  - `"en_passant"` (string or nil): The square behind a pawn that may be taken in passing.
  - `"check"` (boolean): True if the side to move is in check.
  - `"checkers"` (list of string): The squares of the pieces that give it.
  - `"status"` (string or nil, or absent): On a board of bughouse: `playing`, `frozen` in a mate that a piece from the partner could parry, `waiting` where none but such a piece can move, or `over`.
  - `"seats"` (a map of white and black to string): The seats of the sides.
  - `"notation"` (string): The board as text.
  - `"slash_notation"` (string): The same with the pocket as a ninth rank.
  - `"pockets"` (a map of white and black to a map of names to integer, or absent): (With drops.) The pieces in hand, by letter.
  - `"promoted"` (list of string, or absent): (With drops.) The squares of promoted pieces, which count as pawns when they are taken.
  - `"claimable_draw"` (string or nil, or absent): (Without.) The draw that the side to move may claim, as the reason it would have.
  """
  @type board_of_two :: %{String.t() => Boardwright.data()}

  @typedoc """
  A position for clients.

  - `"identifier"` (string): The identifier of the game, `boost-WIDTH-HEIGHT-PLAYERS-POPULATION-TOWERS`, with `-demo` for a demo.
  - `"width"` (integer): The number of files.
  - `"height"` (integer): The number of ranks.
  - `"turn"` (string): The player whose turn it is.
  - `"pieces"` (a map of names to string): The pieces by point, as the notation has them.
  - `"dragons"` (integer): The number of dragons.
  - `"players"` (list of `t:player_description/0`): The players in the order of their seats.
  - `"signature"` (string): A key of the arrangement, the turn and who has resigned, 16 hexadecimal digits.
  - `"next_signature"` (string): The signature after the turn has passed.
  - `"opening_signature"` (string): The signature with pawns and knights alike.
  - `"compensation_from"` (string or nil): The point in the middle, from which compensation moves the dragon; null on boards without.
  - `"compensation_to"` (string or nil): The point above it, to which the dragon is moved; null on boards without a middle.
  - `"in_book_bonus"` (integer): The gain of a position that is in the opening book, in decitempi; else 0.
  """
  @type boost_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  Something that a move brings about. Pieces are `pawn`, `knight`, `tower` or `dragon`.

  - `"kind"` is `"pass"`: A player has passed.
    - `"seat"` (string): The player.
  - `"kind"` is `"promote"`: A pawn has become a knight.
    - `"seat"` (string): The owner of the pawn.
    - `"at"` (string): The point.
  - `"kind"` is `"build"`: A tower was built on an empty point.
    - `"seat"` (string): The player who has built it.
    - `"at"` (string): The point.
  - `"kind"` is `"move"`: A piece has moved.
    - `"seat"` (string): The player who has moved it.
    - `"piece"` (string or nil): The piece; null in a move that is not legal, from an empty point.
    - `"from"` (string): The point it left.
    - `"to"` (string): The point it came to.
  - `"kind"` is `"capture"`: A piece was taken.
    - `"seat"` (string): The player who has lost it.
    - `"piece"` (string): The piece.
    - `"at"` (string): The point it stood on.
  - `"kind"` is `"defeated"`: A player is out.
    - `"seat"` (string): The player.
  - `"kind"` is `"end"`: The game has ended.
    - `"winner"` (string or nil): The winner, if there is exactly one.
    - `"winners"` (list of string): All winners, in the order of the seats.
    - `"draw"` (boolean): True if there is no winner.
    - `"reason"` (string): The reason of the end, as a stable word in `snake_case`.
    - `"scores"` (list of number): The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
  """
  @type boost_event :: %{String.t() => Boardwright.data()}

  @typedoc """
  Kind of a bot.

  - `"internal"`: A bot of the library.
  - `"external"`: A program, or a bot of the host's.
  """
  @type bot_kind :: String.t()

  @typedoc """
  A rating of a bot in one game and mode.

  - `"wins"` (integer): Games won.
  - `"draws"` (integer): Games drawn.
  - `"losses"` (integer): Games lost.
  - `"glicko"` (`t:glicko/0` or nil): The rating by Glicko-2; null before a game of two players.
  - `"weng_lin"` (`t:weng_lin/0`): The rating by Weng and Lin.
  """
  @type bot_rating :: %{String.t() => Boardwright.data()}

  @typedoc """
  Status of a bot.

  - `"active"`: It plays.
  - `"paused"`: It does not play for now.
  - `"retired"`: It plays no more, and stands in no leaderboard.
  """
  @type bot_status :: String.t()

  @typedoc """
  A position of two boards for clients.

  - `"teams"` (list of list of string): The seats of either team.
  - `"boards"` (a map of names to `t:board_of_two/0`): The boards by letter.
  - `"places"` (a map of names to `t:place/0`): The seats by name.
  """
  @type bughouse_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  Something that a move brings about on either board.

  - `"kind"` is `"transfer"`: A piece goes to the partner.
    - `"board"` (string): The board it goes to.
    - `"seat"` (string): The partner.
    - `"piece"` (string): The piece, a letter as in FEN.
  - `"kind"` is `"frozen"`: A seat is mated as long as its partner sends nothing.
    - `"board"` (string): Its board.
    - `"seat"` (string): The seat.
  - `"kind"` is `"waiting"`: A seat cannot move as long as its partner sends nothing.
    - `"board"` (string): Its board.
    - `"seat"` (string): The seat.
  - `"kind"` is `"freed"`: A seat can move again.
    - `"board"` (string): Its board.
    - `"seat"` (string): The seat.
  - `"kind"` is `"end"`: The game has ended.
    - `"board"` (string or nil, or absent): The board that ended it, if one alone did.
    - `"winner"` (string or nil): The winner, if there is exactly one.
    - `"winners"` (list of string): All winners, in the order of the seats.
    - `"draw"` (boolean): True if there is no winner.
    - `"reason"` (string): The reason of the end, as a stable word in `snake_case`.
    - `"scores"` (list of number): The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
  - `"kind"` is `"drop"`: A piece was dropped.
    - `"piece"` (string): The piece.
    - `"to"` (string): The square.
    - `"board"` (string): The board.
  - `"kind"` is `"castle"`: A king has castled.
    - `"king"` (`t:way/0`): The way of the king.
    - `"rook"` (`t:way/0`): The way of the rook.
    - `"board"` (string): The board.
  - `"kind"` is `"move"`: A piece has moved.
    - `"piece"` (string or nil): The piece.
    - `"from"` (string): The square it left.
    - `"to"` (string): The square it came to.
    - `"board"` (string): The board.
  - `"kind"` is `"capture"`: A piece was taken.
    - `"square"` (string): The square it stood on.
    - `"piece"` (string): The piece.
    - `"en_passant"` (boolean): True if it was taken in passing.
    - `"promoted"` (boolean, or absent): True if the piece was a promoted pawn.
    - `"pocketed"` (string, or absent): (It goes into the pocket of whoever took it.) The piece in hand.
    - `"handed_over"` (string or nil, or absent): (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it.
    - `"board"` (string): The board.
  - `"kind"` is `"promotion"`: A pawn was promoted.
    - `"piece"` (string): The piece it has become.
    - `"square"` (string): The square.
    - `"board"` (string): The board.
  - `"kind"` is `"check"`: The side to move is in check.
    - `"checkers"` (list of string): The squares of the pieces that give it.
    - `"board"` (string): The board.
  - `"kind"` is `"end"`: The game has ended.
    - `"winner"` (string or nil): The winner, if there is exactly one.
    - `"winners"` (list of string): All winners, in the order of the seats.
    - `"draw"` (boolean): True if there is no winner.
    - `"reason"` (string): The reason of the end, as a stable word in `snake_case`.
    - `"scores"` (list of number): The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    - `"board"` (string): The board.
  - `"kind"` is `"frozen"`: A seat is mated as long as its partner sends nothing.
    - `"seat"` (string or nil): The seat.
    - `"board"` (string): The board.
  - `"kind"` is `"waiting"`: A seat cannot move as long as its partner sends nothing.
    - `"seat"` (string or nil): The seat.
    - `"board"` (string): The board.
  """
  @type bughouse_event :: %{String.t() => Boardwright.data()}

  @typedoc """
  The answer to what changes something.

  - `"since"` (integer): The number from which on the seat's events are new.
  - `"ended"` (boolean): True if the game has ended.
  - `"refused"` (string or nil, or absent): Why the rules refused an attempt, as a stable word; the turn goes on.
  """
  @type changed :: %{String.t() => Boardwright.data()}

  @typedoc """
  A check that was announced.

  - `"seat"` (string): The side that is in check.
  - `"directions"` (list of string): Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`.
  """
  @type check_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  An attack weighed, for clients.

  - `"attacker"` (string): The hex that the attacker starts from.
  - `"defender"` (string): The hex of the defender.
  - `"attack"` (`t:combat_side/0`): The weight of the attacker.
  - `"defence"` (`t:combat_side/0`): The weight of the defender.
  - `"outcome"` (string): `push` or `blocked`.
  - `"stop"` (string or nil): `defence` where that is not less than the attack, else `shield`, `ally` or `throne`, by which the line is held; null for a push.
  """
  @type combat_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  The weight of one side of an attack.

  - `"strength"` (integer): The strength of the piece itself: 2 for a Jarl, 1 for a warrior.
  - `"momentum"` (integer or nil, or absent): 1 after a run-up, else 0; absent for the defender.
  - `"support"` (integer): The strength of the friends in an unbroken line behind it.
  - `"supporters"` (list of string): The hexes of these friends.
  - `"total"` (integer): The sum of all.
  """
  @type combat_side :: %{String.t() => Boardwright.data()}

  @typedoc """
  The fault of a game that could not be read.

  - `"from"` (integer): The line that the game begins in, from 1.
  - `"line"` (integer): The line of the fault.
  - `"kind"` (`t:damage_kind/0`): The kind of the fault.
  - `"message"` (string): The fault in words.
  """
  @type damage :: %{String.t() => Boardwright.data()}

  @typedoc """
  Kind of a fault.

  - `"tag"`: A line that begins as a tag and is none.
  - `"too_many_tags"`: More tags than `Limits::tags`.
  - `"variant"`: A tag that names a game which is not read here.
  - `"start"`: A start position that cannot be read.
  - `"unreadable_move"`: A text that is no move, or fits several.
  - `"illegal_move"`: A move that the rules forbid.
  - `"game_over"`: A move after the end of the game.
  - `"null_move"`: A null move (`--`, `Z0`).
  - `"glyph"`: A numeric glyph above `$255`, or a `$` without a number.
  - `"comment"`: A comment that is not closed, or a brace that closes none.
  - `"variation"`: A variation that is not closed, or stands before any move, or a parenthesis that closes none.
  - `"too_deep"`: Variations nested deeper than `Limits::depth`.
  - `"too_long"`: A game longer than `Limits::game_bytes`, or a comment longer than `Limits::comment_bytes`.
  - `"no_result"`: A game without a result, where one is required.
  - `"input"`: The input failed; nothing is read after this.
  """
  @type damage_kind :: String.t()

  @typedoc """
  The Elo of one of many players.

  - `"name"` (string): The name.
  - `"elo"` (number): The rating to a tenth, of all on average 0.
  - `"error"` (number): Half of its 95 % interval, to a tenth.
  - `"superiority"` (number or nil): The likelihood, 0 to 1, that it is stronger than the next one; null for the last.
  """
  @type elo_entry :: %{String.t() => Boardwright.data()}

  @typedoc """
  The answer to what the host does to the whole table.

  - `"ended"` (boolean): True if the game has ended.
  """
  @type ended_answer :: %{String.t() => Boardwright.data()}

  @typedoc """
  The result of the check of an endpoint.

  - `"model"` (string): The model.
  - `"ok"` (boolean): True if it may be called.
  - `"reason"` (string or nil): The reason if not.
  """
  @type endpoint_report :: %{String.t() => Boardwright.data()}

  @typedoc """
  An estimate of how much stronger one player is than another.

  - `"method"` (`t:method/0`): The unit from which it was made.
  - `"games"` (integer): Number of those games.
  - `"score"` (number): The share of the points, 0 to 1.
  - `"elo"` (number or nil): The Elo difference; `None` where it would be infinite.
  - `"elo_low"` (number or nil): The lower end of its 95 % interval; `None` for minus infinity.
  - `"elo_high"` (number or nil): The upper end; `None` for plus infinity.
  - `"normalised_elo"` (number or nil): The lead in standard deviations of a game, in units of Elo (800 / ln 10 for one): independent of how drawish the games are. `None` where all results are alike.
  - `"los"` (number): The likelihood of superiority, 0 to 1: that the player is the stronger one, by the normal approximation.
  """
  @type estimate :: %{String.t() => Boardwright.data()}

  @typedoc """
  The answer to `events`.

  - `"since"` (integer): The number of the first of them.
  - `"next"` (integer): The number from which to go on.
  - `"more"` (boolean): True if there are more already.
  - `"events"` (list of anything): The events, each with its number as `seq` and, unless the seat does not hear of every move, the number of moves made by then as `ply`.
  """
  @type events_answer :: %{String.t() => Boardwright.data()}

  @typedoc """
  A call for an answer and what it came to.

  - `"question"` (integer): The number of the question to the player, from 1.
  - `"game"` (string): The game.
  - `"seat"` (string): The seat.
  - `"at"` (integer): The host's time when it began, in milliseconds.
  - `"took"` (integer): The time that it took, in milliseconds.
  - `"endpoint"` (integer): The index of the endpoint.
  - `"model"` (string): The model.
  - `"output"` (`t:output/0`): The form of answer that was asked for.
  - `"messages"` (list of `t:message/0`): The messages that were sent.
  - `"status"` (integer or nil): The status of the response; none without one.
  - `"answer"` (string or nil): The words of the model; none without any.
  - `"input_tokens"` (integer): Tokens of the prompt.
  - `"output_tokens"` (integer): Tokens of the answer.
  - `"result"` (`t:exchange_result/0`): The result.
  - `"reason"` (string or nil): The reason for which there is no answer, or it is not taken.
  """
  @type exchange :: %{String.t() => Boardwright.data()}

  @typedoc """
  The result of a call.

  - `"answer"`: An answer that is taken.
  - `"wrong"`: An answer that is not, which is fed back.
  - `"stepped_down"`: A form of answer that the endpoint does not have.
  - `"limited"`: Too many calls.
  - `"timeout"`: No answer in time.
  - `"error"`: Another failure.
  - `"cancelled"`: The question was given up meanwhile.
  """
  @type exchange_result :: String.t()

  @typedoc """
  The answer to `fill`.

  - `"filled"` (list of string): The seats at which bots sit now.
  """
  @type fill_answer :: %{String.t() => Boardwright.data()}

  @typedoc """
  A finished game of a tournament.

  - `"id"` (integer): Its number, from 0; the same in every run.
  - `"encounter"` (integer): The number of its encounter, from 0.
  - `"round"` (integer): The round of the encounter, from 0.
  - `"opening"` (integer): The number of its opening; games of one opening differ by who sits where.
  - `"players"` (a map of names to string): The name of the player at each seat.
  - `"winners"` (list of string): The names of the winning seats.
  - `"draw"` (boolean): True if there is no winner.
  - `"reason"` (string): Why it ended.
  - `"fault"` (`t:game_fault/0` or nil): The fault by which a player lost that was no move.
  - `"start"` (string or nil): The position that it began with; null for the game's own start.
  - `"moves"` (list of string): The moves, those of the opening first, in the game's canonical notation.
  - `"time"` (number): The time that all decisions took, in milliseconds.
  - `"fallbacks"` (integer): The number of moves for which another player stepped in.
  - `"pgn"` (string or nil): The game in PGN or BPGN, where that was asked for.
  - `"done"` (integer): The number of finished games by then, those of earlier runs included.
  - `"games"` (integer): The number of games that are known to be played.
  """
  @type finished_game :: %{String.t() => Boardwright.data()}

  @typedoc """
  The knowledge of a seat under fog, for clients. Seats go by their names, hexes by their axial coordinates `q,r`.

  - `"radius"` (integer): The radius that is left of the board, in hexes.
  - `"turn"` (integer): The number of the turn, from 1.
  - `"round"` (integer): The number of the round, from 1.
  - `"first"` (string): The first player of the round.
  - `"mover"` (string): The player to move, as far as the seat is told.
  - `"phase"` (string): The task of the seat: `waiting`, `moving`, `placing` a shield, or `starving` where it has to give up a warrior.
  - `"living"` (list of string): The players who are still in the game.
  - `"visible"` (list of string): The hexes in sight.
  - `"pieces"` (a map of names to string): The pieces in sight by hex: `J0` is the Jarl of player 0, `W0` a warrior of it.
  - `"holes"` (list of string): The holes that the seat sees or has seen.
  - `"shields"` (list of string): The shields that the seat sees or has seen.
  """
  @type fog_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  A fault by which a player lost a game.

  - `"seat"` (string): The seat.
  - `"player"` (string): The name of the player.
  - `"kind"` (string): `crash`, `illegal_move` or `timeout`.
  - `"message"` (string): The fault in words.
  """
  @type game_fault :: %{String.t() => Boardwright.data()}

  @typedoc """
  A rating by Glicko-2.

  - `"rating"` (number): The rating.
  - `"deviation"` (number): Its deviation; the 95 % interval reaches 1.96 times as far to both sides.
  - `"volatility"` (number): The volatility.
  """
  @type glicko :: %{String.t() => Boardwright.data()}

  @typedoc """
  A position for clients.

  - `"radius"` (integer): The radius that is left of the board, in hexes.
  - `"turn"` (integer): The number of the turn, from 1.
  - `"round"` (integer): The number of the round, from 1.
  - `"first"` (string): The first player of the round.
  - `"quiet_rounds"` (integer): Full rounds since the last elimination.
  - `"phase"` (string): `moving`, `placing` a shield, `starving` where a warrior is to be given up, or `throne` once a Jarl has taken it.
  - `"living"` (list of string): The players who are still in the game.
  - `"teams"` (list of list of string or nil): The players of either team; null without teams.
  - `"pieces"` (a map of names to string): The pieces by hex: `J0` is the Jarl of player 0, `W0` a warrior of it.
  - `"holes"` (list of string): The hexes that are holes.
  - `"shields"` (list of string): The hexes of shields.
  - `"attacks"` (list of `t:attack/0`): The attacks that the player to move can make.
  - `"blocked"` (list of string): The legal moves that are not listed.
  """
  @type jarls_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  Something that a move brings about.

  - `"kind"` is `"combat"`: An attack was weighed.
    - `"attacker"` (string): The hex that the attacker starts from.
    - `"defender"` (string): The hex of the defender.
    - `"attack"` (`t:combat_side/0`): The weight of the attacker.
    - `"defence"` (`t:combat_side/0`): The weight of the defender.
    - `"outcome"` (string): `push` or `blocked`.
    - `"stop"` (string or nil): `defence` where that is not less than the attack, else `shield`, `ally` or `throne`, by which the line is held; null for a push.
  - `"kind"` is `"move"`: A piece has moved on its own.
    - `"seat"` (string): The owner of the piece.
    - `"piece"` (string): `jarl` or `warrior`.
    - `"from"` (string): The hex it left.
    - `"to"` (string): The hex it came to.
    - `"momentum"` (boolean): True after a run-up.
  - `"kind"` is `"push"`: A line of pieces was shifted by one hex.
    - `"at"` (string): The hex of the first piece before.
    - `"direction"` (string): The direction: `E`, `NE`, `NW`, `W`, `SW` or `SE`.
    - `"depth"` (integer): The number of pieces; under fog of those in sight.
  - `"kind"` is `"eliminated"`: A piece has left the board.
    - `"seat"` (string): The owner of the piece.
    - `"piece"` (string): `jarl` or `warrior`.
    - `"at"` (string): The hex it stood on.
    - `"cause"` (string): `edge` or `hole`, over which it fell, `starved`, `left` for the Jarl of a player who has left the game, or `orphaned` of its Jarl.
  - `"kind"` is `"out"`: A player is out of the game; told under fog, to those too who do not see it.
    - `"seat"` (string): The player.
  - `"kind"` is `"shield"`: A shield was placed.
    - `"seat"` (string): The player who has placed it.
    - `"at"` (string): The hex.
  - `"kind"` is `"turn_ended"`: A turn has ended.
    - `"seat"` (string): The player whose turn it was.
  - `"kind"` is `"turn_skipped"`: A player without any move was skipped.
    - `"seat"` (string): The player.
  - `"kind"` is `"round"`: A round has begun.
    - `"round"` (integer): The number of the round, from 1.
    - `"first"` (string): The first player of the round.
  - `"kind"` is `"ring"`: The outer ring has fallen.
    - `"radius"` (integer): The radius that is left, in hexes.
  - `"kind"` is `"starving"`: Players have to choose which warrior they give up.
    - `"seats"` (list of string): The players; under fog the one alone who is told.
    - `"among"` (list of string): The hexes of the warriors to choose from.
  - `"kind"` is `"game_ended"`: The game has ended.
    - `"winner"` (string or nil): The winner, if there is exactly one.
    - `"winners"` (list of string): All winners, in the order of the seats.
    - `"draw"` (boolean): True if there is no winner.
    - `"reason"` (string): The reason of the end, as a stable word in `snake_case`.
    - `"scores"` (list of number): The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    - `"team"` (integer or nil): The number of the team that has won, 0 or 1; null without teams and in a draw.
  """
  @type jarls_event :: %{String.t() => Boardwright.data()}

  @typedoc """
  Why a job has no result.

  - `"code"` (string): The code, as everywhere.
  - `"message"` (string): The error in words.
  """
  @type job_error :: %{String.t() => Boardwright.data()}

  @typedoc """
  The result of a job, or why there is none.

  - `"id"` (string or nil): That of the job; null where it could not be read.
  - `"version"` (string): The version that has done it.
  - `"result"` (anything, or absent): The result; absent where there is an error.
  - `"error"` (`t:job_error/0` or nil, or absent): The error; absent where there is a result.
  - `"times"` (list of integer or nil, or absent): The microseconds that each decision of a game took, beside the result since they differ each time; absent for other kinds.
  """
  @type job_result :: %{String.t() => Boardwright.data()}

  @typedoc """
  Bots by their ratings.

  - `"game"` (string): The game.
  - `"mode"` (string): The mode.
  - `"bots"` (list of `t:ranked_bot/0`): The bots that have played and are not retired, the best first.
  """
  @type leaderboard :: %{String.t() => Boardwright.data()}

  @typedoc """
  An entry of a seat's log.

  - `"kind"` is `"attempt"`: An attempt of the seat that is told.
    - `"attempt"` (string): The attempt.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"moved"`: A side has moved.
    - `"name"` (string): `white_moved` or `black_moved`.
    - `"seat"` (string): The side.
    - `"move"` (string or nil, or absent): The move, as it was attempted; absent where anything is hidden.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"rejected"`: An attempt was refused.
    - `"name"` (string): The reason: `illegal_move`, `nonsense`, `already_tried`, `wont_help`, `no_such_piece` or `no_legal_moves`.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"capture"`: A piece was taken.
    - `"name"` (string): `capture`.
    - `"square"` (string): The square; of a capture in passing that is named, the one where the pawn lands.
    - `"victim"` (string): The piece that was taken: `hidden`, `pawn`, `piece` for any other, or the name of the piece.
    - `"by"` (string): The piece that took it, as `victim`.
    - `"en_passant"` (boolean): True if it is named as a capture in passing.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"check"`: The side to move is in check.
    - `"name"` (string): `check`.
    - `"directions"` (list of string): Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"pawn_tries"`: The captures that the pawns of the side to move could make are told.
    - `"name"` (string): `pawn_tries`.
    - `"count"` (integer, or absent): (Their number is told.) The number.
    - `"any"` (boolean, or absent): (No more is told than that there are any, or none.) True if there are any.
    - `"squares"` (list of string, or absent): (The pawns are told.) The squares of the pawns.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"any_answer"`: The question "any?" is answered.
    - `"name"` (string): `any_yes` or `any_no`.
    - `"any"` (boolean): True if a pawn can take something.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"must_try_pawn"`: A pawn has to take something.
    - `"name"` (string): `must_try_pawn`.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"released"`: A pawn need not take anything any longer.
    - `"name"` (string): `released`.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"promoted"`: A pawn was promoted.
    - `"name"` (string): `promoted`.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"dropped"`: A piece was dropped.
    - `"name"` (string): `dropped`.
    - `"piece"` (string): The name of the piece.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"rebuffs"`: Attempts were refused before the move.
    - `"name"` (string): `rebuffs`.
    - `"count"` (integer): The number of them.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"sensed"`: A look has shown something.
    - `"name"` (string): `sensed`.
    - `"around"` (string or nil): The square in the middle; null if none was chosen.
    - `"squares"` (list of string): The squares that are seen.
    - `"men"` (a map of names to string): The other side's pieces on them, by square, by the name of the piece.
    - `"en_passant"` (string or nil): The square behind a pawn that may be taken in passing; null without one in sight.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"move_taken"`: A move was taken, perhaps as another one.
    - `"name"` (string): `move_taken`.
    - `"asked"` (string or nil): The move that was wanted; null for none.
    - `"done"` (string or nil): The one that was made; null if it could not be made at all.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"sees"`: A side sees something from now on.
    - `"name"` (string): `sees`.
    - `"squares"` (list of string): The squares that are seen.
    - `"men"` (a map of names to string): The other side's pieces on them, by square, by the name of the piece.
    - `"en_passant"` (string or nil): The square behind a pawn that may be taken in passing; null without one in sight.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"drop"`: A piece was dropped.
    - `"piece"` (string): The piece.
    - `"to"` (string): The square.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"castle"`: A king has castled.
    - `"king"` (`t:way/0`): The way of the king.
    - `"rook"` (`t:way/0`): The way of the rook.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"move"`: A piece has moved.
    - `"piece"` (string or nil): The piece.
    - `"from"` (string): The square it left.
    - `"to"` (string): The square it came to.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"capture"`: A piece was taken.
    - `"square"` (string): The square it stood on.
    - `"piece"` (string): The piece.
    - `"en_passant"` (boolean): True if it was taken in passing.
    - `"promoted"` (boolean, or absent): True if the piece was a promoted pawn.
    - `"pocketed"` (string, or absent): (It goes into the pocket of whoever took it.) The piece in hand.
    - `"handed_over"` (string or nil, or absent): (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"promotion"`: A pawn was promoted.
    - `"piece"` (string): The piece it has become.
    - `"square"` (string): The square.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"check"`: The side to move is in check.
    - `"checkers"` (list of string): The squares of the pieces that give it.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"end"`: The game has ended.
    - `"winner"` (string or nil): The winner, if there is exactly one.
    - `"winners"` (list of string): All winners, in the order of the seats.
    - `"draw"` (boolean): True if there is no winner.
    - `"reason"` (string): The reason of the end, as a stable word in `snake_case`.
    - `"scores"` (list of number): The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"frozen"`: A seat is mated as long as its partner sends nothing.
    - `"seat"` (string or nil): The seat.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  - `"kind"` is `"waiting"`: A seat cannot move as long as its partner sends nothing.
    - `"seat"` (string or nil): The seat.
    - `"seq"` (integer): Its number in the log, from 0.
    - `"ply"` (integer): The number of moves made by then, the one that it tells of included.
  """
  @type logged_event :: %{String.t() => Boardwright.data()}

  @typedoc """
  A mark on the board: an arrow, or a square where both ends are the same.

  - `"color"` (string): `green`, `red`, `yellow` or `blue`.
  - `"from"` (string): The origin.
  - `"to"` (string): The destination.
  """
  @type mark_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  A message to or from a model.

  - `"role"` (`t:role/0`): The speaker.
  - `"content"` (string): The words.
  """
  @type message :: %{String.t() => Boardwright.data()}

  @typedoc """
  The unit that is counted.

  - `"pentanomial"`: Pairs of games of one opening.
  - `"trinomial"`: Single games.
  """
  @type method :: String.t()

  @typedoc """
  The counts of a player by language models.

  - `"questions"` (integer): Questions of tables.
  - `"answers"` (integer): Questions that were answered.
  - `"fallbacks"` (integer): Questions that were not answered, so that another bot made the move.
  - `"cancelled"` (integer): Questions that were given up by the table.
  - `"calls"` (integer): Calls for answers, without those of the preflight check.
  - `"preflights"` (integer): Calls of the preflight check.
  - `"retries"` (integer): Wrong answers that were fed back with the reason.
  - `"limited"` (integer): Calls that were refused because there were too many (429).
  - `"timeouts"` (integer): Calls that ran out of time.
  - `"errors"` (integer): Other calls that failed.
  - `"failovers"` (integer): Changes to a later endpoint.
  - `"input_tokens"` (integer): Tokens of the prompts.
  - `"output_tokens"` (integer): Tokens of the answers.
  - `"estimated"` (integer): Calls whose tokens the endpoint did not say, and which are estimated.
  - `"cost"` (number): The cost, in the unit of the prices.
  """
  @type model_stats :: %{String.t() => Boardwright.data()}

  @typedoc """
  A move and what it brought about.

  - `"side"` (string): The side that moved: `white` or `black`.
  - `"move"` (string): The move in the canonical notation.
  - `"piece"` (string): The letter of the piece that moved.
  - `"events"` (list of `t:side_effect/0`, or absent): Its effects, in order; absent without any.
  - `"notes"` (list of string, or absent): The notes of presets about it; absent without any.
  """
  @type move_entry :: %{String.t() => Boardwright.data()}

  @typedoc """
  The answer to `moves`.

  - `"since"` (integer): The number of the first of them.
  - `"next"` (integer): The number from which to go on.
  - `"more"` (boolean): True if there are more already.
  - `"moves"` (list of `t:revealed_move/0`): The moves.
  - `"left"` (list of `t:revealed_leave/0`): The seats that left while others played on.
  """
  @type moves_answer :: %{String.t() => Boardwright.data()}

  @typedoc """
  `Outcome` for hosts, which know seats by name.

  - `"winner"` (string or nil): The winner, if there is exactly one.
  - `"winners"` (list of string): All winners, in the order of the seats.
  - `"draw"` (boolean): True if there is no winner.
  - `"reason"` (string): The reason of the end, as a stable word in `snake_case`.
  - `"scores"` (list of number): The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
  """
  @type named_outcome :: %{String.t() => Boardwright.data()}

  @typedoc """
  The place of what a game adds.

  """
  @type no_fields :: %{String.t() => Boardwright.data()}

  @typedoc """
  A form of answers that is asked of an endpoint, the strictest last.

  - `"text"`: Any text.
  - `"object"`: A JSON object.
  - `"schema"`: JSON by a schema.
  """
  @type output :: String.t()

  @typedoc """
  A type of pieces, for clients.

  - `"id"` (string): The stable name.
  - `"name"` (string): The name for people.
  - `"letter"` (string): The letter, as a capital.
  - `"betza"` (string or nil): Its movement in Betza's notation; null where it is not written so.
  - `"glyphs"` (list of string): The drawings of White's and of Black's.
  - `"royal"` (boolean): True if a side may not lose its last one.
  """
  @type piece_type_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  The situation of a seat.

  - `"board"` (string): The letter of its board.
  - `"color"` (string): The side it plays there.
  - `"team"` (integer): The number of its team, 0 or 1.
  - `"partner"` (string): Its partner.
  - `"status"` (string): `to_move`, `off_turn`, `frozen` in a mate that a piece from the partner could parry, `waiting` where none but such a piece can move, or `over`.
  - `"moves"` (integer): The number of moves that it has on its board.
  - `"drops"` (integer): The number of drops that it has.
  - `"may"` (list of string): Any of `move`, `drop` and `sit`, which is not to act.
  """
  @type place :: %{String.t() => Boardwright.data()}

  @typedoc """
  A player for clients.

  - `"seat"` (string): The seat of the player.
  - `"pawns"` (integer): The number of pawns.
  - `"knights"` (integer): The number of knights.
  - `"towers"` (integer): The number of towers.
  - `"population"` (integer): The number of all its pieces.
  - `"forfeited"` (boolean): True once the player has resigned.
  - `"defeated"` (boolean): True once the player is out, by resigning or by what is on the board.
  - `"signature"` (string): The signature of the position if it were the turn of the player.
  - `"static_evaluation"` (integer): The value of the position to the player against all others, in decitempi.
  - `"circle_evaluation"` (integer): The part of it that the dragons round its towers make, in decitempi.
  """
  @type player_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  Times of a player, in milliseconds.

  - `"name"` (string): The name.
  - `"moves"` (integer): The number of moves that were decided.
  - `"mean"` (number or nil): The mean time of a move; null without any.
  - `"longest"` (number): The longest time of a move.
  - `"mean_depth"` (number or nil): The mean depth that was reached; null where none is known.
  """
  @type player_times :: %{String.t() => Boardwright.data()}

  @typedoc """
  One of the seats at a table, as every seat sees it.

  - `"seat"` (string): The seat.
  - `"occupant"` (string): `human`, `external`, `empty` or `bot`.
  - `"bot"` (string or nil): The name of the bot, if it is one.
  - `"name"` (string or nil): Name at the table, if it is a bot.
  - `"seats"` (list of string): All seats of the same player: its own alone, or those of a team that one bot plays.
  - `"connected"` (boolean): False while the person of the seat is gone.
  - `"left"` (string or nil): Why it has left the game, as in the event `left`; null for a seat that has not.
  - `"clock"` (integer or nil): Time left on its clock, in milliseconds; none where there are no clocks, or where they would tell whose turn it is.
  """
  @type player_view :: %{String.t() => Boardwright.data()}

  @typedoc """
  The lengths of games, in plies.

  - `"mean"` (number or nil): The mean; none without games.
  - `"shortest"` (integer): The shortest.
  - `"longest"` (integer): The longest.
  """
  @type plies :: %{String.t() => Boardwright.data()}

  @typedoc """
  A preset in force, for clients.

  - `"id"` (string): The stable name.
  - `"name"` (string): The name for people.
  - `"description"` (string): The rule in words.
  - `"scope"` (string): The side for which it is in force, or `both`.
  - `"turns"` (integer or nil): The number of plies for which it stays in force; null without limit.
  - `"state"` (anything): The state that the preset keeps, of a form of its own; null without one.
  """
  @type preset_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  A position for clients.

  - `"turn"` (string): The side to move.
  - `"fullmove"` (integer): The number of the move, from 1.
  - `"halfmove"` (integer): Plies since a pawn moved or something was taken.
  - `"pieces"` (a map of names to string): The pieces by square.
  - `"castling_rooks"` (a map of white and black to list of string): The squares of the rooks that may still castle.
  - `"en_passant"` (string or nil): The square behind a pawn that may be taken in passing; null without one.
  - `"check"` (boolean): True if the side to move is in check.
  - `"claimable_draw"` (string or nil): The draw that may be claimed, as the reason it would have; null without one.
  - `"presets"` (list of `t:preset_description/0`): The presets in force, in the order in which they came into force.
  - `"attributes"` (a map of names to a map of names to integer): The attributes that pieces have, by square and by name.
  - `"attributes_in_force"` (list of string): The names of the attributes that the presets in force own.
  - `"piece_types"` (list of `t:piece_type_description/0`): The types that pieces may be of.
  - `"log"` (list of `t:move_entry/0`): The moves so far with their effects, from the first one that is known.
  """
  @type presets_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  Something that a move brings about.

  - `"kind"` is `"castle"`: A king has castled.
    - `"king"` (`t:way/0`): The way of the king.
    - `"rook"` (`t:rook_way/0`): The way of the rook.
  - `"kind"` is `"move"`: A piece has moved, or tried to: a target that survives stays, and so does its attacker.
    - `"piece"` (string or nil): The piece; null in a move from an empty square.
    - `"from"` (string): The square it left.
    - `"to"` (string): The square it went to.
    - `"legs"` (list of string): All squares that it went to, in order.
    - `"captures"` (boolean): True if the move captures.
  - `"kind"` is `"promotion"`: A pawn was promoted.
    - `"piece"` (string): The piece it has become.
    - `"square"` (string): The square.
  - `"kind"` is `"check"`: The side to move is in check.
  - `"kind"` is `"note"`: A preset has said something of the move.
    - `"text"` (string): The words of the preset.
  - `"kind"` is `"end"`: The game has ended.
    - `"winner"` (string or nil): The winner, if there is exactly one.
    - `"winners"` (list of string): All winners, in the order of the seats.
    - `"draw"` (boolean): True if there is no winner.
    - `"reason"` (string): The reason of the end, as a stable word in `snake_case`.
    - `"scores"` (list of number): The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
  - `"kind"` is `"damage"`: Damage was dealt.
    - `"square"` (string): The square.
    - `"piece"` (string): The letter of the piece that was hit.
    - `"damage"` (string): `capture`, `explosion`, `poison`, or a word of a preset.
    - `"amount"` (integer): The amount that arrived.
    - `"died"` (boolean): True if it was the end of the piece.
  - `"kind"` is `"spawn"`: A piece appeared.
    - `"square"` (string): The square.
    - `"piece"` (string): Its letter.
  - `"kind"` is `"retract"`: A piece left the board without having died.
    - `"square"` (string): The square it stood on.
    - `"piece"` (string): Its letter.
  - `"kind"` is `"activated"`: A preset came into force.
    - `"preset"` (string): Its id.
    - `"scope"` (string): The side for which it is in force, or `both`.
  - `"kind"` is `"deactivated"`: A preset went out of force.
    - `"preset"` (string): Its id.
  - `"kind"` is `"effect"`: Something to show.
    - `"preset"` (string): The id of the preset.
    - `"effect"` (string): The name of it.
    - `"square"` (string or nil): The square; null for an effect that has none.
    - `"ttl"` (integer): The time for which it is shown, in milliseconds.
    - `"data"` (anything): Anything else that the preset tells the host, of a form of its own.
  - `"kind"` is `"dropped"`: A call of a hook that was not carried out.
    - `"reason"` (string): The reason.
  """
  @type presets_event :: %{String.t() => Boardwright.data()}

  @typedoc """
  The clock of the seat that is asked.

  - `"remaining"` (integer): Time left when it was asked, in milliseconds.
  - `"increment"` (integer): Time added by each move, in milliseconds.
  """
  @type question_clock :: %{String.t() => Boardwright.data()}

  @typedoc """
  A question to a bot of the host's own, besides the observation.

  - `"id"` (integer): The number of the question at its table.
  - `"seat"` (string): The seat that is asked.
  - `"kind"` (`t:question_kind/0`): The subject: a move, or an offered draw.
  - `"refused"` (list of `t:refusal/0`): The moves and answers of this turn that were not taken, with the reasons.
  - `"events"` (list of anything): The events that the seat was told since the last question, each with its number as `seq`; at most 1000.
  - `"movetime"` (integer or nil): Thinking time that the host has set for the seat, in milliseconds.
  - `"nodes"` (integer or nil): Positions that the host has set for the seat.
  - `"clock"` (`t:question_clock/0` or nil): The clock of the seat; none where there are no clocks.
  - `"timeout"` (integer): Time within which to answer, in milliseconds. At a table another bot steps in then; a bot by itself has failed.
  """
  @type question_details :: %{String.t() => Boardwright.data()}

  @typedoc """
  The subject of a question.

  - `"move"`: The move of the seat.
  - `"draw"`: The draw that another seat offers.
  """
  @type question_kind :: String.t()

  @typedoc """
  A bot in a leaderboard.

  - `"rank"` (integer): The place, from 1.
  - `"name"` (string): The name.
  - `"kind"` (`t:bot_kind/0`): The kind of bot.
  - `"status"` (`t:bot_status/0`): Its status.
  - `"rating"` (number): The rating by which it is ranked, to a tenth: by Glicko-2, or by Weng and Lin where no game was one of two players.
  - `"error"` (number): Half of the 95 % interval, to a tenth.
  - `"wins"` (integer): Games won.
  - `"draws"` (integer): Games drawn.
  - `"losses"` (integer): Games lost.
  - `"glicko"` (`t:glicko/0` or nil): The rating by Glicko-2; null before a game of two players.
  - `"weng_lin"` (`t:weng_lin/0`): The rating by Weng and Lin.
  """
  @type ranked_bot :: %{String.t() => Boardwright.data()}

  @typedoc """
  Games with one result between the same sides.

  - `"sides"` (list of `t:rated_side/0`): The sides.
  - `"games"` (integer): The number of such games.
  """
  @type rated_result :: %{String.t() => Boardwright.data()}

  @typedoc """
  Results of games of one game and mode, as `BotRegistry` rates them.

  - `"game"` (string): The game.
  - `"mode"` (string): The mode: `one_seat`, `two_seats`, by how many seats a player has.
  - `"results"` (list of `t:rated_result/0`): The results, in an order that is the same in every run.
  """
  @type rated_results :: %{String.t() => Boardwright.data()}

  @typedoc """
  A side of a game.

  - `"players"` (list of string): The names of its players, each once.
  - `"place"` (integer): Its place, 1 for those who won; sides that have drawn share one.
  """
  @type rated_side :: %{String.t() => Boardwright.data()}

  @typedoc """
  A move of a record, with what is said about it.

  - `"move"` (string): The move.
  - `"seat"` (string): The name of the seat that made it.
  - `"parent"` (integer or nil): The index of the move before it; null for a first move.
  - `"nags"` (list of integer): The numeric glyphs; 1 to 6 are `!` `?` `!!` `??` `!?` `?!`.
  - `"before"` (list of string): The comments before it, at the beginning of a variation.
  - `"comments"` (list of string): The comments after it, without what the fields below say.
  - `"clock"` (integer or nil): The time on the mover's clock after it, in milliseconds.
  - `"elapsed"` (integer or nil): The time that it took, in milliseconds.
  - `"eval"` (integer or nil): The evaluation after it in centipawns of the first seat.
  - `"mate"` (integer or nil): Mate in so many moves after it; negative if the first seat is mated.
  - `"depth"` (integer or nil): The depth of the evaluation in plies.
  - `"marks"` (list of `t:mark_description/0`): Arrows and squares.
  """
  @type record_node :: %{String.t() => Boardwright.data()}

  @typedoc """
  The moves of a record: a list in which every move stands after the move before it. Of the moves after one the first continues its line, the others begin variations.

  - `"comments"` (list of string): The comments before the first move.
  - `"nodes"` (list of `t:record_node/0`): The moves.
  """
  @type record_tree :: %{String.t() => Boardwright.data()}

  @typedoc """
  A move or an answer that was not taken.

  - `"move"` (string): The move, as it was given.
  - `"code"` (string): The code of the error, or the word of the game's rules for why.
  - `"reason"` (string): The reason in words.
  """
  @type refusal :: %{String.t() => Boardwright.data()}

  @typedoc """
  A bot that is kept.

  - `"kind"` (`t:bot_kind/0`): Its kind.
  - `"modes"` (a map of names to list of string): The games that it plays, and the modes of each.
  - `"status"` (`t:bot_status/0`): Its status.
  - `"player"` (map): The player as tournaments take it, with the options of the engine.
  - `"ratings"` (a map of names to a map of names to `t:bot_rating/0`): Its ratings by game and mode.
  """
  @type registered_bot :: %{String.t() => Boardwright.data()}

  @typedoc """
  The results of games.

  - `"wins"` (integer): Games won.
  - `"draws"` (integer): Games drawn.
  - `"losses"` (integer): Games lost.
  - `"points"` (number): A point for a win, half of one for a draw.
  - `"score"` (number or nil): Points per game; none without games.
  """
  @type results :: %{String.t() => Boardwright.data()}

  @typedoc """
  The answer to `reveal`, after the end.

  - `"game"` (string): The name of the game.
  - `"options"` (map): Its options by name.
  - `"since"` (integer): The number of the first move, event and thought.
  - `"next"` (integer): The number from which to go on.
  - `"more"` (boolean): True if there are more.
  - `"start"` (string): The first position, as text.
  - `"moves"` (list of `t:revealed_move/0`): The moves.
  - `"notation"` (string): The last position, as text.
  - `"outcome"` (`t:named_outcome/0` or nil): Outcome of the game.
  - `"left"` (list of `t:revealed_leave/0`): The seats that left while others played on.
  - `"seats"` (list of `t:revealed_seat/0`): The seats, in order.
  """
  @type reveal :: %{String.t() => Boardwright.data()}

  @typedoc """
  A seat that left the game while others played on.

  - `"seat"` (string): The seat.
  - `"reason"` (string): `resigned`, `timeout`, `abandoned` or `bot_unavailable`.
  - `"at"` (integer): When, in milliseconds of the host's clock.
  - `"after"` (integer): The number of moves and attempts before it.
  """
  @type revealed_leave :: %{String.t() => Boardwright.data()}

  @typedoc """
  A move that was made, or an attempt.

  - `"seat"` (string): The seat that made it.
  - `"move"` (string): The move, as the game writes it.
  - `"moved"` (boolean): True if the seat has moved by it; false for what was refused or did not end its turn.
  - `"at"` (integer): When, in milliseconds of the host's clock.
  """
  @type revealed_move :: %{String.t() => Boardwright.data()}

  @typedoc """
  All that a seat was told, and what its bot thought.

  - `"seat"` (string): The seat.
  - `"occupant"` (string): `human`, `external`, `empty` or `bot`.
  - `"events"` (list of anything): The events, each with its number as `seq` and, unless the seat does not hear of every move, the number of moves made by then as `ply`.
  - `"thoughts"` (list of anything): The decisions of its bot.
  """
  @type revealed_seat :: %{String.t() => Boardwright.data()}

  @typedoc """
  The speaker of a message.

  - `"system"`: The rules and the form of answers.
  - `"user"`: The position and the question.
  - `"assistant"`: The model.
  """
  @type role :: String.t()

  @typedoc """
  The way of a rook that castles.

  - `"from"` (string or nil): The square it left; null where a preset lets a king castle without a rook.
  - `"to"` (string): The square it came to.
  """
  @type rook_way :: %{String.t() => Boardwright.data()}

  @typedoc """
  The answer to `save_changes`.

  - `"saved"` (string): A line of text, to be kept after those before it.
  - `"next"` (`t:saved_mark/0`): The mark from which to go on.
  """
  @type saved_changes :: %{String.t() => Boardwright.data()}

  @typedoc """
  The length of each list that grows, at a moment.

  - `"moves"` (integer): The moves, and what was tried.
  - `"undone"` (integer): Times that moves were taken back.
  - `"told"` (integer): The events of all feeds.
  - `"left"` (integer): The times that seats left while others played on.
  - `"edits"` (integer): The edits of the game.
  - `"thoughts"` (list of integer): The thoughts of each seat's bots.
  """
  @type saved_mark :: %{String.t() => Boardwright.data()}

  @typedoc """
  All that a seat knows. Pieces are letters as in FEN, capitals White's.

  - `"rules"` (string): The name of the rule set.
  - `"to_move"` (string): The side to move.
  - `"pieces"` (a map of names to string): The seat's own pieces, by square.
  - `"castling_rooks"` (list of string): The squares of its rooks that may still castle, as far as it knows.
  - `"reserve"` (string): The letters of what it has in hand.
  - `"their_reserve"` (string): The letters of what the other side has in hand.
  - `"check"` (`t:check_description/0` or nil): The check that was announced last, while it stands; else null.
  - `"touched"` (string or nil): The square of the piece that it has taken up; null for none.
  - `"must_try_pawn"` (boolean): True if it must try a capture by a pawn.
  - `"may_ask"` (boolean): True if it may ask "any?" now.
  - `"rebuffs"` (integer): The number of attempts that were refused in this turn.
  - `"tried"` (list of string): The attempts that were refused in this turn, as far as they are kept.
  - `"candidates"` (list of string): The moves that its own pieces allow, whosever turn it is, captures by pawns left out.
  - `"tries"` (list of string): The captures by pawns that they allow, whosever turn it is.
  - `"sees"` (`t:seen_description/0` or nil): The squares that it sees; null where the rules let it see nothing.
  - `"opening"` (list of `t:blind_event/0`): The announcements with which its log begins.
  - `"log"` (list of `t:logged_event/0` or nil, or absent): The newest thousand entries of its log; absent at a table, which tells the seat its events.
  """
  @type seat_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  An event that a seat sees of a move: the move, or one of its effects.

  - `"kind"` is `"moved"`: A seat has made a move.
    - `"seat"` (string or nil): The mover.
    - `"move"` (string): The move, as the game writes it.
  """
  @type seat_event :: %{String.t() => Boardwright.data()}

  @typedoc """
  Squares that a seat sees.

  - `"squares"` (list of string): The squares, its own pieces's included.
  - `"pieces"` (a map of names to string): The other side's pieces on them, by square.
  """
  @type seen_description :: %{String.t() => Boardwright.data()}

  @typedoc """
  Something that a move brought about besides itself.

  - `"kind"` is `"damage"`: Damage was dealt.
    - `"square"` (string): The square.
    - `"piece"` (string): The letter of the piece that was hit.
    - `"damage"` (string): `capture`, `explosion`, `poison`, or a word of a preset.
    - `"amount"` (integer): The amount that arrived.
    - `"died"` (boolean): True if it was the end of the piece.
  - `"kind"` is `"spawn"`: A piece appeared.
    - `"square"` (string): The square.
    - `"piece"` (string): Its letter.
  - `"kind"` is `"retract"`: A piece left the board without having died.
    - `"square"` (string): The square it stood on.
    - `"piece"` (string): Its letter.
  - `"kind"` is `"activated"`: A preset came into force.
    - `"preset"` (string): Its id.
    - `"scope"` (string): The side for which it is in force, or `both`.
  - `"kind"` is `"deactivated"`: A preset went out of force.
    - `"preset"` (string): Its id.
  - `"kind"` is `"effect"`: Something to show.
    - `"preset"` (string): The id of the preset.
    - `"effect"` (string): The name of it.
    - `"square"` (string or nil): The square; null for an effect that has none.
    - `"ttl"` (integer): The time for which it is shown, in milliseconds.
    - `"data"` (anything): Anything else that the preset tells the host, of a form of its own.
  - `"kind"` is `"dropped"`: A call of a hook that was not carried out.
    - `"reason"` (string): The reason.
  """
  @type side_effect :: %{String.t() => Boardwright.data()}

  @typedoc """
  State of a sequential test.

  - `"llr"` (number): The logarithm of the ratio of the hypotheses' likelihoods.
  - `"lower"` (number): At or below it `elo0` is accepted.
  - `"upper"` (number): At or above it `elo1` is accepted.
  - `"verdict"` (`t:verdict/0`): The state.
  """
  @type sprt_state :: %{String.t() => Boardwright.data()}

  @typedoc """
  A player in a table.

  - `"rank"` (integer): The place; players who cannot be told apart share one.
  - `"name"` (string): The name.
  - `"number"` (integer): The number in the list of players, from 0.
  - `"wins"` (integer): Games won.
  - `"draws"` (integer): Games drawn.
  - `"losses"` (integer): Games lost.
  - `"points"` (number): A point for a win, half of one for a draw.
  - `"score"` (number or nil): Points per game; none without games.
  - `"bye_points"` (number): The points for rounds without an opponent.
  - `"tie_break"` (number): The tie break, which tells players with as many points apart: the sum of the points of all opponents, once for each encounter (Buchholz) in a Swiss tournament, otherwise those of the opponents, times the share of points against them (Sonneborn and Berger).
  - `"rounds_won"` (integer or nil): The number of rounds of a knock-out that were won.
  - `"by_seat"` (a map of names to `t:results/0`): The results by seat.
  - `"elo"` (number or nil): The rating from all games of the tournament, on average 0 and rounded to a tenth; null in games of more than two players.
  - `"elo_error"` (number or nil): Half of the 95 % interval of the rating.
  - `"superiority"` (integer or nil): The likelihood of being stronger than the next in the table, in thousandths.
  - `"moves"` (integer): The number of moves that were decided.
  - `"nodes"` (integer): The number of positions that are said to have been looked at.
  - `"errors"` (a map of names to integer): The number of games that were lost by what is not a move, by its code.
  - `"fallbacks"` (integer): The number of moves for which another player had to step in.
  """
  @type standing :: %{String.t() => Boardwright.data()}

  @typedoc """
  Something that a table tells; serialised its `kind` says which.

  - `"kind"` is `"started"`: The game begins. To all.
    - `"game"` (string): The name of the game.
  - `"kind"` is `"seated"`: Somebody sits down. To all.
    - `"seat"` (string): Seat at which somebody sits down.
    - `"occupant"` (string): `human`, `external`, `empty` or `bot`.
    - `"bot"` (string or nil): The name of the bot, if it is one.
    - `"name"` (string or nil): Name at the table, if it is a bot.
  - `"kind"` is `"abandoned"`: A person has not come back in time. To all, or as `resigned`.
    - `"seat"` (string): Its seat.
  - `"kind"` is `"no_bot"`: No bot could take the seat of a person who has not come back. To all.
    - `"seat"` (string): The seat.
  - `"kind"` is `"disconnected"`: A person has gone. To all.
    - `"seat"` (string): Its seat.
  - `"kind"` is `"reconnected"`: A person is back. To all.
    - `"seat"` (string): Its seat.
  - `"kind"` is `"resigned"`: A seat has given up. To all, or where no seat must know whose turn it is, and the game goes on, to the seat.
    - `"seat"` (string): The seat.
  - `"kind"` is `"left"`: A seat has left the game, which goes on without it. To all.
    - `"seat"` (string): The seat.
    - `"reason"` (string): `resigned`, `timeout`, `abandoned` or `bot_unavailable`; `left` for another seat where no seat must know whose turn it is.
  - `"kind"` is `"flag_fell"`: A flag has fallen, and the seat plays on without time. To all, or where no seat must know whose turn it is to the seat.
    - `"seat"` (string): The seat.
  - `"kind"` is `"draw_offered"`: A seat offers a draw. To all.
    - `"seat"` (string): The seat.
  - `"kind"` is `"draw_accepted"`: A seat accepts the draw that is offered. To all.
    - `"seat"` (string): The seat.
  - `"kind"` is `"draw_declined"`: A seat declines the draw that is offered, which lapses. To all.
    - `"seat"` (string): The seat.
  - `"kind"` is `"draw_lapsed"`: The draw that was offered lapsed with a move. To all.
  - `"kind"` is `"claim_refused"`: A seat has claimed a draw that there was not. To all.
    - `"seat"` (string): The seat.
  - `"kind"` is `"message"`: A seat says something to its partners. To them and to itself.
    - `"seat"` (string): The seat.
    - `"text"` (string): The words.
  - `"kind"` is `"undo_wanted"`: A seat wants moves taken back. To all.
    - `"seat"` (string): The seat.
    - `"plies"` (integer): The number of plies.
  - `"kind"` is `"undone"`: Moves were taken back. To all.
    - `"plies"` (integer): The number of plies.
  - `"kind"` is `"edit_wanted"`: A seat wants the position or the rules changed. To all.
    - `"seat"` (string): The seat.
    - `"changes"` (map): The changes.
  - `"kind"` is `"edited"`: The position or the rules were changed. To all.
    - `"changes"` (map): The changes.
  - `"kind"` is `"refused"`: A bot's move could not be made. To its seat.
    - `"move"` (string): The move.
    - `"code"` (string): The code of the error.
    - `"reason"` (string): Its message.
  - `"kind"` is `"bot_failed"`: A bot could not answer. To its seat.
    - `"code"` (string): The code of the error.
    - `"reason"` (string): Its message.
    - `"fallback"` (string or nil): The bot that answers for it, if there is one.
  - `"kind"` is `"attempted"`: A seat has made or tried a move in a game that hides something. To the referee, and to spectators when they may know.
    - `"seat"` (string): The seat.
    - `"move"` (string): The move.
    - `"moved"` (boolean): True if the seat has moved by it.
  - `"kind"` is `"retry_cap_reached"`: Too many of a bot's moves were refused in one turn. To its seat.
  - `"kind"` is `"paused"`: The host has stopped the clocks; nobody moves meanwhile. To all.
  - `"kind"` is `"resumed"`: The clocks go on. To all.
  - `"kind"` is `"ended"`: The game has ended. To all.
    - `"winner"` (string or nil): The winner, if there is exactly one.
    - `"winners"` (list of string): All winners, in the order of the seats.
    - `"draw"` (boolean): True if there is no winner.
    - `"reason"` (string): The reason of the end, as a stable word in `snake_case`.
    - `"scores"` (list of number): The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
  """
  @type table_event :: %{String.t() => Boardwright.data()}

  @typedoc """
  Fields that a table adds to a seat's view of the game.

  - `"status"` (string): `playing`, `waiting` while a seat is empty, `paused`, or `ended`.
  - `"players"` (list of `t:player_view/0`): The seats, in order.
  - `"draw_offer"` (string or nil): The seat that offers a draw.
  - `"next_seq"` (integer): The number that the seat's next event will have.
  - `"events"` (`t:events_answer/0` or nil, or absent): The seat's events from `since` on, as `events` gives them; absent unless asked for.
  """
  @type table_part :: %{String.t() => Boardwright.data()}

  @typedoc """
  The answer to `view`: what the game shows the seat, with what the table knows better and what it adds.

  - `"seat"` (string): The seat.
  - `"live"` (list of string or nil, or absent): The seats that may act, none after the end; not where something is hidden.
  - `"to_move"` (string or nil, or absent): The seat that may act, where it is one alone; not where something is hidden.
  - `"outcome"` (`t:named_outcome/0` or nil): Outcome of the game: by its rules, a flag, a resignation or an agreement.
  - `"table"` (`t:table_part/0`): Fields that belong to the table.
  """
  @type table_view :: %{String.t() => Boardwright.data()}

  @typedoc """
  The answer to `tick`. Times are the host's, in milliseconds.

  - `"now"` (integer): The time that the table has been told.
  - `"next_flag"` (integer or nil): When the next flag falls if nobody moves.
  - `"next"` (integer or nil): When something happens by itself: a flag falls, or somebody has been gone too long.
  - `"ended"` (boolean): True if the game has ended.
  """
  @type tick_answer :: %{String.t() => Boardwright.data()}

  @typedoc """
  An event with who hears it.

  - `"kind"` is `"attempt"`: An attempt of the seat that is told.
    - `"attempt"` (string): The attempt.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"moved"`: A side has moved.
    - `"name"` (string): `white_moved` or `black_moved`.
    - `"seat"` (string): The side.
    - `"move"` (string or nil, or absent): The move, as it was attempted; absent where anything is hidden.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"rejected"`: An attempt was refused.
    - `"name"` (string): The reason: `illegal_move`, `nonsense`, `already_tried`, `wont_help`, `no_such_piece` or `no_legal_moves`.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"capture"`: A piece was taken.
    - `"name"` (string): `capture`.
    - `"square"` (string): The square; of a capture in passing that is named, the one where the pawn lands.
    - `"victim"` (string): The piece that was taken: `hidden`, `pawn`, `piece` for any other, or the name of the piece.
    - `"by"` (string): The piece that took it, as `victim`.
    - `"en_passant"` (boolean): True if it is named as a capture in passing.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"check"`: The side to move is in check.
    - `"name"` (string): `check`.
    - `"directions"` (list of string): Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"pawn_tries"`: The captures that the pawns of the side to move could make are told.
    - `"name"` (string): `pawn_tries`.
    - `"count"` (integer, or absent): (Their number is told.) The number.
    - `"any"` (boolean, or absent): (No more is told than that there are any, or none.) True if there are any.
    - `"squares"` (list of string, or absent): (The pawns are told.) The squares of the pawns.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"any_answer"`: The question "any?" is answered.
    - `"name"` (string): `any_yes` or `any_no`.
    - `"any"` (boolean): True if a pawn can take something.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"must_try_pawn"`: A pawn has to take something.
    - `"name"` (string): `must_try_pawn`.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"released"`: A pawn need not take anything any longer.
    - `"name"` (string): `released`.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"promoted"`: A pawn was promoted.
    - `"name"` (string): `promoted`.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"dropped"`: A piece was dropped.
    - `"name"` (string): `dropped`.
    - `"piece"` (string): The name of the piece.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"rebuffs"`: Attempts were refused before the move.
    - `"name"` (string): `rebuffs`.
    - `"count"` (integer): The number of them.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"sensed"`: A look has shown something.
    - `"name"` (string): `sensed`.
    - `"around"` (string or nil): The square in the middle; null if none was chosen.
    - `"squares"` (list of string): The squares that are seen.
    - `"men"` (a map of names to string): The other side's pieces on them, by square, by the name of the piece.
    - `"en_passant"` (string or nil): The square behind a pawn that may be taken in passing; null without one in sight.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"move_taken"`: A move was taken, perhaps as another one.
    - `"name"` (string): `move_taken`.
    - `"asked"` (string or nil): The move that was wanted; null for none.
    - `"done"` (string or nil): The one that was made; null if it could not be made at all.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"sees"`: A side sees something from now on.
    - `"name"` (string): `sees`.
    - `"squares"` (list of string): The squares that are seen.
    - `"men"` (a map of names to string): The other side's pieces on them, by square, by the name of the piece.
    - `"en_passant"` (string or nil): The square behind a pawn that may be taken in passing; null without one in sight.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"drop"`: A piece was dropped.
    - `"piece"` (string): The piece.
    - `"to"` (string): The square.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"castle"`: A king has castled.
    - `"king"` (`t:way/0`): The way of the king.
    - `"rook"` (`t:way/0`): The way of the rook.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"move"`: A piece has moved.
    - `"piece"` (string or nil): The piece.
    - `"from"` (string): The square it left.
    - `"to"` (string): The square it came to.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"capture"`: A piece was taken.
    - `"square"` (string): The square it stood on.
    - `"piece"` (string): The piece.
    - `"en_passant"` (boolean): True if it was taken in passing.
    - `"promoted"` (boolean, or absent): True if the piece was a promoted pawn.
    - `"pocketed"` (string, or absent): (It goes into the pocket of whoever took it.) The piece in hand.
    - `"handed_over"` (string or nil, or absent): (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"promotion"`: A pawn was promoted.
    - `"piece"` (string): The piece it has become.
    - `"square"` (string): The square.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"check"`: The side to move is in check.
    - `"checkers"` (list of string): The squares of the pieces that give it.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"end"`: The game has ended.
    - `"winner"` (string or nil): The winner, if there is exactly one.
    - `"winners"` (list of string): All winners, in the order of the seats.
    - `"draw"` (boolean): True if there is no winner.
    - `"reason"` (string): The reason of the end, as a stable word in `snake_case`.
    - `"scores"` (list of number): The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"frozen"`: A seat is mated as long as its partner sends nothing.
    - `"seat"` (string or nil): The seat.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  - `"kind"` is `"waiting"`: A seat cannot move as long as its partner sends nothing.
    - `"seat"` (string or nil): The seat.
    - `"audience"` (string or nil, or absent): The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
  """
  @type told_event :: %{String.t() => Boardwright.data()}

  @typedoc """
  Results of one player against another.

  - `"wins"` (integer): Games won.
  - `"draws"` (integer): Games drawn.
  - `"losses"` (integer): Games lost.
  """
  @type tournament_cell :: %{String.t() => Boardwright.data()}

  @typedoc """
  The outcome of a tournament: its table, and the times of its players.

  - `"table"` (`t:tournament_table/0`): The table, which holds no times: with limits by nodes or depth it is the same everywhere.
  - `"markdown"` (string): The table in Markdown.
  - `"times"` (list of `t:player_times/0`): The times of the players, in the order in which they were given.
  - `"rated"` (`t:rated_results/0`): The results as a registry of bots rates them.
  """
  @type tournament_report :: %{String.t() => Boardwright.data()}

  @typedoc """
  A system by which players meet.

  - `"round_robin"`: Everybody meets everybody.
  - `"gauntlet"`: The first players meet all others, who do not meet each other.
  - `"swiss"`: In each round, players with about as many points meet who have not met.
  - `"knock_out"`: A player that loses is out.
  - `"fixed"`: Everybody stays at one seat: games without exchange of seats.
  """
  @type tournament_system :: String.t()

  @typedoc """
  A table of a tournament.

  - `"game"` (string): The game.
  - `"system"` (`t:tournament_system/0`): The system by which players met.
  - `"games"` (integer): The number of games.
  - `"complete"` (boolean): True if all games have been played.
  - `"players"` (list of `t:standing/0`): The players, the first one first.
  - `"cells"` (list of list of `t:tournament_cell/0` or nil): The results of each player, in that order, against each player, in that order; null where they have not met.
  - `"seats"` (a map of names to `t:results/0`): The results by seat, whoever held it.
  - `"reasons"` (a map of names to integer): The number of games by how they ended.
  - `"plies"` (`t:plies/0`): The lengths of the games.
  - `"estimate"` (`t:estimate/0` or nil): The difference in strength, in a match of two players.
  - `"sprt"` (`t:verdict/0` or nil): State of the sequential test, where there is one.
  """
  @type tournament_table :: %{String.t() => Boardwright.data()}

  @typedoc """
  State of the test.

  - `"undecided"`: More games are needed.
  - `"elo0"`: The first hypothesis is accepted.
  - `"elo1"`: The second hypothesis is accepted.
  """
  @type verdict :: String.t()

  @typedoc """
  The way of a piece.

  - `"from"` (string): The square it left.
  - `"to"` (string): The square it came to.
  """
  @type way :: %{String.t() => Boardwright.data()}

  @typedoc """
  A rating by Weng and Lin.

  - `"rating"` (number): The rating.
  - `"uncertainty"` (number): Its uncertainty.
  """
  @type weng_lin :: %{String.t() => Boardwright.data()}

  @typedoc """
  The answer to `spectator_view` and `referee_view`.

  - `"live"` (list of string or nil, or absent): The seats that may act, none after the end; where `shown` only.
  - `"to_move"` (string or nil, or absent): The seat that may act, where it is one alone; where `shown` only.
  - `"outcome"` (`t:named_outcome/0` or nil): Outcome of the game: by its rules, a flag, a resignation or an agreement.
  - `"shown"` (boolean): False while spectators may see nothing of the game, which hides something.
  - `"table"` (`t:table_part/0`): Fields that belong to the table.
  """
  @type whole_view :: %{String.t() => Boardwright.data()}
end
