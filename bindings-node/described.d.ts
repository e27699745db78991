// What the library tells, by its own declarations. Made by
// `cargo run -p xtask -- reference`; not to be edited by hand.

/** The answer to `undo` and `propose_edit`. */
export interface AgreedAnswer {
  /** The number from which on the seat's events are new. */
  readonly since: number
  /** True if all have agreed, so that it is done. */
  readonly done: boolean
}

/** An attack that can be made. */
export interface Attack {
  /** The move that makes it. */
  readonly move: string
  /** The hex that the attacker starts from. */
  readonly attacker: string
  /** The hex of the defender. */
  readonly defender: string
  /** The weight of the attacker. */
  readonly attack: CombatSide
  /** The weight of the defender. */
  readonly defence: CombatSide
  /** `push` or `blocked`. */
  readonly outcome: string
  /** `defence` where that is not less than the attack, else `shield`, `ally` or `throne`, by which the line is held; null for a push. */
  readonly stop: string | null
}

/** The position that no seat sees where anything is hidden. */
export interface BlindDescription {
  /** The side to move, `white` or `black`. */
  readonly turn: string
  /** The number of the move, from 1. */
  readonly fullmove: number
  /** Plies since a pawn moved or something was taken. */
  readonly halfmove: number
  /** The pieces by square, as FEN has them: capitals are White's. */
  readonly pieces: Readonly<Record<string, string>>
  /** The squares of the rooks that may still castle. */
  readonly castling_rooks: { readonly white: readonly string[]; readonly black: readonly string[] }
  /** The square behind a pawn that may be taken in passing; null without one. */
  readonly en_passant: string | null
  /** True if the side to move is in check. */
  readonly check?: boolean
  /** The squares of the pieces that give it. */
  readonly checkers?: readonly string[]
  /** The name of the rule set. */
  readonly rules: string
  /** The square of the piece that is taken up; null for none. */
  readonly touched: string | null
  /** True if a capture by a pawn must be tried. */
  readonly must_try_pawn: boolean
  /** The answer to "any?" in this turn; null if it was not asked. */
  readonly asked: boolean | null
  /** The attempts that were refused in this turn. */
  readonly tried: readonly string[]
  /** The number of attempts that were refused in this turn. */
  readonly refused: number
  /** True if a look was taken in this turn, where that comes before the move. */
  readonly sensed: boolean
  /** (With drops.) The pieces in hand, by letter. */
  readonly pockets?: { readonly white: Readonly<Record<string, number>>; readonly black: Readonly<Record<string, number>> }
  /** (With drops.) The squares of promoted pieces, which count as pawns when they are taken. */
  readonly promoted?: readonly string[]
  /** (Without.) The draw that the side to move may claim, as the reason it would have. */
  readonly claimable_draw?: string | null
}

/** Something that the moderator says, or that a seat has attempted. `name` is the stable name, which tells apart what is of one kind. */
export type BlindEvent =
  | {
      /** An attempt of the seat that is told. */
      readonly kind: 'attempt'
      /** The attempt. */
      readonly attempt: string
    }
  | {
      /** A side has moved. */
      readonly kind: 'moved'
      /** `white_moved` or `black_moved`. */
      readonly name: string
      /** The side. */
      readonly seat: string
      /** The move, as it was attempted; absent where anything is hidden. */
      readonly move?: string | null
    }
  | {
      /** An attempt was refused. */
      readonly kind: 'rejected'
      /** The reason: `illegal_move`, `nonsense`, `already_tried`, `wont_help`, `no_such_piece` or `no_legal_moves`. */
      readonly name: string
    }
  | {
      /** A piece was taken. */
      readonly kind: 'capture'
      /** `capture`. */
      readonly name: string
      /** The square; of a capture in passing that is named, the one where the pawn lands. */
      readonly square: string
      /** The piece that was taken: `hidden`, `pawn`, `piece` for any other, or the name of the piece. */
      readonly victim: string
      /** The piece that took it, as `victim`. */
      readonly by: string
      /** True if it is named as a capture in passing. */
      readonly en_passant: boolean
    }
  | {
      /** The side to move is in check. */
      readonly kind: 'check'
      /** `check`. */
      readonly name: string
      /** Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`. */
      readonly directions: readonly string[]
    }
  | {
      /** The captures that the pawns of the side to move could make are told. */
      readonly kind: 'pawn_tries'
      /** `pawn_tries`. */
      readonly name: string
      /** (Their number is told.) The number. */
      readonly count?: number
      /** (No more is told than that there are any, or none.) True if there are any. */
      readonly any?: boolean
      /** (The pawns are told.) The squares of the pawns. */
      readonly squares?: readonly string[]
    }
  | {
      /** The question "any?" is answered. */
      readonly kind: 'any_answer'
      /** `any_yes` or `any_no`. */
      readonly name: string
      /** True if a pawn can take something. */
      readonly any: boolean
    }
  | {
      /** A pawn has to take something. */
      readonly kind: 'must_try_pawn'
      /** `must_try_pawn`. */
      readonly name: string
    }
  | {
      /** A pawn need not take anything any longer. */
      readonly kind: 'released'
      /** `released`. */
      readonly name: string
    }
  | {
      /** A pawn was promoted. */
      readonly kind: 'promoted'
      /** `promoted`. */
      readonly name: string
    }
  | {
      /** A piece was dropped. */
      readonly kind: 'dropped'
      /** `dropped`. */
      readonly name: string
      /** The name of the piece. */
      readonly piece: string
    }
  | {
      /** Attempts were refused before the move. */
      readonly kind: 'rebuffs'
      /** `rebuffs`. */
      readonly name: string
      /** The number of them. */
      readonly count: number
    }
  | {
      /** A look has shown something. */
      readonly kind: 'sensed'
      /** `sensed`. */
      readonly name: string
      /** The square in the middle; null if none was chosen. */
      readonly around: string | null
      /** The squares that are seen. */
      readonly squares: readonly string[]
      /** The other side's pieces on them, by square, by the name of the piece. */
      readonly men: Readonly<Record<string, string>>
      /** The square behind a pawn that may be taken in passing; null without one in sight. */
      readonly en_passant: string | null
    }
  | {
      /** A move was taken, perhaps as another one. */
      readonly kind: 'move_taken'
      /** `move_taken`. */
      readonly name: string
      /** The move that was wanted; null for none. */
      readonly asked: string | null
      /** The one that was made; null if it could not be made at all. */
      readonly done: string | null
    }
  | {
      /** A side sees something from now on. */
      readonly kind: 'sees'
      /** `sees`. */
      readonly name: string
      /** The squares that are seen. */
      readonly squares: readonly string[]
      /** The other side's pieces on them, by square, by the name of the piece. */
      readonly men: Readonly<Record<string, string>>
      /** The square behind a pawn that may be taken in passing; null without one in sight. */
      readonly en_passant: string | null
    }
  | {
      /** A piece was dropped. */
      readonly kind: 'drop'
      /** The piece. */
      readonly piece: string
      /** The square. */
      readonly to: string
    }
  | {
      /** A king has castled. */
      readonly kind: 'castle'
      /** The way of the king. */
      readonly king: Way
      /** The way of the rook. */
      readonly rook: Way
    }
  | {
      /** A piece has moved. */
      readonly kind: 'move'
      /** The piece. */
      readonly piece: string | null
      /** The square it left. */
      readonly from: string
      /** The square it came to. */
      readonly to: string
    }
  | {
      /** A piece was taken. */
      readonly kind: 'capture'
      /** The square it stood on. */
      readonly square: string
      /** The piece. */
      readonly piece: string
      /** True if it was taken in passing. */
      readonly en_passant: boolean
      /** True if the piece was a promoted pawn. */
      readonly promoted?: boolean
      /** (It goes into the pocket of whoever took it.) The piece in hand. */
      readonly pocketed?: string
      /** (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it. */
      readonly handed_over?: string | null
    }
  | {
      /** A pawn was promoted. */
      readonly kind: 'promotion'
      /** The piece it has become. */
      readonly piece: string
      /** The square. */
      readonly square: string
    }
  | {
      /** The side to move is in check. */
      readonly kind: 'check'
      /** The squares of the pieces that give it. */
      readonly checkers: readonly string[]
    }
  | {
      /** The game has ended. */
      readonly kind: 'end'
      /** The winner, if there is exactly one. */
      readonly winner: string | null
      /** All winners, in the order of the seats. */
      readonly winners: readonly string[]
      /** True if there is no winner. */
      readonly draw: boolean
      /** The reason of the end, as a stable word in `snake_case`. */
      readonly reason: string
      /** The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw. */
      readonly scores: readonly number[]
    }
  | {
      /** A seat is mated as long as its partner sends nothing. */
      readonly kind: 'frozen'
      /** The seat. */
      readonly seat: string | null
    }
  | {
      /** A seat cannot move as long as its partner sends nothing. */
      readonly kind: 'waiting'
      /** The seat. */
      readonly seat: string | null
    }

/** A board for clients. */
export interface BoardDescription {
  /** The side to move, `white` or `black`. */
  readonly turn: string
  /** The number of the move, from 1. */
  readonly fullmove: number
  /** Plies since a pawn moved or something was taken. */
  readonly halfmove: number
  /** The pieces by square, as FEN has them: capitals are White's. */
  readonly pieces: Readonly<Record<string, string>>
  /** The squares of the rooks that may still castle. */
  readonly castling_rooks: { readonly white: readonly string[]; readonly black: readonly string[] }
  /** The square behind a pawn that may be taken in passing. */
  readonly en_passant: string | null
  /** True if the side to move is in check. */
  readonly check: boolean
  /** The squares of the pieces that give it. */
  readonly checkers: readonly string[]
  /** On a board of bughouse: `playing`, `frozen` in a mate that a piece from the partner could parry, `waiting` where none but such a piece can move, or `over`. */
  readonly status?: string | null
  /** (With drops.) The pieces in hand, by letter. */
  readonly pockets?: { readonly white: Readonly<Record<string, number>>; readonly black: Readonly<Record<string, number>> }
  /** (With drops.) The squares of promoted pieces, which count as pawns when they are taken. */
  readonly promoted?: readonly string[]
  /** (Without.) The draw that the side to move may claim, as the reason it would have. */
  readonly claimable_draw?: string | null
}

/** Something that a move brings about on a board. Pieces are letters as in FEN. */
export type BoardEvent =
  | {
      /** A piece was dropped. */
      readonly kind: 'drop'
      /** The piece. */
      readonly piece: string
      /** The square. */
      readonly to: string
    }
  | {
      /** A king has castled. */
      readonly kind: 'castle'
      /** The way of the king. */
      readonly king: Way
      /** The way of the rook. */
      readonly rook: Way
    }
  | {
      /** A piece has moved. */
      readonly kind: 'move'
      /** The piece. */
      readonly piece: string | null
      /** The square it left. */
      readonly from: string
      /** The square it came to. */
      readonly to: string
    }
  | {
      /** A piece was taken. */
      readonly kind: 'capture'
      /** The square it stood on. */
      readonly square: string
      /** The piece. */
      readonly piece: string
      /** True if it was taken in passing. */
      readonly en_passant: boolean
      /** True if the piece was a promoted pawn. */
      readonly promoted?: boolean
      /** (It goes into the pocket of whoever took it.) The piece in hand. */
      readonly pocketed?: string
      /** (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it. */
      readonly handed_over?: string | null
    }
  | {
      /** A pawn was promoted. */
      readonly kind: 'promotion'
      /** The piece it has become. */
      readonly piece: string
      /** The square. */
      readonly square: string
    }
  | {
      /** The side to move is in check. */
      readonly kind: 'check'
      /** The squares of the pieces that give it. */
      readonly checkers: readonly string[]
    }
  | {
      /** The game has ended. */
      readonly kind: 'end'
      /** The winner, if there is exactly one. */
      readonly winner: string | null
      /** All winners, in the order of the seats. */
      readonly winners: readonly string[]
      /** True if there is no winner. */
      readonly draw: boolean
      /** The reason of the end, as a stable word in `snake_case`. */
      readonly reason: string
      /** The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw. */
      readonly scores: readonly number[]
    }
  | {
      /** A seat is mated as long as its partner sends nothing. */
      readonly kind: 'frozen'
      /** The seat. */
      readonly seat: string | null
    }
  | {
      /** A seat cannot move as long as its partner sends nothing. */
      readonly kind: 'waiting'
      /** The seat. */
      readonly seat: string | null
    }

/** One of the two boards. */
export interface BoardOfTwo {
  /** The side to move, `white` or `black`. */
  readonly turn: string
  /** The number of the move, from 1. */
  readonly fullmove: number
  /** Plies since a pawn moved or something was taken. */
  readonly halfmove: number
  /** The pieces by square, as FEN has them: capitals are White's. */
  readonly pieces: Readonly<Record<string, string>>
  /** The squares of the rooks that may still castle. */
  readonly castling_rooks: { readonly white: readonly string[]; readonly black: readonly string[] }
  /** The square behind a pawn that may be taken in passing. */
  readonly en_passant: string | null
  /** True if the side to move is in check. */
  readonly check: boolean
  /** The squares of the pieces that give it. */
  readonly checkers: readonly string[]
  /** On a board of bughouse: `playing`, `frozen` in a mate that a piece from the partner could parry, `waiting` where none but such a piece can move, or `over`. */
  readonly status?: string | null
  /** The seats of the sides. */
  readonly seats: { readonly white: string; readonly black: string }
  /** The board as text. */
  readonly notation: string
  /** The same with the pocket as a ninth rank. */
  readonly slash_notation: string
  /** (With drops.) The pieces in hand, by letter. */
  readonly pockets?: { readonly white: Readonly<Record<string, number>>; readonly black: Readonly<Record<string, number>> }
  /** (With drops.) The squares of promoted pieces, which count as pawns when they are taken. */
  readonly promoted?: readonly string[]
  /** (Without.) The draw that the side to move may claim, as the reason it would have. */
  readonly claimable_draw?: string | null
}

/** A position for clients. */
export interface BoostDescription {
  /** The identifier of the game, `boost-WIDTH-HEIGHT-PLAYERS-POPULATION-TOWERS`, with `-demo` for a demo. */
  readonly identifier: string
  /** The number of files. */
  readonly width: number
  /** The number of ranks. */
  readonly height: number
  /** The player whose turn it is. */
  readonly turn: string
  /** The pieces by point, as the notation has them. */
  readonly pieces: Readonly<Record<string, string>>
  /** The number of dragons. */
  readonly dragons: number
  /** The players in the order of their seats. */
  readonly players: readonly PlayerDescription[]
  /** A key of the arrangement, the turn and who has resigned, 16 hexadecimal digits. */
  readonly signature: string
  /** The signature after the turn has passed. */
  readonly next_signature: string
  /** The signature with pawns and knights alike. */
  readonly opening_signature: string
  /** The point in the middle, from which compensation moves the dragon; null on boards without. */
  readonly compensation_from: string | null
  /** The point above it, to which the dragon is moved; null on boards without a middle. */
  readonly compensation_to: string | null
  /** The gain of a position that is in the opening book, in decitempi; else 0. */
  readonly in_book_bonus: number
}

/** Something that a move brings about. Pieces are `pawn`, `knight`, `tower` or `dragon`. */
export type BoostEvent =
  | {
      /** A player has passed. */
      readonly kind: 'pass'
      /** The player. */
      readonly seat: string
    }
  | {
      /** A pawn has become a knight. */
      readonly kind: 'promote'
      /** The owner of the pawn. */
      readonly seat: string
      /** The point. */
      readonly at: string
    }
  | {
      /** A tower was built on an empty point. */
      readonly kind: 'build'
      /** The player who has built it. */
      readonly seat: string
      /** The point. */
      readonly at: string
    }
  | {
      /** A piece has moved. */
      readonly kind: 'move'
      /** The player who has moved it. */
      readonly seat: string
      /** The piece; null in a move that is not legal, from an empty point. */
      readonly piece: string | null
      /** The point it left. */
      readonly from: string
      /** The point it came to. */
      readonly to: string
    }
  | {
      /** A piece was taken. */
      readonly kind: 'capture'
      /** The player who has lost it. */
      readonly seat: string
      /** The piece. */
      readonly piece: string
      /** The point it stood on. */
      readonly at: string
    }
  | {
      /** A player is out. */
      readonly kind: 'defeated'
      /** The player. */
      readonly seat: string
    }
  | {
      /** The game has ended. */
      readonly kind: 'end'
      /** The winner, if there is exactly one. */
      readonly winner: string | null
      /** All winners, in the order of the seats. */
      readonly winners: readonly string[]
      /** True if there is no winner. */
      readonly draw: boolean
      /** The reason of the end, as a stable word in `snake_case`. */
      readonly reason: string
      /** The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw. */
      readonly scores: readonly number[]
    }

/** Kind of a bot. */
export type BotKind = 'internal' | 'external'

/** A rating of a bot in one game and mode. */
export interface BotRating {
  /** Games won. */
  readonly wins: number
  /** Games drawn. */
  readonly draws: number
  /** Games lost. */
  readonly losses: number
  /** The rating by Glicko-2; null before a game of two players. */
  readonly glicko: Glicko | null
  /** The rating by Weng and Lin. */
  readonly weng_lin: WengLin
}

/** Status of a bot. */
export type BotStatus = 'active' | 'paused' | 'retired'

/** A position of two boards for clients. */
export interface BughouseDescription {
  /** The seats of either team. */
  readonly teams: readonly (readonly string[])[]
  /** The boards by letter. */
  readonly boards: Readonly<Record<string, BoardOfTwo>>
  /** The seats by name. */
  readonly places: Readonly<Record<string, Place>>
}

/** Something that a move brings about on either board. */
export type BughouseEvent =
  | {
      /** A piece goes to the partner. */
      readonly kind: 'transfer'
      /** The board it goes to. */
      readonly board: string
      /** The partner. */
      readonly seat: string
      /** The piece, a letter as in FEN. */
      readonly piece: string
    }
  | {
      /** A seat is mated as long as its partner sends nothing. */
      readonly kind: 'frozen'
      /** Its board. */
      readonly board: string
      /** The seat. */
      readonly seat: string
    }
  | {
      /** A seat cannot move as long as its partner sends nothing. */
      readonly kind: 'waiting'
      /** Its board. */
      readonly board: string
      /** The seat. */
      readonly seat: string
    }
  | {
      /** A seat can move again. */
      readonly kind: 'freed'
      /** Its board. */
      readonly board: string
      /** The seat. */
      readonly seat: string
    }
  | {
      /** The game has ended. */
      readonly kind: 'end'
      /** The board that ended it, if one alone did. */
      readonly board?: string | null
      /** The winner, if there is exactly one. */
      readonly winner: string | null
      /** All winners, in the order of the seats. */
      readonly winners: readonly string[]
      /** True if there is no winner. */
      readonly draw: boolean
      /** The reason of the end, as a stable word in `snake_case`. */
      readonly reason: string
      /** The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw. */
      readonly scores: readonly number[]
    }
  | {
      /** A piece was dropped. */
      readonly kind: 'drop'
      /** The piece. */
      readonly piece: string
      /** The square. */
      readonly to: string
      /** The board. */
      readonly board: string
    }
  | {
      /** A king has castled. */
      readonly kind: 'castle'
      /** The way of the king. */
      readonly king: Way
      /** The way of the rook. */
      readonly rook: Way
      /** The board. */
      readonly board: string
    }
  | {
      /** A piece has moved. */
      readonly kind: 'move'
      /** The piece. */
      readonly piece: string | null
      /** The square it left. */
      readonly from: string
      /** The square it came to. */
      readonly to: string
      /** The board. */
      readonly board: string
    }
  | {
      /** A piece was taken. */
      readonly kind: 'capture'
      /** The square it stood on. */
      readonly square: string
      /** The piece. */
      readonly piece: string
      /** True if it was taken in passing. */
      readonly en_passant: boolean
      /** True if the piece was a promoted pawn. */
      readonly promoted?: boolean
      /** (It goes into the pocket of whoever took it.) The piece in hand. */
      readonly pocketed?: string
      /** (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it. */
      readonly handed_over?: string | null
      /** The board. */
      readonly board: string
    }
  | {
      /** A pawn was promoted. */
      readonly kind: 'promotion'
      /** The piece it has become. */
      readonly piece: string
      /** The square. */
      readonly square: string
      /** The board. */
      readonly board: string
    }
  | {
      /** The side to move is in check. */
      readonly kind: 'check'
      /** The squares of the pieces that give it. */
      readonly checkers: readonly string[]
      /** The board. */
      readonly board: string
    }
  | {
      /** The game has ended. */
      readonly kind: 'end'
      /** The winner, if there is exactly one. */
      readonly winner: string | null
      /** All winners, in the order of the seats. */
      readonly winners: readonly string[]
      /** True if there is no winner. */
      readonly draw: boolean
      /** The reason of the end, as a stable word in `snake_case`. */
      readonly reason: string
      /** The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw. */
      readonly scores: readonly number[]
      /** The board. */
      readonly board: string
    }
  | {
      /** A seat is mated as long as its partner sends nothing. */
      readonly kind: 'frozen'
      /** The seat. */
      readonly seat: string | null
      /** The board. */
      readonly board: string
    }
  | {
      /** A seat cannot move as long as its partner sends nothing. */
      readonly kind: 'waiting'
      /** The seat. */
      readonly seat: string | null
      /** The board. */
      readonly board: string
    }

/** The answer to what changes something. */
export interface Changed {
  /** The number from which on the seat's events are new. */
  readonly since: number
  /** True if the game has ended. */
  readonly ended: boolean
  /** Why the rules refused an attempt, as a stable word; the turn goes on. */
  readonly refused?: string | null
}

/** A check that was announced. */
export interface CheckDescription {
  /** The side that is in check. */
  readonly seat: string
  /** Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`. */
  readonly directions: readonly string[]
}

/** An attack weighed, for clients. */
export interface CombatDescription {
  /** The hex that the attacker starts from. */
  readonly attacker: string
  /** The hex of the defender. */
  readonly defender: string
  /** The weight of the attacker. */
  readonly attack: CombatSide
  /** The weight of the defender. */
  readonly defence: CombatSide
  /** `push` or `blocked`. */
  readonly outcome: string
  /** `defence` where that is not less than the attack, else `shield`, `ally` or `throne`, by which the line is held; null for a push. */
  readonly stop: string | null
}

/** The weight of one side of an attack. */
export interface CombatSide {
  /** The strength of the piece itself: 2 for a Jarl, 1 for a warrior. */
  readonly strength: number
  /** 1 after a run-up, else 0; absent for the defender. */
  readonly momentum?: number | null
  /** The strength of the friends in an unbroken line behind it. */
  readonly support: number
  /** The hexes of these friends. */
  readonly supporters: readonly string[]
  /** The sum of all. */
  readonly total: number
}

/** The fault of a game that could not be read. */
export interface Damage {
  /** The line that the game begins in, from 1. */
  readonly from: number
  /** The line of the fault. */
  readonly line: number
  /** The kind of the fault. */
  readonly kind: DamageKind
  /** The fault in words. */
  readonly message: string
}

/** Kind of a fault. */
export type DamageKind = 'tag' | 'too_many_tags' | 'variant' | 'start' | 'unreadable_move' | 'illegal_move' | 'game_over' | 'null_move' | 'glyph' | 'comment' | 'variation' | 'too_deep' | 'too_long' | 'no_result' | 'input'

/** The Elo of one of many players. */
export interface EloEntry {
  /** The name. */
  readonly name: string
  /** The rating to a tenth, of all on average 0. */
  readonly elo: number
  /** Half of its 95 % interval, to a tenth. */
  readonly error: number
  /** The likelihood, 0 to 1, that it is stronger than the next one; null for the last. */
  readonly superiority: number | null
}

/** The answer to what the host does to the whole table. */
export interface EndedAnswer {
  /** True if the game has ended. */
  readonly ended: boolean
}

/** The result of the check of an endpoint. */
export interface EndpointReport {
  /** The model. */
  readonly model: string
  /** True if it may be called. */
  readonly ok: boolean
  /** The reason if not. */
  readonly reason: string | null
}

/** An estimate of how much stronger one player is than another. */
export interface Estimate {
  /** The unit from which it was made. */
  readonly method: Method
  /** Number of those games. */
  readonly games: number
  /** The share of the points, 0 to 1. */
  readonly score: number
  /** The Elo difference; `None` where it would be infinite. */
  readonly elo: number | null
  /** The lower end of its 95 % interval; `None` for minus infinity. */
  readonly elo_low: number | null
  /** The upper end; `None` for plus infinity. */
  readonly elo_high: number | null
  /** The lead in standard deviations of a game, in units of Elo (800 / ln 10 for one): independent of how drawish the games are. `None` where all results are alike. */
  readonly normalised_elo: number | null
  /** The likelihood of superiority, 0 to 1: that the player is the stronger one, by the normal approximation. */
  readonly los: number
}

/** The answer to `events`. */
export interface EventsAnswer {
  /** The number of the first of them. */
  readonly since: number
  /** The number from which to go on. */
  readonly next: number
  /** True if there are more already. */
  readonly more: boolean
  /** The events, each with its number as `seq` and, unless the seat does not hear of every move, the number of moves made by then as `ply`. */
  readonly events: readonly unknown[]
}

/** A call for an answer and what it came to. */
export interface Exchange {
  /** The number of the question to the player, from 1. */
  readonly question: number
  /** The game. */
  readonly game: string
  /** The seat. */
  readonly seat: string
  /** The host's time when it began, in milliseconds. */
  readonly at: number
  /** The time that it took, in milliseconds. */
  readonly took: number
  /** The index of the endpoint. */
  readonly endpoint: number
  /** The model. */
  readonly model: string
  /** The form of answer that was asked for. */
  readonly output: Output
  /** The messages that were sent. */
  readonly messages: readonly Message[]
  /** The status of the response; none without one. */
  readonly status: number | null
  /** The words of the model; none without any. */
  readonly answer: string | null
  /** Tokens of the prompt. */
  readonly input_tokens: number
  /** Tokens of the answer. */
  readonly output_tokens: number
  /** The result. */
  readonly result: ExchangeResult
  /** The reason for which there is no answer, or it is not taken. */
  readonly reason: string | null
}

/** The result of a call. */
export type ExchangeResult = 'answer' | 'wrong' | 'stepped_down' | 'limited' | 'timeout' | 'error' | 'cancelled'

/** The answer to `fill`. */
export interface FillAnswer {
  /** The seats at which bots sit now. */
  readonly filled: readonly string[]
}

/** A finished game of a tournament. */
export interface FinishedGame {
  /** Its number, from 0; the same in every run. */
  readonly id: number
  /** The number of its encounter, from 0. */
  readonly encounter: number
  /** The round of the encounter, from 0. */
  readonly round: number
  /** The number of its opening; games of one opening differ by who sits where. */
  readonly opening: number
  /** The name of the player at each seat. */
  readonly players: Readonly<Record<string, string>>
  /** The names of the winning seats. */
  readonly winners: readonly string[]
  /** True if there is no winner. */
  readonly draw: boolean
  /** Why it ended. */
  readonly reason: string
  /** The fault by which a player lost that was no move. */
  readonly fault: GameFault | null
  /** The position that it began with; null for the game's own start. */
  readonly start: string | null
  /** The moves, those of the opening first, in the game's canonical notation. */
  readonly moves: readonly string[]
  /** The time that all decisions took, in milliseconds. */
  readonly time: number
  /** The number of moves for which another player stepped in. */
  readonly fallbacks: number
  /** The game in PGN or BPGN, where that was asked for. */
  readonly pgn: string | null
  /** The number of finished games by then, those of earlier runs included. */
  readonly done: number
  /** The number of games that are known to be played. */
  readonly games: number
}

/** The knowledge of a seat under fog, for clients. Seats go by their names, hexes by their axial coordinates `q,r`. */
export interface FogDescription {
  /** The radius that is left of the board, in hexes. */
  readonly radius: number
  /** The number of the turn, from 1. */
  readonly turn: number
  /** The number of the round, from 1. */
  readonly round: number
  /** The first player of the round. */
  readonly first: string
  /** The player to move, as far as the seat is told. */
  readonly mover: string
  /** The task of the seat: `waiting`, `moving`, `placing` a shield, or `starving` where it has to give up a warrior. */
  readonly phase: string
  /** The players who are still in the game. */
  readonly living: readonly string[]
  /** The hexes in sight. */
  readonly visible: readonly string[]
  /** The pieces in sight by hex: `J0` is the Jarl of player 0, `W0` a warrior of it. */
  readonly pieces: Readonly<Record<string, string>>
  /** The holes that the seat sees or has seen. */
  readonly holes: readonly string[]
  /** The shields that the seat sees or has seen. */
  readonly shields: readonly string[]
}

/** A fault by which a player lost a game. */
export interface GameFault {
  /** The seat. */
  readonly seat: string
  /** The name of the player. */
  readonly player: string
  /** `crash`, `illegal_move` or `timeout`. */
  readonly kind: string
  /** The fault in words. */
  readonly message: string
}

/** A rating by Glicko-2. */
export interface Glicko {
  /** The rating. */
  readonly rating: number
  /** Its deviation; the 95 % interval reaches 1.96 times as far to both sides. */
  readonly deviation: number
  /** The volatility. */
  readonly volatility: number
}

/** A position for clients. */
export interface JarlsDescription {
  /** The radius that is left of the board, in hexes. */
  readonly radius: number
  /** The number of the turn, from 1. */
  readonly turn: number
  /** The number of the round, from 1. */
  readonly round: number
  /** The first player of the round. */
  readonly first: string
  /** Full rounds since the last elimination. */
  readonly quiet_rounds: number
  /** `moving`, `placing` a shield, `starving` where a warrior is to be given up, or `throne` once a Jarl has taken it. */
  readonly phase: string
  /** The players who are still in the game. */
  readonly living: readonly string[]
  /** The players of either team; null without teams. */
  readonly teams: readonly (readonly string[])[] | null
  /** The pieces by hex: `J0` is the Jarl of player 0, `W0` a warrior of it. */
  readonly pieces: Readonly<Record<string, string>>
  /** The hexes that are holes. */
  readonly holes: readonly string[]
  /** The hexes of shields. */
  readonly shields: readonly string[]
  /** The attacks that the player to move can make. */
  readonly attacks: readonly Attack[]
  /** The legal moves that are not listed. */
  readonly blocked: readonly string[]
}

/** Something that a move brings about. */
export type JarlsEvent =
  | {
      /** An attack was weighed. */
      readonly kind: 'combat'
      /** The hex that the attacker starts from. */
      readonly attacker: string
      /** The hex of the defender. */
      readonly defender: string
      /** The weight of the attacker. */
      readonly attack: CombatSide
      /** The weight of the defender. */
      readonly defence: CombatSide
      /** `push` or `blocked`. */
      readonly outcome: string
      /** `defence` where that is not less than the attack, else `shield`, `ally` or `throne`, by which the line is held; null for a push. */
      readonly stop: string | null
    }
  | {
      /** A piece has moved on its own. */
      readonly kind: 'move'
      /** The owner of the piece. */
      readonly seat: string
      /** `jarl` or `warrior`. */
      readonly piece: string
      /** The hex it left. */
      readonly from: string
      /** The hex it came to. */
      readonly to: string
      /** True after a run-up. */
      readonly momentum: boolean
    }
  | {
      /** A line of pieces was shifted by one hex. */
      readonly kind: 'push'
      /** The hex of the first piece before. */
      readonly at: string
      /** The direction: `E`, `NE`, `NW`, `W`, `SW` or `SE`. */
      readonly direction: string
      /** The number of pieces; under fog of those in sight. */
      readonly depth: number
    }
  | {
      /** A piece has left the board. */
      readonly kind: 'eliminated'
      /** The owner of the piece. */
      readonly seat: string
      /** `jarl` or `warrior`. */
      readonly piece: string
      /** The hex it stood on. */
      readonly at: string
      /** `edge` or `hole`, over which it fell, `starved`, `left` for the Jarl of a player who has left the game, or `orphaned` of its Jarl. */
      readonly cause: string
    }
  | {
      /** A player is out of the game; told under fog, to those too who do not see it. */
      readonly kind: 'out'
      /** The player. */
      readonly seat: string
    }
  | {
      /** A shield was placed. */
      readonly kind: 'shield'
      /** The player who has placed it. */
      readonly seat: string
      /** The hex. */
      readonly at: string
    }
  | {
      /** A turn has ended. */
      readonly kind: 'turn_ended'
      /** The player whose turn it was. */
      readonly seat: string
    }
  | {
      /** A player without any move was skipped. */
      readonly kind: 'turn_skipped'
      /** The player. */
      readonly seat: string
    }
  | {
      /** A round has begun. */
      readonly kind: 'round'
      /** The number of the round, from 1. */
      readonly round: number
      /** The first player of the round. */
      readonly first: string
    }
  | {
      /** The outer ring has fallen. */
      readonly kind: 'ring'
      /** The radius that is left, in hexes. */
      readonly radius: number
    }
  | {
      /** Players have to choose which warrior they give up. */
      readonly kind: 'starving'
      /** The players; under fog the one alone who is told. */
      readonly seats: readonly string[]
      /** The hexes of the warriors to choose from. */
      readonly among: readonly string[]
    }
  | {
      /** The game has ended. */
      readonly kind: 'game_ended'
      /** The winner, if there is exactly one. */
      readonly winner: string | null
      /** All winners, in the order of the seats. */
      readonly winners: readonly string[]
      /** True if there is no winner. */
      readonly draw: boolean
      /** The reason of the end, as a stable word in `snake_case`. */
      readonly reason: string
      /** The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw. */
      readonly scores: readonly number[]
      /** The number of the team that has won, 0 or 1; null without teams and in a draw. */
      readonly team: number | null
    }

/** Why a job has no result. */
export interface JobError {
  /** The code, as everywhere. */
  readonly code: string
  /** The error in words. */
  readonly message: string
}

/** The result of a job, or why there is none. */
export interface JobResult {
  /** That of the job; null where it could not be read. */
  readonly id: string | null
  /** The version that has done it. */
  readonly version: string
  /** The result; absent where there is an error. */
  readonly result?: unknown
  /** The error; absent where there is a result. */
  readonly error?: JobError | null
  /** The microseconds that each decision of a game took, beside the result since they differ each time; absent for other kinds. */
  readonly times?: readonly number[] | null
}

/** Bots by their ratings. */
export interface Leaderboard {
  /** The game. */
  readonly game: string
  /** The mode. */
  readonly mode: string
  /** The bots that have played and are not retired, the best first. */
  readonly bots: readonly RankedBot[]
}

/** An entry of a seat's log. */
export type LoggedEvent =
  | {
      /** An attempt of the seat that is told. */
      readonly kind: 'attempt'
      /** The attempt. */
      readonly attempt: string
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A side has moved. */
      readonly kind: 'moved'
      /** `white_moved` or `black_moved`. */
      readonly name: string
      /** The side. */
      readonly seat: string
      /** The move, as it was attempted; absent where anything is hidden. */
      readonly move?: string | null
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** An attempt was refused. */
      readonly kind: 'rejected'
      /** The reason: `illegal_move`, `nonsense`, `already_tried`, `wont_help`, `no_such_piece` or `no_legal_moves`. */
      readonly name: string
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A piece was taken. */
      readonly kind: 'capture'
      /** `capture`. */
      readonly name: string
      /** The square; of a capture in passing that is named, the one where the pawn lands. */
      readonly square: string
      /** The piece that was taken: `hidden`, `pawn`, `piece` for any other, or the name of the piece. */
      readonly victim: string
      /** The piece that took it, as `victim`. */
      readonly by: string
      /** True if it is named as a capture in passing. */
      readonly en_passant: boolean
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** The side to move is in check. */
      readonly kind: 'check'
      /** `check`. */
      readonly name: string
      /** Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`. */
      readonly directions: readonly string[]
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** The captures that the pawns of the side to move could make are told. */
      readonly kind: 'pawn_tries'
      /** `pawn_tries`. */
      readonly name: string
      /** (Their number is told.) The number. */
      readonly count?: number
      /** (No more is told than that there are any, or none.) True if there are any. */
      readonly any?: boolean
      /** (The pawns are told.) The squares of the pawns. */
      readonly squares?: readonly string[]
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** The question "any?" is answered. */
      readonly kind: 'any_answer'
      /** `any_yes` or `any_no`. */
      readonly name: string
      /** True if a pawn can take something. */
      readonly any: boolean
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A pawn has to take something. */
      readonly kind: 'must_try_pawn'
      /** `must_try_pawn`. */
      readonly name: string
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A pawn need not take anything any longer. */
      readonly kind: 'released'
      /** `released`. */
      readonly name: string
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A pawn was promoted. */
      readonly kind: 'promoted'
      /** `promoted`. */
      readonly name: string
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A piece was dropped. */
      readonly kind: 'dropped'
      /** `dropped`. */
      readonly name: string
      /** The name of the piece. */
      readonly piece: string
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** Attempts were refused before the move. */
      readonly kind: 'rebuffs'
      /** `rebuffs`. */
      readonly name: string
      /** The number of them. */
      readonly count: number
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A look has shown something. */
      readonly kind: 'sensed'
      /** `sensed`. */
      readonly name: string
      /** The square in the middle; null if none was chosen. */
      readonly around: string | null
      /** The squares that are seen. */
      readonly squares: readonly string[]
      /** The other side's pieces on them, by square, by the name of the piece. */
      readonly men: Readonly<Record<string, string>>
      /** The square behind a pawn that may be taken in passing; null without one in sight. */
      readonly en_passant: string | null
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A move was taken, perhaps as another one. */
      readonly kind: 'move_taken'
      /** `move_taken`. */
      readonly name: string
      /** The move that was wanted; null for none. */
      readonly asked: string | null
      /** The one that was made; null if it could not be made at all. */
      readonly done: string | null
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A side sees something from now on. */
      readonly kind: 'sees'
      /** `sees`. */
      readonly name: string
      /** The squares that are seen. */
      readonly squares: readonly string[]
      /** The other side's pieces on them, by square, by the name of the piece. */
      readonly men: Readonly<Record<string, string>>
      /** The square behind a pawn that may be taken in passing; null without one in sight. */
      readonly en_passant: string | null
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A piece was dropped. */
      readonly kind: 'drop'
      /** The piece. */
      readonly piece: string
      /** The square. */
      readonly to: string
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A king has castled. */
      readonly kind: 'castle'
      /** The way of the king. */
      readonly king: Way
      /** The way of the rook. */
      readonly rook: Way
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A piece has moved. */
      readonly kind: 'move'
      /** The piece. */
      readonly piece: string | null
      /** The square it left. */
      readonly from: string
      /** The square it came to. */
      readonly to: string
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A piece was taken. */
      readonly kind: 'capture'
      /** The square it stood on. */
      readonly square: string
      /** The piece. */
      readonly piece: string
      /** True if it was taken in passing. */
      readonly en_passant: boolean
      /** True if the piece was a promoted pawn. */
      readonly promoted?: boolean
      /** (It goes into the pocket of whoever took it.) The piece in hand. */
      readonly pocketed?: string
      /** (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it. */
      readonly handed_over?: string | null
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A pawn was promoted. */
      readonly kind: 'promotion'
      /** The piece it has become. */
      readonly piece: string
      /** The square. */
      readonly square: string
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** The side to move is in check. */
      readonly kind: 'check'
      /** The squares of the pieces that give it. */
      readonly checkers: readonly string[]
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** The game has ended. */
      readonly kind: 'end'
      /** The winner, if there is exactly one. */
      readonly winner: string | null
      /** All winners, in the order of the seats. */
      readonly winners: readonly string[]
      /** True if there is no winner. */
      readonly draw: boolean
      /** The reason of the end, as a stable word in `snake_case`. */
      readonly reason: string
      /** The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw. */
      readonly scores: readonly number[]
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A seat is mated as long as its partner sends nothing. */
      readonly kind: 'frozen'
      /** The seat. */
      readonly seat: string | null
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }
  | {
      /** A seat cannot move as long as its partner sends nothing. */
      readonly kind: 'waiting'
      /** The seat. */
      readonly seat: string | null
      /** Its number in the log, from 0. */
      readonly seq: number
      /** The number of moves made by then, the one that it tells of included. */
      readonly ply: number
    }

/** A mark on the board: an arrow, or a square where both ends are the same. */
export interface MarkDescription {
  /** `green`, `red`, `yellow` or `blue`. */
  readonly color: string
  /** The origin. */
  readonly from: string
  /** The destination. */
  readonly to: string
}

/** A message to or from a model. */
export interface Message {
  /** The speaker. */
  readonly role: Role
  /** The words. */
  readonly content: string
}

/** The unit that is counted. */
export type Method = 'pentanomial' | 'trinomial'

/** The counts of a player by language models. */
export interface ModelStats {
  /** Questions of tables. */
  readonly questions: number
  /** Questions that were answered. */
  readonly answers: number
  /** Questions that were not answered, so that another bot made the move. */
  readonly fallbacks: number
  /** Questions that were given up by the table. */
  readonly cancelled: number
  /** Calls for answers, without those of the preflight check. */
  readonly calls: number
  /** Calls of the preflight check. */
  readonly preflights: number
  /** Wrong answers that were fed back with the reason. */
  readonly retries: number
  /** Calls that were refused because there were too many (429). */
  readonly limited: number
  /** Calls that ran out of time. */
  readonly timeouts: number
  /** Other calls that failed. */
  readonly errors: number
  /** Changes to a later endpoint. */
  readonly failovers: number
  /** Tokens of the prompts. */
  readonly input_tokens: number
  /** Tokens of the answers. */
  readonly output_tokens: number
  /** Calls whose tokens the endpoint did not say, and which are estimated. */
  readonly estimated: number
  /** The cost, in the unit of the prices. */
  readonly cost: number
}

/** A move and what it brought about. */
export interface MoveEntry {
  /** The side that moved: `white` or `black`. */
  readonly side: string
  /** The move in the canonical notation. */
  readonly move: string
  /** The letter of the piece that moved. */
  readonly piece: string
  /** Its effects, in order; absent without any. */
  readonly events?: readonly SideEffect[]
  /** The notes of presets about it; absent without any. */
  readonly notes?: readonly string[]
}

/** The answer to `moves`. */
export interface MovesAnswer {
  /** The number of the first of them. */
  readonly since: number
  /** The number from which to go on. */
  readonly next: number
  /** True if there are more already. */
  readonly more: boolean
  /** The moves. */
  readonly moves: readonly RevealedMove[]
  /** The seats that left while others played on. */
  readonly left: readonly RevealedLeave[]
}

/** `Outcome` for hosts, which know seats by name. */
export interface NamedOutcome {
  /** The winner, if there is exactly one. */
  readonly winner: string | null
  /** All winners, in the order of the seats. */
  readonly winners: readonly string[]
  /** True if there is no winner. */
  readonly draw: boolean
  /** The reason of the end, as a stable word in `snake_case`. */
  readonly reason: string
  /** The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw. */
  readonly scores: readonly number[]
}

/** The place of what a game adds. */
export interface NoFields {
}

/** A form of answers that is asked of an endpoint, the strictest last. */
export type Output = 'text' | 'object' | 'schema'

/** A type of pieces, for clients. */
export interface PieceTypeDescription {
  /** The stable name. */
  readonly id: string
  /** The name for people. */
  readonly name: string
  /** The letter, as a capital. */
  readonly letter: string
  /** Its movement in Betza's notation; null where it is not written so. */
  readonly betza: string | null
  /** The drawings of White's and of Black's. */
  readonly glyphs: readonly string[]
  /** True if a side may not lose its last one. */
  readonly royal: boolean
}

/** The situation of a seat. */
export interface Place {
  /** The letter of its board. */
  readonly board: string
  /** The side it plays there. */
  readonly color: string
  /** The number of its team, 0 or 1. */
  readonly team: number
  /** Its partner. */
  readonly partner: string
  /** `to_move`, `off_turn`, `frozen` in a mate that a piece from the partner could parry, `waiting` where none but such a piece can move, or `over`. */
  readonly status: string
  /** The number of moves that it has on its board. */
  readonly moves: number
  /** The number of drops that it has. */
  readonly drops: number
  /** Any of `move`, `drop` and `sit`, which is not to act. */
  readonly may: readonly string[]
}

/** A player for clients. */
export interface PlayerDescription {
  /** The seat of the player. */
  readonly seat: string
  /** The number of pawns. */
  readonly pawns: number
  /** The number of knights. */
  readonly knights: number
  /** The number of towers. */
  readonly towers: number
  /** The number of all its pieces. */
  readonly population: number
  /** True once the player has resigned. */
  readonly forfeited: boolean
  /** True once the player is out, by resigning or by what is on the board. */
  readonly defeated: boolean
  /** The signature of the position if it were the turn of the player. */
  readonly signature: string
  /** The value of the position to the player against all others, in decitempi. */
  readonly static_evaluation: number
  /** The part of it that the dragons round its towers make, in decitempi. */
  readonly circle_evaluation: number
}

/** Times of a player, in milliseconds. */
export interface PlayerTimes {
  /** The name. */
  readonly name: string
  /** The number of moves that were decided. */
  readonly moves: number
  /** The mean time of a move; null without any. */
  readonly mean: number | null
  /** The longest time of a move. */
  readonly longest: number
  /** The mean depth that was reached; null where none is known. */
  readonly mean_depth: number | null
}

/** One of the seats at a table, as every seat sees it. */
export interface PlayerView {
  /** The seat. */
  readonly seat: string
  /** `human`, `external`, `empty` or `bot`. */
  readonly occupant: string
  /** The name of the bot, if it is one. */
  readonly bot: string | null
  /** Name at the table, if it is a bot. */
  readonly name: string | null
  /** All seats of the same player: its own alone, or those of a team that one bot plays. */
  readonly seats: readonly string[]
  /** False while the person of the seat is gone. */
  readonly connected: boolean
  /** Why it has left the game, as in the event `left`; null for a seat that has not. */
  readonly left: string | null
  /** Time left on its clock, in milliseconds; none where there are no clocks, or where they would tell whose turn it is. */
  readonly clock: number | null
}

/** The lengths of games, in plies. */
export interface Plies {
  /** The mean; none without games. */
  readonly mean: number | null
  /** The shortest. */
  readonly shortest: number
  /** The longest. */
  readonly longest: number
}

/** A preset in force, for clients. */
export interface PresetDescription {
  /** The stable name. */
  readonly id: string
  /** The name for people. */
  readonly name: string
  /** The rule in words. */
  readonly description: string
  /** The side for which it is in force, or `both`. */
  readonly scope: string
  /** The number of plies for which it stays in force; null without limit. */
  readonly turns: number | null
  /** The state that the preset keeps, of a form of its own; null without one. */
  readonly state: unknown
}

/** A position for clients. */
export interface PresetsDescription {
  /** The side to move. */
  readonly turn: string
  /** The number of the move, from 1. */
  readonly fullmove: number
  /** Plies since a pawn moved or something was taken. */
  readonly halfmove: number
  /** The pieces by square. */
  readonly pieces: Readonly<Record<string, string>>
  /** The squares of the rooks that may still castle. */
  readonly castling_rooks: { readonly white: readonly string[]; readonly black: readonly string[] }
  /** The square behind a pawn that may be taken in passing; null without one. */
  readonly en_passant: string | null
  /** True if the side to move is in check. */
  readonly check: boolean
  /** The draw that may be claimed, as the reason it would have; null without one. */
  readonly claimable_draw: string | null
  /** The presets in force, in the order in which they came into force. */
  readonly presets: readonly PresetDescription[]
  /** The attributes that pieces have, by square and by name. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** The names of the attributes that the presets in force own. */
  readonly attributes_in_force: readonly string[]
  /** The types that pieces may be of. */
  readonly piece_types: readonly PieceTypeDescription[]
  /** The moves so far with their effects, from the first one that is known. */
  readonly log: readonly MoveEntry[]
}

/** Something that a move brings about. */
export type PresetsEvent =
  | {
      /** A king has castled. */
      readonly kind: 'castle'
      /** The way of the king. */
      readonly king: Way
      /** The way of the rook. */
      readonly rook: RookWay
    }
  | {
      /** A piece has moved, or tried to: a target that survives stays, and so does its attacker. */
      readonly kind: 'move'
      /** The piece; null in a move from an empty square. */
      readonly piece: string | null
      /** The square it left. */
      readonly from: string
      /** The square it went to. */
      readonly to: string
      /** All squares that it went to, in order. */
      readonly legs: readonly string[]
      /** True if the move captures. */
      readonly captures: boolean
    }
  | {
      /** A pawn was promoted. */
      readonly kind: 'promotion'
      /** The piece it has become. */
      readonly piece: string
      /** The square. */
      readonly square: string
    }
  | {
      /** The side to move is in check. */
      readonly kind: 'check'
    }
  | {
      /** A preset has said something of the move. */
      readonly kind: 'note'
      /** The words of the preset. */
      readonly text: string
    }
  | {
      /** The game has ended. */
      readonly kind: 'end'
      /** The winner, if there is exactly one. */
      readonly winner: string | null
      /** All winners, in the order of the seats. */
      readonly winners: readonly string[]
      /** True if there is no winner. */
      readonly draw: boolean
      /** The reason of the end, as a stable word in `snake_case`. */
      readonly reason: string
      /** The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw. */
      readonly scores: readonly number[]
    }
  | {
      /** Damage was dealt. */
      readonly kind: 'damage'
      /** The square. */
      readonly square: string
      /** The letter of the piece that was hit. */
      readonly piece: string
      /** `capture`, `explosion`, `poison`, or a word of a preset. */
      readonly damage: string
      /** The amount that arrived. */
      readonly amount: number
      /** True if it was the end of the piece. */
      readonly died: boolean
    }
  | {
      /** A piece appeared. */
      readonly kind: 'spawn'
      /** The square. */
      readonly square: string
      /** Its letter. */
      readonly piece: string
    }
  | {
      /** A piece left the board without having died. */
      readonly kind: 'retract'
      /** The square it stood on. */
      readonly square: string
      /** Its letter. */
      readonly piece: string
    }
  | {
      /** A preset came into force. */
      readonly kind: 'activated'
      /** Its id. */
      readonly preset: string
      /** The side for which it is in force, or `both`. */
      readonly scope: string
    }
  | {
      /** A preset went out of force. */
      readonly kind: 'deactivated'
      /** Its id. */
      readonly preset: string
    }
  | {
      /** Something to show. */
      readonly kind: 'effect'
      /** The id of the preset. */
      readonly preset: string
      /** The name of it. */
      readonly effect: string
      /** The square; null for an effect that has none. */
      readonly square: string | null
      /** The time for which it is shown, in milliseconds. */
      readonly ttl: number
      /** Anything else that the preset tells the host, of a form of its own. */
      readonly data: unknown
    }
  | {
      /** A call of a hook that was not carried out. */
      readonly kind: 'dropped'
      /** The reason. */
      readonly reason: string
    }

/** The clock of the seat that is asked. */
export interface QuestionClock {
  /** Time left when it was asked, in milliseconds. */
  readonly remaining: number
  /** Time added by each move, in milliseconds. */
  readonly increment: number
}

/** A question to a bot of the host's own, besides the observation. */
export interface QuestionDetails {
  /** The number of the question at its table. */
  readonly id: number
  /** The seat that is asked. */
  readonly seat: string
  /** The subject: a move, or an offered draw. */
  readonly kind: QuestionKind
  /** The moves and answers of this turn that were not taken, with the reasons. */
  readonly refused: readonly Refusal[]
  /** The events that the seat was told since the last question, each with its number as `seq`; at most 1000. */
  readonly events: readonly unknown[]
  /** Thinking time that the host has set for the seat, in milliseconds. */
  readonly movetime: number | null
  /** Positions that the host has set for the seat. */
  readonly nodes: number | null
  /** The clock of the seat; none where there are no clocks. */
  readonly clock: QuestionClock | null
  /** Time within which to answer, in milliseconds. At a table another bot steps in then; a bot by itself has failed. */
  readonly timeout: number
}

/** The subject of a question. */
export type QuestionKind = 'move' | 'draw'

/** A bot in a leaderboard. */
export interface RankedBot {
  /** The place, from 1. */
  readonly rank: number
  /** The name. */
  readonly name: string
  /** The kind of bot. */
  readonly kind: BotKind
  /** Its status. */
  readonly status: BotStatus
  /** The rating by which it is ranked, to a tenth: by Glicko-2, or by Weng and Lin where no game was one of two players. */
  readonly rating: number
  /** Half of the 95 % interval, to a tenth. */
  readonly error: number
  /** Games won. */
  readonly wins: number
  /** Games drawn. */
  readonly draws: number
  /** Games lost. */
  readonly losses: number
  /** The rating by Glicko-2; null before a game of two players. */
  readonly glicko: Glicko | null
  /** The rating by Weng and Lin. */
  readonly weng_lin: WengLin
}

/** Games with one result between the same sides. */
export interface RatedResult {
  /** The sides. */
  readonly sides: readonly RatedSide[]
  /** The number of such games. */
  readonly games: number
}

/** Results of games of one game and mode, as `BotRegistry` rates them. */
export interface RatedResults {
  /** The game. */
  readonly game: string
  /** The mode: `one_seat`, `two_seats`, by how many seats a player has. */
  readonly mode: string
  /** The results, in an order that is the same in every run. */
  readonly results: readonly RatedResult[]
}

/** A side of a game. */
export interface RatedSide {
  /** The names of its players, each once. */
  readonly players: readonly string[]
  /** Its place, 1 for those who won; sides that have drawn share one. */
  readonly place: number
}

/** A move of a record, with what is said about it. */
export interface RecordNode {
  /** The move. */
  readonly move: string
  /** The name of the seat that made it. */
  readonly seat: string
  /** The index of the move before it; null for a first move. */
  readonly parent: number | null
  /** The numeric glyphs; 1 to 6 are `!` `?` `!!` `??` `!?` `?!`. */
  readonly nags: readonly number[]
  /** The comments before it, at the beginning of a variation. */
  readonly before: readonly string[]
  /** The comments after it, without what the fields below say. */
  readonly comments: readonly string[]
  /** The time on the mover's clock after it, in milliseconds. */
  readonly clock: number | null
  /** The time that it took, in milliseconds. */
  readonly elapsed: number | null
  /** The evaluation after it in centipawns of the first seat. */
  readonly eval: number | null
  /** Mate in so many moves after it; negative if the first seat is mated. */
  readonly mate: number | null
  /** The depth of the evaluation in plies. */
  readonly depth: number | null
  /** Arrows and squares. */
  readonly marks: readonly MarkDescription[]
}

/** The moves of a record: a list in which every move stands after the move before it. Of the moves after one the first continues its line, the others begin variations. */
export interface RecordTree {
  /** The comments before the first move. */
  readonly comments: readonly string[]
  /** The moves. */
  readonly nodes: readonly RecordNode[]
}

/** A move or an answer that was not taken. */
export interface Refusal {
  /** The move, as it was given. */
  readonly move: string
  /** The code of the error, or the word of the game's rules for why. */
  readonly code: string
  /** The reason in words. */
  readonly reason: string
}

/** A bot that is kept. */
export interface RegisteredBot {
  /** Its kind. */
  readonly kind: BotKind
  /** The games that it plays, and the modes of each. */
  readonly modes: Readonly<Record<string, readonly string[]>>
  /** Its status. */
  readonly status: BotStatus
  /** The player as tournaments take it, with the options of the engine. */
  readonly player: Readonly<Record<string, unknown>>
  /** Its ratings by game and mode. */
  readonly ratings: Readonly<Record<string, Readonly<Record<string, BotRating>>>>
}

/** The results of games. */
export interface Results {
  /** Games won. */
  readonly wins: number
  /** Games drawn. */
  readonly draws: number
  /** Games lost. */
  readonly losses: number
  /** A point for a win, half of one for a draw. */
  readonly points: number
  /** Points per game; none without games. */
  readonly score: number | null
}

/** The answer to `reveal`, after the end. */
export interface Reveal {
  /** The name of the game. */
  readonly game: string
  /** Its options by name. */
  readonly options: Readonly<Record<string, unknown>>
  /** The number of the first move, event and thought. */
  readonly since: number
  /** The number from which to go on. */
  readonly next: number
  /** True if there are more. */
  readonly more: boolean
  /** The first position, as text. */
  readonly start: string
  /** The moves. */
  readonly moves: readonly RevealedMove[]
  /** The last position, as text. */
  readonly notation: string
  /** Outcome of the game. */
  readonly outcome: NamedOutcome | null
  /** The seats that left while others played on. */
  readonly left: readonly RevealedLeave[]
  /** The seats, in order. */
  readonly seats: readonly RevealedSeat[]
}

/** A seat that left the game while others played on. */
export interface RevealedLeave {
  /** The seat. */
  readonly seat: string
  /** `resigned`, `timeout`, `abandoned` or `bot_unavailable`. */
  readonly reason: string
  /** When, in milliseconds of the host's clock. */
  readonly at: number
  /** The number of moves and attempts before it. */
  readonly after: number
}

/** A move that was made, or an attempt. */
export interface RevealedMove {
  /** The seat that made it. */
  readonly seat: string
  /** The move, as the game writes it. */
  readonly move: string
  /** True if the seat has moved by it; false for what was refused or did not end its turn. */
  readonly moved: boolean
  /** When, in milliseconds of the host's clock. */
  readonly at: number
}

/** All that a seat was told, and what its bot thought. */
export interface RevealedSeat {
  /** The seat. */
  readonly seat: string
  /** `human`, `external`, `empty` or `bot`. */
  readonly occupant: string
  /** The events, each with its number as `seq` and, unless the seat does not hear of every move, the number of moves made by then as `ply`. */
  readonly events: readonly unknown[]
  /** The decisions of its bot. */
  readonly thoughts: readonly unknown[]
}

/** The speaker of a message. */
export type Role = 'system' | 'user' | 'assistant'

/** The way of a rook that castles. */
export interface RookWay {
  /** The square it left; null where a preset lets a king castle without a rook. */
  readonly from: string | null
  /** The square it came to. */
  readonly to: string
}

/** The answer to `save_changes`. */
export interface SavedChanges {
  /** A line of text, to be kept after those before it. */
  readonly saved: string
  /** The mark from which to go on. */
  readonly next: SavedMark
}

/** The length of each list that grows, at a moment. */
export interface SavedMark {
  /** The moves, and what was tried. */
  readonly moves: number
  /** Times that moves were taken back. */
  readonly undone: number
  /** The events of all feeds. */
  readonly told: number
  /** The times that seats left while others played on. */
  readonly left: number
  /** The edits of the game. */
  readonly edits: number
  /** The thoughts of each seat's bots. */
  readonly thoughts: readonly number[]
}

/** All that a seat knows. Pieces are letters as in FEN, capitals White's. */
export interface SeatDescription {
  /** The name of the rule set. */
  readonly rules: string
  /** The side to move. */
  readonly to_move: string
  /** The seat's own pieces, by square. */
  readonly pieces: Readonly<Record<string, string>>
  /** The squares of its rooks that may still castle, as far as it knows. */
  readonly castling_rooks: readonly string[]
  /** The letters of what it has in hand. */
  readonly reserve: string
  /** The letters of what the other side has in hand. */
  readonly their_reserve: string
  /** The check that was announced last, while it stands; else null. */
  readonly check: CheckDescription | null
  /** The square of the piece that it has taken up; null for none. */
  readonly touched: string | null
  /** True if it must try a capture by a pawn. */
  readonly must_try_pawn: boolean
  /** True if it may ask "any?" now. */
  readonly may_ask: boolean
  /** The number of attempts that were refused in this turn. */
  readonly rebuffs: number
  /** The attempts that were refused in this turn, as far as they are kept. */
  readonly tried: readonly string[]
  /** The moves that its own pieces allow, whosever turn it is, captures by pawns left out. */
  readonly candidates: readonly string[]
  /** The captures by pawns that they allow, whosever turn it is. */
  readonly tries: readonly string[]
  /** The squares that it sees; null where the rules let it see nothing. */
  readonly sees: SeenDescription | null
  /** The announcements with which its log begins. */
  readonly opening: readonly BlindEvent[]
  /** The newest thousand entries of its log; absent at a table, which tells the seat its events. */
  readonly log?: readonly LoggedEvent[] | null
}

/** An event that a seat sees of a move: the move, or one of its effects. */
export type SeatEvent =
  | {
      /** A seat has made a move. */
      readonly kind: 'moved'
      /** The mover. */
      readonly seat: string | null
      /** The move, as the game writes it. */
      readonly move: string
    }

/** Squares that a seat sees. */
export interface SeenDescription {
  /** The squares, its own pieces's included. */
  readonly squares: readonly string[]
  /** The other side's pieces on them, by square. */
  readonly pieces: Readonly<Record<string, string>>
}

/** Something that a move brought about besides itself. */
export type SideEffect =
  | {
      /** Damage was dealt. */
      readonly kind: 'damage'
      /** The square. */
      readonly square: string
      /** The letter of the piece that was hit. */
      readonly piece: string
      /** `capture`, `explosion`, `poison`, or a word of a preset. */
      readonly damage: string
      /** The amount that arrived. */
      readonly amount: number
      /** True if it was the end of the piece. */
      readonly died: boolean
    }
  | {
      /** A piece appeared. */
      readonly kind: 'spawn'
      /** The square. */
      readonly square: string
      /** Its letter. */
      readonly piece: string
    }
  | {
      /** A piece left the board without having died. */
      readonly kind: 'retract'
      /** The square it stood on. */
      readonly square: string
      /** Its letter. */
      readonly piece: string
    }
  | {
      /** A preset came into force. */
      readonly kind: 'activated'
      /** Its id. */
      readonly preset: string
      /** The side for which it is in force, or `both`. */
      readonly scope: string
    }
  | {
      /** A preset went out of force. */
      readonly kind: 'deactivated'
      /** Its id. */
      readonly preset: string
    }
  | {
      /** Something to show. */
      readonly kind: 'effect'
      /** The id of the preset. */
      readonly preset: string
      /** The name of it. */
      readonly effect: string
      /** The square; null for an effect that has none. */
      readonly square: string | null
      /** The time for which it is shown, in milliseconds. */
      readonly ttl: number
      /** Anything else that the preset tells the host, of a form of its own. */
      readonly data: unknown
    }
  | {
      /** A call of a hook that was not carried out. */
      readonly kind: 'dropped'
      /** The reason. */
      readonly reason: string
    }

/** State of a sequential test. */
export interface SprtState {
  /** The logarithm of the ratio of the hypotheses' likelihoods. */
  readonly llr: number
  /** At or below it `elo0` is accepted. */
  readonly lower: number
  /** At or above it `elo1` is accepted. */
  readonly upper: number
  /** The state. */
  readonly verdict: Verdict
}

/** A player in a table. */
export interface Standing {
  /** The place; players who cannot be told apart share one. */
  readonly rank: number
  /** The name. */
  readonly name: string
  /** The number in the list of players, from 0. */
  readonly number: number
  /** Games won. */
  readonly wins: number
  /** Games drawn. */
  readonly draws: number
  /** Games lost. */
  readonly losses: number
  /** A point for a win, half of one for a draw. */
  readonly points: number
  /** Points per game; none without games. */
  readonly score: number | null
  /** The points for rounds without an opponent. */
  readonly bye_points: number
  /** The tie break, which tells players with as many points apart: the sum of the points of all opponents, once for each encounter (Buchholz) in a Swiss tournament, otherwise those of the opponents, times the share of points against them (Sonneborn and Berger). */
  readonly tie_break: number
  /** The number of rounds of a knock-out that were won. */
  readonly rounds_won: number | null
  /** The results by seat. */
  readonly by_seat: Readonly<Record<string, Results>>
  /** The rating from all games of the tournament, on average 0 and rounded to a tenth; null in games of more than two players. */
  readonly elo: number | null
  /** Half of the 95 % interval of the rating. */
  readonly elo_error: number | null
  /** The likelihood of being stronger than the next in the table, in thousandths. */
  readonly superiority: number | null
  /** The number of moves that were decided. */
  readonly moves: number
  /** The number of positions that are said to have been looked at. */
  readonly nodes: number
  /** The number of games that were lost by what is not a move, by its code. */
  readonly errors: Readonly<Record<string, number>>
  /** The number of moves for which another player had to step in. */
  readonly fallbacks: number
}

/** Something that a table tells; serialised its `kind` says which. */
export type TableEvent =
  | {
      /** The game begins. To all. */
      readonly kind: 'started'
      /** The name of the game. */
      readonly game: string
    }
  | {
      /** Somebody sits down. To all. */
      readonly kind: 'seated'
      /** Seat at which somebody sits down. */
      readonly seat: string
      /** `human`, `external`, `empty` or `bot`. */
      readonly occupant: string
      /** The name of the bot, if it is one. */
      readonly bot: string | null
      /** Name at the table, if it is a bot. */
      readonly name: string | null
    }
  | {
      /** A person has not come back in time. To all, or as `resigned`. */
      readonly kind: 'abandoned'
      /** Its seat. */
      readonly seat: string
    }
  | {
      /** No bot could take the seat of a person who has not come back. To all. */
      readonly kind: 'no_bot'
      /** The seat. */
      readonly seat: string
    }
  | {
      /** A person has gone. To all. */
      readonly kind: 'disconnected'
      /** Its seat. */
      readonly seat: string
    }
  | {
      /** A person is back. To all. */
      readonly kind: 'reconnected'
      /** Its seat. */
      readonly seat: string
    }
  | {
      /** A seat has given up. To all, or where no seat must know whose turn it is, and the game goes on, to the seat. */
      readonly kind: 'resigned'
      /** The seat. */
      readonly seat: string
    }
  | {
      /** A seat has left the game, which goes on without it. To all. */
      readonly kind: 'left'
      /** The seat. */
      readonly seat: string
      /** `resigned`, `timeout`, `abandoned` or `bot_unavailable`; `left` for another seat where no seat must know whose turn it is. */
      readonly reason: string
    }
  | {
      /** A flag has fallen, and the seat plays on without time. To all, or where no seat must know whose turn it is to the seat. */
      readonly kind: 'flag_fell'
      /** The seat. */
      readonly seat: string
    }
  | {
      /** A seat offers a draw. To all. */
      readonly kind: 'draw_offered'
      /** The seat. */
      readonly seat: string
    }
  | {
      /** A seat accepts the draw that is offered. To all. */
      readonly kind: 'draw_accepted'
      /** The seat. */
      readonly seat: string
    }
  | {
      /** A seat declines the draw that is offered, which lapses. To all. */
      readonly kind: 'draw_declined'
      /** The seat. */
      readonly seat: string
    }
  | {
      /** The draw that was offered lapsed with a move. To all. */
      readonly kind: 'draw_lapsed'
    }
  | {
      /** A seat has claimed a draw that there was not. To all. */
      readonly kind: 'claim_refused'
      /** The seat. */
      readonly seat: string
    }
  | {
      /** A seat says something to its partners. To them and to itself. */
      readonly kind: 'message'
      /** The seat. */
      readonly seat: string
      /** The words. */
      readonly text: string
    }
  | {
      /** A seat wants moves taken back. To all. */
      readonly kind: 'undo_wanted'
      /** The seat. */
      readonly seat: string
      /** The number of plies. */
      readonly plies: number
    }
  | {
      /** Moves were taken back. To all. */
      readonly kind: 'undone'
      /** The number of plies. */
      readonly plies: number
    }
  | {
      /** A seat wants the position or the rules changed. To all. */
      readonly kind: 'edit_wanted'
      /** The seat. */
      readonly seat: string
      /** The changes. */
      readonly changes: Readonly<Record<string, unknown>>
    }
  | {
      /** The position or the rules were changed. To all. */
      readonly kind: 'edited'
      /** The changes. */
      readonly changes: Readonly<Record<string, unknown>>
    }
  | {
      /** A bot's move could not be made. To its seat. */
      readonly kind: 'refused'
      /** The move. */
      readonly move: string
      /** The code of the error. */
      readonly code: string
      /** Its message. */
      readonly reason: string
    }
  | {
      /** A bot could not answer. To its seat. */
      readonly kind: 'bot_failed'
      /** The code of the error. */
      readonly code: string
      /** Its message. */
      readonly reason: string
      /** The bot that answers for it, if there is one. */
      readonly fallback: string | null
    }
  | {
      /** A seat has made or tried a move in a game that hides something. To the referee, and to spectators when they may know. */
      readonly kind: 'attempted'
      /** The seat. */
      readonly seat: string
      /** The move. */
      readonly move: string
      /** True if the seat has moved by it. */
      readonly moved: boolean
    }
  | {
      /** Too many of a bot's moves were refused in one turn. To its seat. */
      readonly kind: 'retry_cap_reached'
    }
  | {
      /** The host has stopped the clocks; nobody moves meanwhile. To all. */
      readonly kind: 'paused'
    }
  | {
      /** The clocks go on. To all. */
      readonly kind: 'resumed'
    }
  | {
      /** The game has ended. To all. */
      readonly kind: 'ended'
      /** The winner, if there is exactly one. */
      readonly winner: string | null
      /** All winners, in the order of the seats. */
      readonly winners: readonly string[]
      /** True if there is no winner. */
      readonly draw: boolean
      /** The reason of the end, as a stable word in `snake_case`. */
      readonly reason: string
      /** The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw. */
      readonly scores: readonly number[]
    }

/** Fields that a table adds to a seat's view of the game. */
export interface TablePart {
  /** `playing`, `waiting` while a seat is empty, `paused`, or `ended`. */
  readonly status: string
  /** The seats, in order. */
  readonly players: readonly PlayerView[]
  /** The seat that offers a draw. */
  readonly draw_offer: string | null
  /** The number that the seat's next event will have. */
  readonly next_seq: number
  /** The seat's events from `since` on, as `events` gives them; absent unless asked for. */
  readonly events?: EventsAnswer | null
}

/** The answer to `view`: what the game shows the seat, with what the table knows better and what it adds. */
export interface TableView {
  /** The seat. */
  readonly seat: string
  /** The seats that may act, none after the end; not where something is hidden. */
  readonly live?: readonly string[] | null
  /** The seat that may act, where it is one alone; not where something is hidden. */
  readonly to_move?: string | null
  /** Outcome of the game: by its rules, a flag, a resignation or an agreement. */
  readonly outcome: NamedOutcome | null
  /** Fields that belong to the table. */
  readonly table: TablePart
}

/** The answer to `tick`. Times are the host's, in milliseconds. */
export interface TickAnswer {
  /** The time that the table has been told. */
  readonly now: number
  /** When the next flag falls if nobody moves. */
  readonly next_flag: number | null
  /** When something happens by itself: a flag falls, or somebody has been gone too long. */
  readonly next: number | null
  /** True if the game has ended. */
  readonly ended: boolean
}

/** An event with who hears it. */
export type ToldEvent =
  | {
      /** An attempt of the seat that is told. */
      readonly kind: 'attempt'
      /** The attempt. */
      readonly attempt: string
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A side has moved. */
      readonly kind: 'moved'
      /** `white_moved` or `black_moved`. */
      readonly name: string
      /** The side. */
      readonly seat: string
      /** The move, as it was attempted; absent where anything is hidden. */
      readonly move?: string | null
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** An attempt was refused. */
      readonly kind: 'rejected'
      /** The reason: `illegal_move`, `nonsense`, `already_tried`, `wont_help`, `no_such_piece` or `no_legal_moves`. */
      readonly name: string
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A piece was taken. */
      readonly kind: 'capture'
      /** `capture`. */
      readonly name: string
      /** The square; of a capture in passing that is named, the one where the pawn lands. */
      readonly square: string
      /** The piece that was taken: `hidden`, `pawn`, `piece` for any other, or the name of the piece. */
      readonly victim: string
      /** The piece that took it, as `victim`. */
      readonly by: string
      /** True if it is named as a capture in passing. */
      readonly en_passant: boolean
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** The side to move is in check. */
      readonly kind: 'check'
      /** `check`. */
      readonly name: string
      /** Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`. */
      readonly directions: readonly string[]
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** The captures that the pawns of the side to move could make are told. */
      readonly kind: 'pawn_tries'
      /** `pawn_tries`. */
      readonly name: string
      /** (Their number is told.) The number. */
      readonly count?: number
      /** (No more is told than that there are any, or none.) True if there are any. */
      readonly any?: boolean
      /** (The pawns are told.) The squares of the pawns. */
      readonly squares?: readonly string[]
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** The question "any?" is answered. */
      readonly kind: 'any_answer'
      /** `any_yes` or `any_no`. */
      readonly name: string
      /** True if a pawn can take something. */
      readonly any: boolean
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A pawn has to take something. */
      readonly kind: 'must_try_pawn'
      /** `must_try_pawn`. */
      readonly name: string
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A pawn need not take anything any longer. */
      readonly kind: 'released'
      /** `released`. */
      readonly name: string
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A pawn was promoted. */
      readonly kind: 'promoted'
      /** `promoted`. */
      readonly name: string
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A piece was dropped. */
      readonly kind: 'dropped'
      /** `dropped`. */
      readonly name: string
      /** The name of the piece. */
      readonly piece: string
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** Attempts were refused before the move. */
      readonly kind: 'rebuffs'
      /** `rebuffs`. */
      readonly name: string
      /** The number of them. */
      readonly count: number
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A look has shown something. */
      readonly kind: 'sensed'
      /** `sensed`. */
      readonly name: string
      /** The square in the middle; null if none was chosen. */
      readonly around: string | null
      /** The squares that are seen. */
      readonly squares: readonly string[]
      /** The other side's pieces on them, by square, by the name of the piece. */
      readonly men: Readonly<Record<string, string>>
      /** The square behind a pawn that may be taken in passing; null without one in sight. */
      readonly en_passant: string | null
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A move was taken, perhaps as another one. */
      readonly kind: 'move_taken'
      /** `move_taken`. */
      readonly name: string
      /** The move that was wanted; null for none. */
      readonly asked: string | null
      /** The one that was made; null if it could not be made at all. */
      readonly done: string | null
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A side sees something from now on. */
      readonly kind: 'sees'
      /** `sees`. */
      readonly name: string
      /** The squares that are seen. */
      readonly squares: readonly string[]
      /** The other side's pieces on them, by square, by the name of the piece. */
      readonly men: Readonly<Record<string, string>>
      /** The square behind a pawn that may be taken in passing; null without one in sight. */
      readonly en_passant: string | null
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A piece was dropped. */
      readonly kind: 'drop'
      /** The piece. */
      readonly piece: string
      /** The square. */
      readonly to: string
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A king has castled. */
      readonly kind: 'castle'
      /** The way of the king. */
      readonly king: Way
      /** The way of the rook. */
      readonly rook: Way
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A piece has moved. */
      readonly kind: 'move'
      /** The piece. */
      readonly piece: string | null
      /** The square it left. */
      readonly from: string
      /** The square it came to. */
      readonly to: string
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A piece was taken. */
      readonly kind: 'capture'
      /** The square it stood on. */
      readonly square: string
      /** The piece. */
      readonly piece: string
      /** True if it was taken in passing. */
      readonly en_passant: boolean
      /** True if the piece was a promoted pawn. */
      readonly promoted?: boolean
      /** (It goes into the pocket of whoever took it.) The piece in hand. */
      readonly pocketed?: string
      /** (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it. */
      readonly handed_over?: string | null
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A pawn was promoted. */
      readonly kind: 'promotion'
      /** The piece it has become. */
      readonly piece: string
      /** The square. */
      readonly square: string
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** The side to move is in check. */
      readonly kind: 'check'
      /** The squares of the pieces that give it. */
      readonly checkers: readonly string[]
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** The game has ended. */
      readonly kind: 'end'
      /** The winner, if there is exactly one. */
      readonly winner: string | null
      /** All winners, in the order of the seats. */
      readonly winners: readonly string[]
      /** True if there is no winner. */
      readonly draw: boolean
      /** The reason of the end, as a stable word in `snake_case`. */
      readonly reason: string
      /** The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw. */
      readonly scores: readonly number[]
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A seat is mated as long as its partner sends nothing. */
      readonly kind: 'frozen'
      /** The seat. */
      readonly seat: string | null
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }
  | {
      /** A seat cannot move as long as its partner sends nothing. */
      readonly kind: 'waiting'
      /** The seat. */
      readonly seat: string | null
      /** The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told. */
      readonly audience?: string | null
    }

/** Results of one player against another. */
export interface TournamentCell {
  /** Games won. */
  readonly wins: number
  /** Games drawn. */
  readonly draws: number
  /** Games lost. */
  readonly losses: number
}

/** The outcome of a tournament: its table, and the times of its players. */
export interface TournamentReport {
  /** The table, which holds no times: with limits by nodes or depth it is the same everywhere. */
  readonly table: TournamentTable
  /** The table in Markdown. */
  readonly markdown: string
  /** The times of the players, in the order in which they were given. */
  readonly times: readonly PlayerTimes[]
  /** The results as a registry of bots rates them. */
  readonly rated: RatedResults
}

/** A system by which players meet. */
export type TournamentSystem = 'round_robin' | 'gauntlet' | 'swiss' | 'knock_out' | 'fixed'

/** A table of a tournament. */
export interface TournamentTable {
  /** The game. */
  readonly game: string
  /** The system by which players met. */
  readonly system: TournamentSystem
  /** The number of games. */
  readonly games: number
  /** True if all games have been played. */
  readonly complete: boolean
  /** The players, the first one first. */
  readonly players: readonly Standing[]
  /** The results of each player, in that order, against each player, in that order; null where they have not met. */
  readonly cells: readonly (readonly (TournamentCell | null)[])[]
  /** The results by seat, whoever held it. */
  readonly seats: Readonly<Record<string, Results>>
  /** The number of games by how they ended. */
  readonly reasons: Readonly<Record<string, number>>
  /** The lengths of the games. */
  readonly plies: Plies
  /** The difference in strength, in a match of two players. */
  readonly estimate: Estimate | null
  /** State of the sequential test, where there is one. */
  readonly sprt: Verdict | null
}

/** State of the test. */
export type Verdict = 'undecided' | 'elo0' | 'elo1'

/** The way of a piece. */
export interface Way {
  /** The square it left. */
  readonly from: string
  /** The square it came to. */
  readonly to: string
}

/** A rating by Weng and Lin. */
export interface WengLin {
  /** The rating. */
  readonly rating: number
  /** Its uncertainty. */
  readonly uncertainty: number
}

/** The answer to `spectator_view` and `referee_view`. */
export interface WholeView {
  /** The seats that may act, none after the end; where `shown` only. */
  readonly live?: readonly string[] | null
  /** The seat that may act, where it is one alone; where `shown` only. */
  readonly to_move?: string | null
  /** Outcome of the game: by its rules, a flag, a resignation or an agreement. */
  readonly outcome: NamedOutcome | null
  /** False while spectators may see nothing of the game, which hides something. */
  readonly shown: boolean
  /** Fields that belong to the table. */
  readonly table: TablePart
}
