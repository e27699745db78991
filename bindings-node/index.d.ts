/// <reference lib="esnext.disposable" />

import type * as described from './described'

/**
 * boardwright: games on one native core, called as functions.
 *
 * Cheap calls are synchronous. Whatever may take long (`perft`, `divide`,
 * `playouts`, `decide`) returns a promise and runs on the library's own threads,
 * never on the event loop nor on libuv's pool. Every error is a
 * {@link BoardwrightError} with a stable `code`; of a promise it is the rejection.
 *
 * @packageDocumentation
 */

/** The stable code of an error, the same in every language of the library. */
export type ErrorCode =
  /** No game of that name is registered. */
  | 'unknown_game'
  /** The game has no bot of that name. */
  | 'unknown_bot'
  /** An option or argument that does not exist, is of the wrong kind or out of range. */
  | 'invalid_option'
  /** A position, move or saved form that cannot be read. */
  | 'invalid_notation'
  /** A well-formed move that the rules forbid. */
  | 'illegal_move'
  /** The seat may not act now. */
  | 'not_your_turn'
  /** The game has ended. */
  | 'game_over'
  /** The call would tell a seat what it may not know. */
  | 'hidden_information'
  /** The game does not have what was asked for, or a count exceeds 2^53. */
  | 'unsupported'
  /** Too many jobs are queued: a 503. */
  | 'busy'
  /** The bot is still at work on another decision. */
  | 'bot_busy'
  | 'bot_failed'
  /** The object has been disposed of. */
  | 'disposed'
  /** The deadline passed. (An abort rejects with the signal's own reason.) */
  | 'cancelled'
  /** A fault of the library's own. */
  | 'internal'

/** The one error of the library. */
export class BoardwrightError extends Error {
  /** An error with a code, for hosts that answer in the library's terms. */
  constructor(code: ErrorCode, message: string)
  /** The fault in words. */
  readonly code: ErrorCode
}

/** All error codes. */
export const errorCodes: readonly ErrorCode[]

/** The version of the library. */
export const version: string

/** A place at the table, by its index (from 0) or its name. */
export type Seat = number | string

/** A move, by its text or its action id. */
export type Move = string | number

/** Of which seat. */
export interface SeatOptions {
  /** The seat; all that may act where it is left out. */
  readonly seat?: Seat | null | undefined
}

/** In which notation. */
export interface StyleOptions {
  /** One of the game's notations for moves (see {@link GameInfo.styles}); the first where left out. */
  readonly style?: string | null | undefined
}

/** Of which seat, in which notation. */
export interface MoveOptions extends SeatOptions, StyleOptions {}

/** Options of a rewritten move. */
export interface MoveTextOptions extends MoveOptions {
  /** The notation that the move is given in; the game's first where left out. */
  readonly fromStyle?: string | null | undefined
}

/** The part of an `AbortSignal` that calls use. */
export interface AbortSignalLike {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** The early end of a job. */
export interface JobOptions {
  /** When the answer must be there, in milliseconds from the call; otherwise `cancelled`. */
  readonly deadline?: number | null | undefined
  /** Aborting rejects at once with the signal's reason and stops the work. */
  readonly signal?: AbortSignalLike | null | undefined
}

/** Options of a count of leaves. */
export interface PerftOptions extends JobOptions {
  /** Threads that share the work, 1 to 1024; 1 where left out. */
  readonly threads?: number | null | undefined
  /** Size of a table of counts, in megabytes; none where left out. */
  readonly hash?: number | null | undefined
}

/** A colour of marks in pictures. */
export type MarkColor = 'blue' | 'green' | 'red' | 'yellow'

/** An arrow: a text that names two cells, the two cells, or a map of them with a colour. */
export type DrawingArrow =
  | string
  | readonly [string, string]
  | { readonly from: string; readonly to: string; readonly color?: MarkColor | null | undefined }

/** Options of a picture. */
export interface DrawingOptions {
  /** A seat: draws what it knows, from its side; the whole position where left out. */
  readonly seat?: Seat | null | undefined
  /** The text of a move whose cells are marked; false for none. */
  readonly lastMove?: string | boolean | null | undefined
  /** Arrows from one cell to another. */
  readonly arrows?: readonly DrawingArrow[] | null | undefined
  /** Cells that get a ring, or their colours by cell. */
  readonly squares?: readonly string[] | Readonly<Record<string, MarkColor>> | null | undefined
  /** The seat from whose side the boards are seen. */
  readonly orientation?: Seat | null | undefined
  /** The width in pixels, 16 to 8192; the picture fills its place where left out. */
  readonly size?: number | null | undefined
  /** The colours; `auto` is what the reader prefers, `light` where left out. */
  readonly theme?: 'light' | 'dark' | 'auto' | null | undefined
  /** False to leave out the names of rows and columns. */
  readonly coordinates?: boolean | null | undefined
  /** True for an element of its own for each cell, kind of pieces in hand and board. */
  readonly cells?: boolean | null | undefined
  /** The time left in milliseconds, by seat or in the order of the seats. */
  readonly clocks?:
    readonly (number | null)[] | Readonly<Record<string, number | null>> | null | undefined
}

/** Options of random games. */
export interface PlayoutsOptions extends JobOptions {
  /** The seed of the moves, 0 to 2^64 - 1; a bigint from 2^53 on. 0 where left out. */
  readonly seed?: number | bigint | null | undefined
  /** After how many plies a game is given up; 10 000 where left out. */
  readonly plyLimit?: number | null | undefined
  /** Threads that share the work, 1 to 1024; 1 where left out. The result is the same. */
  readonly threads?: number | null | undefined
}

/** Within what a bot decides; what is left out does not bind. */
export interface DecideOptions extends SeatOptions, JobOptions {
  /** Milliseconds to think, from when the search starts. */
  readonly movetime?: number | null | undefined
  /** Positions to look at. */
  readonly nodes?: number | null | undefined
  /** Plies to look ahead. */
  readonly depth?: number | null | undefined
  /** Moves of one's own within which to mate; found, the search ends. */
  readonly mate?: number | null | undefined
  /** The number of best moves with a line of play; 1 where left out. */
  readonly lines?: number | null | undefined
  /** The moves to choose from, in the game's first notation; all where left out or empty. */
  readonly moves?: readonly string[] | null | undefined
  /** A clock from which to take what is fitting. */
  readonly clock?: Clock | null | undefined
  /**
   * The clocks of all seats in their order, for games in which the time of others matters. One's
   * own is taken from here where `clock` is left out.
   */
  readonly clocks?: readonly Clock[] | null | undefined
  /**
   * Messages of those that the seat plays with, the oldest first. Where it is given, also
   * empty, a bot that talks says something itself.
   */
  readonly heard?: readonly Heard[] | null | undefined
}

/** Something that a seat has heard from one that it plays with. */
export interface Heard {
  /** The seat that said it. */
  readonly from: string
  /** The words. */
  readonly text: string
  /** The number of plies that had been made when it was said; now where left out. */
  readonly ply?: number | null | undefined
}

/** Something that a bot says to those it plays with. */
export interface Said {
  /** The words. */
  readonly text: string
  /** True if it has said so before and still holds it. */
  readonly repeated: boolean
}

/** The clock of a seat. */
export interface Clock {
  /** Milliseconds that are left. */
  readonly remaining: number
  /** Milliseconds that each move adds; none where left out. */
  readonly increment?: number | null | undefined
  /** Moves until more time comes, where there are such controls. */
  readonly movesToGo?: number | null | undefined
}

/** Options of a bot; those of its own stand beside. */
export interface BotOptions {
  /** The game it is to play. */
  readonly game: string | Game
  /** The seed of its draws, 0 to 2^64 - 1; a bigint from 2^53 on. 0 where left out. */
  readonly seed?: number | bigint | null | undefined
  readonly [option: string]: unknown
}

/** Options of a bot of your own. */
export interface OwnBotOptions {
  /** The game it is to play; any where left out. */
  readonly game?: string | Game | null | undefined
  /** The number of its answers that may be refused in one decision; the game's number where left out. */
  readonly retryCap?: number | null | undefined
  /** Milliseconds that it has for a decision; 60 000 where left out. */
  readonly botTimeout?: number | null | undefined
}

/** The description of an option. */
export interface OptionInfo {
  readonly name: string
  readonly doc: string
  readonly kind: 'flag' | 'int' | 'choice' | 'preset' | 'text' | 'plain'
  readonly default: boolean | number | string
  /** Of an `int`: the least. */
  readonly min?: number
  /** Of an `int`: the greatest. */
  readonly max?: number
  /** Of a `choice` or `preset`: all there are. */
  readonly values?: readonly string[]
  /** Of a `plain` one, which takes a text, a list or a map: texts that can be given. */
  readonly examples?: readonly string[]
}

/** The properties of a game that do not depend on its options. */
export interface GameInfo {
  /** The name it is started by. */
  readonly name: string
  /** A line about it. */
  readonly summary: string
  /** The least and the greatest number of seats. */
  readonly seats: { readonly min: number; readonly max: number }
  /** True if seats see less than everything. */
  readonly hidden: 'never' | 'optional' | 'always'
  /** The name and the hash of the network that `search` evaluates it with; null without one. */
  readonly network: string | null
  readonly options: readonly OptionInfo[]
  /** Its notations for moves, the canonical one first. */
  readonly styles: readonly string[]
  /** Its bots. */
  readonly bots: readonly string[]
  /** The options of each bot. */
  readonly bot_options: Readonly<Record<string, readonly OptionInfo[]>>
  /** The questions about its states that `ask` answers. */
  readonly questions: readonly QuestionInfo[]
}

/** A preset of composed chess. */
export interface PresetInfo {
  /** The stable name. */
  readonly id: string
  /** The name for people. */
  readonly name: string
  /** A sentence about the rule. */
  readonly description: string
  /** The presets that must be in force for a side that both are for. */
  readonly requires: readonly string[]
  /** The presets that may not be in force for a side that both are for. */
  readonly incompatible_with: readonly string[]
  /** The types of pieces that it brings along. */
  readonly pieces: readonly PieceTypeInfo[]
  /** The attributes of pieces that it owns. */
  readonly attributes: readonly string[]
  /** The position from which a game with it starts, as FEN; null for that of chess. */
  readonly start: string | null
  /** The hooks that it uses. */
  readonly hooks: readonly string[]
  /** The options that it takes when it is put in force. */
  readonly options: readonly OptionInfo[]
}

/** A type of pieces that a preset brings along. */
export interface PieceTypeInfo {
  /** The stable name. */
  readonly id: string
  /** The name for people. */
  readonly name: string
  /** The letter, as a capital. */
  readonly letter: string
  /** Its movement in Betza's notation; null where it is not written so. */
  readonly betza: string | null
  /** The drawings of White's and of Black's. */
  readonly glyphs: readonly [string, string]
  /** True if a side may not lose its last one. */
  readonly royal: boolean
}

/** The end of a game. */
export interface Outcome {
  /** The seat that won alone; null in a draw and where several won. */
  readonly winner: string | null
  /** The seats that won. */
  readonly winners: readonly string[]
  /** True if nobody won. */
  readonly draw: boolean
  /** Why it ended, a stable word in snake_case. */
  readonly reason: string
  /** The result of each seat: 1, 0 or a half. */
  readonly scores: readonly number[]
}

/** The unit of a score. */
export interface Score {
  /**
   * Hundredths of a pawn; tenths of an extra turn; points of the game's own; plies to the
   * mate (positive when the decider gives it); 0 to 1.
   */
  readonly unit: 'centipawns' | 'decitempi' | 'points' | 'mate' | 'win_probability'
  readonly value: number
}

/** The decision of a bot. */
export interface Decision {
  /** The move, in the game's canonical notation. */
  readonly move: string
  /** The score; null where the bot has no opinion. */
  readonly score: Score | null
  /** The line it expects, its own move first. */
  readonly pv: readonly string[]
  /** Plies searched. */
  readonly depth: number
  /** Positions looked at. */
  readonly nodes: number
  /** Other moves it weighed. */
  readonly alternatives: readonly { readonly move: string; readonly score: Score | null }[]
  /** Words for the host; they reach no other seat before the end. */
  readonly messages: readonly string[]
  /** Milliseconds it took. */
  readonly time: number
  /** Milliseconds it was queued before. */
  readonly queued: number
  /** Milliseconds for which to hold the move back, to sit; decide anew if the game goes on. */
  readonly hold: number
  /** The name of the bot that stepped in, where one had to. */
  readonly fallback: string | null
  /** True if it offers a draw with its move; absent otherwise. */
  readonly offer_draw?: true
  /** True if it would rather resign than make its move; absent otherwise. */
  readonly resign?: true
  /** Words for those it plays with, where `heard` was given; absent where there are none. */
  readonly says?: readonly Said[]
}

/** A report of a bot while it thinks, of one line at one depth. Keys are snake_case. */
export interface Info {
  /** The plies it has looked ahead. */
  readonly depth: number
  /** The plies of the longest line it has looked at. */
  readonly selective_depth: number
  /** Which of the best lines this is, from 1. */
  readonly line: number
  /** The score of the line; null where the bot has no opinion. */
  readonly score: Score | null
  /** The bound: at least (`lower`) or at most (`upper`) that score; null if it is exact. */
  readonly bound: 'lower' | 'upper' | null
  /** Positions looked at. */
  readonly nodes: number
  /** Milliseconds since it began. */
  readonly time: number
  /** Positions looked at in a second. */
  readonly nodes_per_second: number
  /** The fill of its table, in thousandths. */
  readonly hash_full: number
  /** The line it expects, its own move first. */
  readonly pv: readonly string[]
}

/** The results of a number of random games. */
export interface Playouts {
  /** Games played. */
  readonly games: number
  /** Moves made in all of them. */
  readonly plies: number
  /** Games won, by seat. */
  readonly wins: Readonly<Record<string, number>>
  /** Games drawn. */
  readonly draws: number
  /** Games given up at the ply limit, or in which nobody could move. */
  readonly unfinished: number
}

/** A state in plain values; what stands beside is the game's. Keys are snake_case. */
export interface Description {
  readonly game: string
  readonly options: Readonly<Record<string, unknown>>
  readonly seats: readonly string[]
  readonly outcome: Outcome | null
  readonly [field: string]: any
}

/** Something that a move brings about. */
export interface Report {
  readonly kind: string
  readonly [field: string]: any
}

/** All games. */
export function games(): GameInfo[]

/** All presets of composed chess, in the order in which a whole set of them comes into force. */
export function presets(): PresetInfo[]

/**
 * The first state of a game.
 *
 * @param options of the game, by their names in {@link games}; null and undefined
 *   count as not given
 * @throws {BoardwrightError} `unknown_game`, `invalid_option`; both say what exists
 */
export function start(game: string, options?: Readonly<Record<string, unknown>> | null): State

/** Options of {@link parseEpd}: those of the game by their names, and these. */
export interface EpdOptions {
  /** The game; `chess` if not given. */
  readonly game?: string | null
  /** The style of moves in operations; the canonical one if not given. */
  readonly style?: string | null
  readonly [option: string]: unknown
}

/**
 * Operations of EPD by their codes: lists of moves under `bm`, `am`, `sm` and `pv`, numbers or
 * texts under the other codes of the standard; of a code without a meaning here the list of its
 * words, those in quotes with their quotes.
 */
export type EpdOperations = Record<string, string | number | string[]>

/**
 * Reads a line of EPD: a position with operations. {@link State.epd} writes such a line.
 *
 * @throws {BoardwrightError} as {@link start}, `invalid_notation` and `illegal_move`, which name
 *   the column, and `unsupported` for a game without EPD
 */
export function parseEpd(
  line: string,
  options?: EpdOptions | null,
): { readonly state: State; readonly operations: EpdOperations }

/**
 * Reads a position.
 *
 * @param options of the game, and `history`: earlier positions, oldest first, for
 *   the rules that look back
 * @throws {BoardwrightError} as {@link start}, and `invalid_notation` naming the field
 */
export function parse(
  game: string,
  text: string,
  options?: Readonly<{ history?: readonly string[] | null; [option: string]: unknown }> | null,
): State

/**
 * Takes up what {@link State.save} wrote.
 *
 * @throws {BoardwrightError} `invalid_notation`, `unknown_game`, `invalid_option`,
 *   `unsupported`
 */
export function load(text: string): State

/** The legal moves of several states, in one call that holds the event loop until its end. */
export function legalMovesMany(states: readonly State[], options?: MoveOptions | null): string[][]

/**
 * As {@link legalMovesMany}, for long lists: the event loop turns after some thousand
 * moves. An abort rejects with the signal's reason.
 */
export function legalMovesManyAsync(
  states: readonly State[],
  options?: (MoveOptions & { readonly signal?: AbortSignalLike | null | undefined }) | null,
): Promise<string[][]>

/**
 * Sets how many jobs run at once in this process, 1 to 1024, and how many more may
 * wait before further ones are refused as `busy`. What is left out stays as it is;
 * at first there are as many threads as processors, and a queue of 4096. `hashMb` is
 * what all hash tables of the process may take together, half of the machine's memory
 * at first; one that goes beyond is refused as `invalid_option`.
 */
export function configure(options: {
  readonly threads?: number | null | undefined
  readonly maxQueue?: number | null | undefined
  readonly hashMb?: number | null | undefined
}): void

/** The kind of a job. */
export type JobKind = 'decision' | 'analysis' | 'draw_answer' | 'perft' | 'playouts' | 'other'

/** The load of the library in this process, workers included. */
export interface Statistics {
  readonly threads: number
  readonly max_queue: number
  readonly waiting: number
  readonly running: number
  readonly kinds: Readonly<Record<JobKind, { readonly waiting: number; readonly running: number }>>
  /** The MiB that all hash tables may take together. */
  readonly hash_mb: number
  /** The bytes that they have claimed. */
  readonly hash_bytes: number
}

/** Tells how busy the library is: what waits and what runs, by kinds of jobs. */
export function statistics(): Statistics

/** A job that waits or runs. */
export interface JobInfo {
  readonly id: number
  readonly kind: JobKind
  /** The class: short work and running clocks go first. */
  readonly class: 'short' | 'clocked' | 'long'
  /** The caller: callers take turns. */
  readonly caller: number
  readonly state: 'waiting' | 'running' | 'stopping'
  /** Milliseconds since it was asked for. */
  readonly age: number
  /** Milliseconds since it has been running. */
  readonly ran: number
}

/** Lists the jobs that run and those that wait, in the order in which they were asked for. */
export function jobs(): JobInfo[]

/** Cancels the job of a number that {@link jobs} gives; says whether there is one. */
export function cancelJob(id: number): boolean

/** A question about states of a game. */
export interface QuestionInfo {
  /** The name by which it is asked. */
  readonly name: string
  /** The answer in words. */
  readonly doc: string
  /** The arguments. */
  readonly arguments: readonly QuestionArgument[]
  /** The kind of the answer, as `a list of texts`. */
  readonly answer: string
}

/** An argument of a question. */
export interface QuestionArgument {
  /** The name. */
  readonly name: string
  /** The documentation. */
  readonly doc: string
  /** The kind of the values. */
  readonly kind: 'move' | 'moves' | 'text' | 'choice' | 'flag' | 'int'
  /** The words of a choice. */
  readonly values?: readonly string[]
  /** The least number. */
  readonly min?: number
  /** The greatest number. */
  readonly max?: number
  /** True if it has to be given. */
  readonly required: boolean
}

/** The rules of a game with their options fixed. */
export class Game {
  /** @throws {BoardwrightError} `unknown_game`, `invalid_option`; both say what exists */
  constructor(name: string, options?: Readonly<Record<string, unknown>> | null)
  /** The name. */
  readonly name: string
  /** The options, defaults included. */
  readonly options: Readonly<Record<string, unknown>>
  /** The names of the seats, in order. */
  readonly seats: readonly string[]
  /** True if seats see less than everything. */
  readonly hidden: boolean
  /** The questions about states that {@link State.ask} answers. */
  readonly questions: readonly QuestionInfo[]
  /** The number of action ids; null for a game without ids. */
  readonly actionCount: number | null
  /** The text of an action id. */
  actionText(id: number): string
  /** The first state. */
  start(): State
  /** Reads a position, and earlier ones (oldest first). */
  parse(text: string, options?: { readonly history?: readonly string[] | null } | null): State
  /** Reads a line of EPD; see {@link parseEpd}. */
  parseEpd(
    line: string,
    options?: { readonly style?: string | null } | null,
  ): { readonly state: State; readonly operations: EpdOperations }
  /** True if both are the rules of one game under the same options. */
  equals(other: unknown): boolean
  /** The name. */
  toString(): string
  /** Name and options. */
  toJSON(): { name: string; options: Readonly<Record<string, unknown>> }
}

/**
 * A position with its rules and its past; a value. Moves give new states and leave
 * the old one as it is. Made by {@link start}, {@link parse} and {@link load}.
 *
 * A state is about half a kilobyte outside of JavaScript's heap. It is freed after it was
 * collected, but not before the event loop turns: in a loop that never awaits use
 * {@link playMany}, a {@link Cursor} or {@link dispose}.
 *
 * Deep comparison (`assert.deepStrictEqual`, `toEqual`) agrees with {@link equals}.
 * `structuredClone` and `postMessage` refuse a state: send what {@link save} gives.
 */
export class State {
  private constructor()
  /** The rules. */
  readonly game: Game
  /** The names of the seats that may act; empty after the end. */
  readonly live: string[]
  /** The seat to move; null where none or several may act. */
  readonly toMove: string | null
  /** The outcome; null while the game goes on. */
  readonly outcome: Outcome | null

  /** The texts of the legal moves. */
  legalMoves(options?: MoveOptions | null): string[]
  /** The action ids of the legal moves, in the order of {@link legalMoves}. */
  legalIds(options?: SeatOptions | null): number[]

  /**
   * The state after a move.
   *
   * @throws {BoardwrightError} `invalid_notation`, `illegal_move`, `not_your_turn`,
   *   `game_over`
   */
  play(move: Move, options?: MoveOptions | null): State
  /** The state after a move, or null where it cannot be read or played now. */
  tryPlay(move: Move, options?: MoveOptions | null): State | null
  /** The state after several moves, in one call. Errors say which move it was. */
  playMany(moves: readonly Move[] | Uint32Array, options?: MoveOptions | null): State

  // <made: state> by `cargo run -p xtask -- reference` from `boardwright::queries`
  /** The position in the game's notation; of a hidden game, the referee's. */
  readonly notation: string
  /** The repetition key, 16 hexadecimal digits. */
  readonly key: string
  /** The number of plies in its history. */
  readonly ply: number
  /**
   * The number of times that its position has occurred, this time included.
   *
   * Counts the states in its history and this one that have its key; whether the rules look at
   * all of them is for the game to say.
   */
  readonly repetitions: number
  /**
   * Lists the moves that led to the state; of a hidden game, the referee's.
   *
   * They begin at the start or at a position that was parsed; edits may lie between them.
   *
   * @throws {BoardwrightError} `unsupported`
   */
  moves(options?: StyleOptions | null): string[]
  /**
   * Returns the last of its moves; nothing if there are none.
   *
   * @throws {BoardwrightError} `unsupported`
   */
  lastMove(options?: StyleOptions | null): string | null
  /**
   * Returns the state at an earlier ply, which its moves lead to.
   *
   * The plies are those from the position before the first of its moves to its own.
   *
   * @throws {BoardwrightError} `invalid_option`
   */
  atPly(ply: number): State
  /**
   * Writes the game that led to the state as PGN, with tags.
   *
   * It has the moves and the result; games of two boards are written as BPGN. Of a hidden game
   * it is the referee's.
   *
   * @throws {BoardwrightError} `unsupported`, `invalid_option`
   */
  pgn(tags?: Readonly<Record<string, unknown>> | null): string
  /**
   * Writes the state as a line of EPD with operations.
   *
   * These are a map of codes to moves, numbers and texts, as `parseEpd` reads them. Moves are
   * given canonically or in SAN, and written in SAN. Of a hidden game it is the referee's.
   *
   * @throws {BoardwrightError} `unsupported`, `invalid_option`, `invalid_notation`,
   *   `illegal_move`
   */
  epd(operations?: Readonly<Record<string, unknown>> | null): string
  /**
   * Counts the legal moves, of all live seats or of one.
   *
   * @example
   * start('chess').countLegal() // 20
   *
   * @throws {BoardwrightError} `invalid_option`
   */
  countLegal(options?: SeatOptions | null): number
  /**
   * Returns a legal move in another style of notation.
   *
   * Without `style` it is the canonical one; `fromStyle` is the one in which the move is given.
   *
   * @example
   * start('chess').moveText('g1f3', { style: 'san' }) // 'Nf3'
   *
   * @throws {BoardwrightError} `invalid_notation`, `illegal_move`, `not_your_turn`,
   *   `game_over`, `unsupported`
   */
  moveText(move: Move, options?: MoveTextOptions | null): string
  /**
   * Returns the action id of a legal move.
   *
   * @throws {BoardwrightError} `invalid_notation`, `illegal_move`, `not_your_turn`,
   *   `game_over`, `unsupported`
   */
  actionId(move: string, options?: SeatOptions | null): number
  /**
   * Lists the events that a move would bring about, in the order to show them.
   *
   * @throws {BoardwrightError} `invalid_notation`, `illegal_move`, `not_your_turn`,
   *   `game_over`
   */
  report(move: Move, options?: MoveOptions | null): Report[]
  /**
   * Returns the state in plain values, or what a seat may see of it.
   *
   * @throws {BoardwrightError} `invalid_option`
   */
  describe(options?: SeatOptions | null): Description
  /**
   * Describes the state in English sentences, or what a seat may know of it.
   *
   * For people with screen readers, and for prompts of language models. Of a hidden game the
   * state's own words are the referee's; a seat's are made from what it knows.
   *
   * @throws {BoardwrightError} `invalid_option`
   */
  describeText(options?: SeatOptions | null): string
  /**
   * Describes a legal move in English words.
   *
   * Two legal moves of a state never have the same words. Of a hidden game these are the
   * referee's.
   *
   * @example
   * start('chess').moveInWords('g1f3') // 'knight from g1 to f3'
   *
   * @throws {BoardwrightError} `invalid_notation`, `illegal_move`, `not_your_turn`,
   *   `game_over`
   */
  moveInWords(move: Move, options?: MoveOptions | null): string
  /**
   * Returns the state in which a seat has left the game while the others play on.
   *
   * The seat is given by its name, whoever's turn it is. The reason, such as `resigned`,
   * `timeout` or `abandoned`, is that of the outcome if a single side is left. A game that ends
   * when a seat leaves is `unsupported`, as are all games of two.
   *
   * @throws {BoardwrightError} `unsupported`, `invalid_option`, `game_over`
   */
  leave(name: string, reason: string): State
  /**
   * The seats that are out of the game while others play on.
   *
   * They have left it, or are out by its rules.
   */
  readonly out: string[]
  /** Draws the position in text. */
  draw(): string
  // </made: state>

  /**
   * Draws the position as SVG, or what a seat knows of it.
   *
   * @throws {BoardwrightError} `invalid_option`
   */
  svg(options?: DrawingOptions | null): string
  /**
   * A state changed from outside, where the game has such changes.
   *
   * @throws {BoardwrightError} `unsupported`, `invalid_option`, `invalid_notation`
   */
  edit(changes: Readonly<Record<string, unknown>>): State
  /**
   * Answers one of the questions of the game, which {@link Game.questions} lists, in plain
   * values. Of a hidden game it is the referee's answer; the end of the game does not matter.
   *
   * @example
   * start('chess').ask('attackers', { square: 'f3', by: 'white' }) // ['g1', 'e2', 'g2']
   *
   * @throws {BoardwrightError} `invalid_option` for a question or an argument that does not
   *   exist, which says what does, `unsupported` for a game without questions, those of moves
   */
  ask(question: string, args?: Readonly<Record<string, unknown>> | null): any
  /** Returns the observation of a seat. */
  observe(seat: Seat): Observation
  /** Everything, as text for {@link load}. Send this, not the state, to a worker. */
  save(): string
  /** A cursor on this state. */
  cursor(): Cursor

  /** The number of leaves of the tree of legal moves, `depth` plies deep (0 to 64). */
  perft(depth: number, options?: PerftOptions | null): Promise<number>
  /** The number of leaves below each legal move. */
  divide(depth: number, options?: PerftOptions | null): Promise<Record<string, number>>
  /** Random games to the end, 0 to 2^40 of them. */
  playouts(games: number, options?: PlayoutsOptions | null): Promise<Playouts>

  /** Returns true if both are the same in position, counters, options and history. */
  equals(other: unknown): boolean
  /** Frees the native value now; the state cannot be used any more. */
  dispose(): void
  /** As {@link dispose}, for `using`. */
  [Symbol.dispose](): void
  /** The notation; of a hidden game nothing of the position. */
  toString(): string
  /** As {@link toString}. */
  toJSON(): string
}

/**
 * The knowledge of one seat about a state: the only thing that a bot, a prompt or a page
 * for a seat of a hidden game is made from. Made by {@link State.observe}.
 */
export class Observation {
  private constructor()
  /** The rules. */
  readonly game: Game
  /** The outcome, if the game has ended and the seat was told; null otherwise. */
  readonly outcome: Outcome | null
  /** The texts of the moves that the seat may try. */
  candidates(): string[]
  /** Their action ids. */
  candidateIds(): number[]
  // <made: observation> by `cargo run -p xtask -- reference` from `boardwright::queries`
  /** The name of its seat. */
  readonly seat: string
  /** All that the seat knows, as text: equal exactly if the seat knows the same. */
  readonly text: string
  /** The key of the information set, 16 hexadecimal digits. */
  readonly key: string
  /** True if the seat may act, as far as it can know. */
  readonly mayAct: boolean
  /** Returns all that the seat knows, in plain values. */
  describe(): Description
  /** Describes all that the seat knows in English sentences. */
  describeText(): string
  /**
   * Describes in English words a move that the seat may try.
   *
   * The move is to be given as `candidates` has it, or by its action id. Says no more of it than
   * the seat knows.
   *
   * @throws {BoardwrightError} `illegal_move`, `unsupported`
   */
  moveInWords(move: Move): string
  /** Draws in text what the seat sees. */
  draw(): string
  // </made: observation>
  /**
   * Draws what the seat knows as SVG.
   *
   * @throws {BoardwrightError} `invalid_option`; `hidden_information` for another seat
   */
  svg(options?: DrawingOptions | null): string
  /**
   * Answers one of the questions of the game, as {@link State.ask}, where the seat sees
   * everything.
   *
   * @throws {BoardwrightError} `hidden_information` where something is hidden
   */
  ask(question: string, args?: Readonly<Record<string, unknown>> | null): any
  /** Returns true if both are of one seat that knows the same. */
  equals(other: unknown): boolean
  /** Frees the native value now; the observation cannot be used any more. */
  dispose(): void
  /** As {@link dispose}, for `using`. */
  [Symbol.dispose](): void
  /** The text. */
  toString(): string
  /** The text. */
  toJSON(): string
}

/** A state that is moved forward and back in place, for loops that try lines. */
export class Cursor {
  constructor(state: State)
  /** The state where it stands. */
  readonly state: State
  /** The number of moves made since the start. */
  readonly depth: number
  /** Goes on by a move; stays where it is on an error. Returns itself. */
  play(move: Move, options?: MoveOptions | null): this
  /** Goes back by some plies (1 where left out); says how many it went. */
  undo(plies?: number | null): number
  /** The texts of the legal moves. */
  legalMoves(options?: MoveOptions | null): string[]
  /** The action ids of the legal moves. */
  legalIds(options?: SeatOptions | null): number[]
  /** Counts the legal moves. */
  countLegal(options?: SeatOptions | null): number
  /** Frees the native value now; the cursor cannot be used any more. */
  dispose(): void
  /** As {@link dispose}, for `using`. */
  [Symbol.dispose](): void
}

/**
 * A bot for one game, made by name; or a bot of your own. What one made by name draws follows from
 * its seed.
 *
 * A function in place of the name makes a bot of your own, as at the seat of a table: it gets a
 * {@link Question} and answers with a move. It plays any game, or the one that is named, and may be
 * asked any number of times at once. An answer that is refused has it asked again with the reason,
 * up to `retryCap`; after that, without an answer in its time, or when it throws, the decision is
 * rejected with `bot_failed`. Seated, it is the function itself.
 */
export class Bot {
  /** @throws {BoardwrightError} `unknown_game`, `unknown_bot`, `invalid_option` */
  constructor(name: string, options: BotOptions)
  /** @throws {BoardwrightError} `unknown_game`, `invalid_option` */
  constructor(bot: OwnBot | LanguageModel, options?: OwnBotOptions | null)
  /** Its name; that of all bots of your own is `own`. */
  readonly name: string
  /** The name of the game it plays; null for a bot of your own that plays any. */
  readonly game: string | null
  /**
   * Decides for a state of a game that hides nothing, or for an observation. A bot
   * takes one decision at a time; a second one meanwhile is refused as `bot_busy`. One of your
   * own is not told of `depth`, `mate`, `lines` and `moves`, which are `unsupported`.
   *
   * @throws {BoardwrightError} `hidden_information` for a state of a game that hides
   *   anything, `not_your_turn`, `game_over`, `invalid_option`, `busy`, `bot_busy`,
   *   `cancelled`, `bot_failed`, `unsupported`
   */
  decide(subject: State | Observation, options?: DecideOptions | null): Promise<Decision>
  /**
   * Thinks in full strength, and tells what it thinks. Without limits it goes on until it
   * is stopped: by leaving the loop, by aborting, or by {@link Analysis.conclude}.
   *
   * @throws {BoardwrightError} `invalid_option`; what else {@link decide} rejects with is
   *   what the first step is rejected with; `unsupported` for a bot of your own
   */
  analyse(subject: State | Observation, options?: DecideOptions | null): Analysis
  /**
   * Forgets what was learnt of a game, so that the bot is as new.
   *
   * @throws {BoardwrightError} `bot_busy` while it is at work, `unsupported` for a bot of your own
   */
  newGame(): void
  /**
   * Frees the native value now; the bot cannot be used any more. What it is at is
   * rejected with `cancelled`.
   */
  dispose(): void
  /** As {@link dispose}, for `using`. */
  [Symbol.dispose](): void
}

/**
 * The infos of a bot that thinks: one {@link Info} for each line of each depth and, where
 * one line is asked for, one for each change of the best move in between; the last of the
 * first line begins with the move that is decided. It starts when it is first asked for
 * something. The search never waits for who reads: of one who lets more than a thousand
 * wait, the oldest are dropped.
 *
 * Made by {@link Bot.analyse}.
 */
export class Analysis implements AsyncIterableIterator<Info> {
  private constructor()
  /** The decision, once there is nothing more to tell; null where it was stopped before. */
  readonly decision: Decision | null
  /** The next; rejects at once with the signal's reason when that is aborted. */
  next(): Promise<IteratorResult<Info, Decision | null>>
  /** Stops the search, and resolves once the bot is free; leaving a loop calls it. */
  return(value?: Decision | null): Promise<IteratorReturnResult<Decision | null>>
  /** As {@link return}, and rejects with the error. */
  throw(error?: unknown): Promise<IteratorResult<Info, Decision | null>>
  /** Has the search end with what it has: the decision follows what was told. */
  conclude(): void
  /** Itself. */
  [Symbol.asyncIterator](): this
  /** As {@link return}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** The calls of a {@link Table} that a seat may make by itself; the rest are the host's. */
export const SEAT_CALLS: readonly string[]

/** At which time of the host's clock, in milliseconds. */
export interface AtTime {
  readonly now?: number | null | undefined
}

/** Which moves of a table, and how. */
export interface MovesOptions extends AtTime {
  /** The seat that asks, given its own where something is hidden; for the host where left out. */
  readonly seat?: Seat | null | undefined
  /** One of the game's notations; the first where left out. */
  readonly style?: string | null | undefined
  /** The number of the first move; 0 where left out. */
  readonly since?: number | null | undefined
}

/** Options of a move that is committed. */
export interface CommitOptions extends AtTime {
  /** One of the game's notations; the first where left out. */
  readonly style?: string | null | undefined
}

/** The occupant of a seat; delays and times in milliseconds. Null counts as not given. */
export type Occupant =
  | 'human'
  | 'external'
  | 'empty'
  | OwnBot
  | LanguageModel
  | ExternalEngine
  | Bot
  | {
      readonly bot: OwnBot | LanguageModel | ExternalEngine | Bot
      /** The name at the table; a name of the library's own where left out. */
      readonly name?: string | null | undefined
      /** For how long it may think, which the question says. */
      readonly movetime?: number | null | undefined
      /** Positions it may look at, which the question says. */
      readonly nodes?: number | null | undefined
      /** The least time of its answer, fixed or drawn from a range. */
      readonly delay?: number | readonly [number, number] | null | undefined
      readonly onFailure?: OnFailure | null | undefined
    }
  | LibraryBot

/** A bot of the library at a seat; delays and times in milliseconds. */
export interface LibraryBot {
  readonly bot: string
  /** The name at the table; a name of the library's own where left out. */
  readonly name?: string | null | undefined
  readonly options?: Readonly<Record<string, unknown>> | null | undefined
  /** The seed of its draws; drawn by the table where left out. */
  readonly seed?: number | bigint | null | undefined
  /** For how long it may think. */
  readonly movetime?: number | null | undefined
  /** Positions it may look at. */
  readonly nodes?: number | null | undefined
  /** The least time of its answer, fixed or drawn from a range. */
  readonly delay?: number | readonly [number, number] | null | undefined
  readonly onFailure?: OnFailure | null | undefined
}

/** Options of {@link Table.fill}. */
export interface FillOptions extends AtTime {
  /** The bot; a function answers for each of the seats. */
  readonly occupant?: Exclude<Occupant, 'human' | 'external' | 'empty'> | null | undefined
}

/** The cost of a failure of a bot: the move, which another bot makes, or the game. */
export type OnFailure = 'fallback' | 'lose'

/** A question to a bot of your own: what its seat may know, and nothing else. */
export interface Question extends described.QuestionDetails {
  /** Events that the seat was told since the last question. */
  readonly events: readonly TableEvent[]
  /** The knowledge of the seat. */
  readonly observation: Observation
  /** The moves that the seat may try. */
  readonly candidates: readonly string[]
  /** Aborted when the answer would come to nothing: the game has ended, moved on, or it took too long. */
  readonly signal: AbortSignalLike
}

/** An answer of a bot of your own; a thought is revealed after the end. */
export type Answer =
  | Move
  | boolean
  | {
      readonly move: Move
      /** The notation of its text; the game's first one where left out. */
      readonly style?: string | null | undefined
      readonly offerDraw?: boolean | null | undefined
      /** Words for those it plays with. */
      readonly says?: string | readonly string[] | null | undefined
      readonly thought?: string | readonly string[] | null | undefined
    }
  | { readonly resign: true; readonly thought?: string | readonly string[] | null | undefined }
  | { readonly claimDraw: true }
  | { readonly accept: boolean }

/**
 * A bot of your own. It answers with a move, or with true or false to the draw that is
 * offered. An answer that is not taken is asked for again with the reason in
 * `question.refused`; what it throws or rejects with costs it the move, or by `onFailure`
 * the game.
 */
export type OwnBot = (question: Question) => Answer | Promise<Answer>

/** An endpoint for chat completions; what is left out has the library's defaults. */
export interface LanguageModelEndpoint {
  /** The address before `/chat/completions`, such as `http://localhost:11434/v1`. */
  readonly baseUrl: string
  /** The name of the model. */
  readonly model: string
  /** The key, sent as a bearer token and shown nowhere. */
  readonly key?: string | null | undefined
  /** More headers, whose values are shown nowhere. */
  readonly headers?: Readonly<Record<string, string>> | null | undefined
  /** Milliseconds that a call may take. */
  readonly timeout?: number | null | undefined
  /** The strictest form of answer that is asked for. */
  readonly output?: described.Output | null | undefined
  /** More fields of the request, such as `temperature`. */
  readonly extra?: Readonly<Record<string, unknown>> | null | undefined
  /** The price of a million tokens of prompts. */
  readonly inputPrice?: number | null | undefined
  /** The price of a million tokens of answers. */
  readonly outputPrice?: number | null | undefined
}

/** A call over HTTP that a player wants made. */
export interface LanguageModelCall {
  /** The index of the endpoint. */
  readonly endpoint: number
  /** `GET` for a check, `POST` for an answer. */
  readonly method: 'GET' | 'POST'
  /** The address. */
  readonly url: string
  /** The headers, among them the key. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, JSON; null for a check. */
  readonly body: string | null
  /** The time after which the signal is aborted, in milliseconds. */
  readonly timeout: number
}

/** The response to a call. */
export interface LanguageModelResponse {
  /** The status, such as 200. */
  readonly status: number
  /** The headers; only `retry-after` is looked at. */
  readonly headers: Readonly<Record<string, string>>
  /** The body. */
  readonly body: string
}

/** The options of a player by language models; what is left out has the library's defaults. */
export interface LanguageModelOptions {
  /** The endpoints, in the order in which they are tried. */
  readonly endpoints: readonly LanguageModelEndpoint[]
  /** The style of the prompts. */
  readonly style?: 'beginner' | 'intermediate' | 'hard' | null | undefined
  /** `list` names the legal moves in each prompt (in hidden games: the candidates). */
  readonly legalMoves?: 'list' | 'hidden' | null | undefined
  /** Wrong answers to a question that are fed back with the reason. */
  readonly retries?: number | null | undefined
  /** Calls for a question, failed ones included. */
  readonly attempts?: number | null | undefined
  /** The most tokens of an answer. */
  readonly answerTokens?: number | null | undefined
  /** The ceiling on all tokens. */
  readonly maxTokens?: number | null | undefined
  /** The ceiling on the cost, in the unit of the prices. */
  readonly maxCost?: number | null | undefined
  /** False for endpoints that are not to be checked before their first call. */
  readonly preflight?: boolean | null | undefined
  /** Milliseconds before a failed endpoint is called again, doubled with each failure. */
  readonly backoff?: number | null | undefined
  /** The longest wait for an endpoint, in milliseconds. */
  readonly maxWait?: number | null | undefined
  /** Milliseconds for which an endpoint is left alone that refuses the key or the model. */
  readonly cooldown?: number | null | undefined
  /** Exchanges that are kept. */
  readonly transcript?: number | null | undefined
  /** Makes the calls in place of `fetch`; it stops when the signal is aborted. */
  readonly send?:
    ((call: LanguageModelCall, signal: AbortSignal) => Promise<LanguageModelResponse>) | undefined
}

/**
 * A player by language models, which sits at a table as a bot of your own.
 *
 * The endpoints are tried in order. Each call has a time-out, a wrong answer is fed back with
 * its reason, and where there is no answer in the end another bot makes the move, which `stats`
 * counts. One player may sit at any number of seats and tables.
 */
export class LanguageModel {
  constructor(options: LanguageModelOptions)
  /** The names of the models, in the order of the endpoints. */
  readonly models: readonly string[]
  /** The counts so far: questions, calls, tokens, cost, fallbacks and others. */
  readonly stats: described.ModelStats
  /** Checks all endpoints: that each answers, takes the key and has the model. */
  preflight(): Promise<described.EndpointReport[]>
  /** The messages that ask for the move of a seat. */
  prompt(observation: Observation): described.Message[]
  /** The last exchanges, oldest first: all that the seats knew, and no key. */
  transcript(): described.Exchange[]
}

/** The settings of a table around a state. Null counts as not given. */
export interface TableSettings {
  /** The occupants; a seat that is not named is a person's. */
  readonly seats?: Readonly<Record<string, Occupant>> | null | undefined
  /** In milliseconds. */
  readonly clock?:
    | {
        readonly base: number
        readonly increment?: number | null | undefined
        readonly delay?: number | null | undefined
      }
    | null
    | undefined
  /** The time that a person may be gone, in milliseconds. */
  readonly grace?: number | null | undefined
  /** The consequence after that. */
  readonly onAbandoned?: 'lose' | 'bot' | LibraryBot | null | undefined
  /**
   * Consequence when a seat resigns, loses on time or is abandoned: the others play
   * on where the game has it, which is the default, or it ends.
   */
  readonly onLeave?: 'play_on' | 'end' | null | undefined
  /** Consequence of a flag that falls: its seat loses, which is the default, or plays on without time. */
  readonly onFlag?: 'lose' | 'play_on' | null | undefined
  /** The refusals of a bot's moves in one turn that are tolerated; the game's number if not given. */
  readonly retryCap?: number | null | undefined
  /** The consequence after that. */
  readonly onCap?: 'candidates' | 'fallback' | 'resign' | null | undefined
  /**
   * The number of attempts that are no move which a person may make in one turn, after which only
   * candidates are taken up; 100 where left out.
   */
  readonly attemptCap?: number | null | undefined
  /** Milliseconds that a bot may be at one move before another steps in; 60 000. */
  readonly botTimeout?: number | null | undefined
  /** True if moves can be taken back by agreement; in games that hide nothing where left out. */
  readonly undo?: boolean | null | undefined
  /** True if seats can change the position, or the presets in force, by agreement. */
  readonly edits?: boolean | null | undefined
  /**
   * The number of moves after which spectators are told of one; at once where nothing is hidden,
   * otherwise after the end, where left out.
   */
  readonly spectatorDelay?: number | null | undefined
  /** The seed of delays, moves of last resort and the seeds of bots; random where left out. */
  readonly seed?: number | bigint | null | undefined
  /** The host's clock, in milliseconds: clocks run from here, also for a bot that moves first. */
  readonly now?: number | null | undefined
  /** True if the table begins paused: nobody moves and no bot is asked before `resume`. */
  readonly paused?: boolean | null | undefined
}

/** The settings of a table around a game by its name. */
export interface TableOptions extends TableSettings {
  /** The options of the game; a state has its own. */
  readonly options?: Readonly<Record<string, unknown>> | null | undefined
}

/** The answer to what changes something. */
export interface Acted {
  /** The number from which on the seat's events are new. */
  readonly since: number
  /** True if the game has ended. */
  readonly ended: boolean
}

/** The answer to a move. */
export interface Committed extends Acted {
  /**
   * Why the rules refused what was tried, in games that let a seat try; its turn goes on.
   * Not there where the move was made.
   */
  readonly refused?: string
}

/**
 * The types of what the library tells, by its own declarations: events by their `kind`,
 * descriptions of states and observations, answers of a table.
 */
export type * as described from './described'

/** Something that a seat was told; `kind` says what. */
export type TableEvent = {
  /** Its number, counted for the seat alone. */
  readonly seq: number
} & (
  | described.TableEvent
  | described.SeatEvent
  | described.BoardEvent
  | described.BughouseEvent
  | described.BoostEvent
  | described.JarlsEvent
  | described.PresetsEvent
  | described.ToldEvent
)

/** Events from a number on, at most 1000; `next` is where to go on. */
export interface TableEvents {
  since: number
  next: number
  more: boolean
  events: TableEvent[]
}

/** The events that are followed: those of a seat, or of others than the seats. */
export type Followed = (
  | { readonly seat: Seat; readonly feed?: null }
  | { readonly feed: 'spectators' | 'referee'; readonly seat?: null }
) & { readonly since?: number | null }

/**
 * Seats, clocks, draw offers, bots and events around one game: what a server needs.
 *
 * Bots answer by themselves on the library's own threads. Time is what the host says
 * it is: a call that is given `now` takes note of it, and a flag falls at its instant
 * however late the host looks. All calls are synchronous and short.
 */
export class Table {
  /**
   * @param game its name, or the state it starts from
   * @throws {BoardwrightError} `invalid_option`, `unknown_bot`, and as {@link start}
   */
  constructor(game: string, options?: TableOptions | null)
  constructor(state: State, options?: TableSettings | null)
  /** Takes up what {@link save} gave; bots that were at work are asked anew. */
  static load(text: string): Table
  /**
   * Has a bot of your own, or a program, answer for a seat at which one sits: for a loaded
   * table, or in place of the one that answered before.
   *
   * @throws {BoardwrightError} `unsupported` where none sits; `bot_busy` for a program that plays
   *   at another table
   */
  attend(seat: Seat, bot: OwnBot | LanguageModel | ExternalEngine | Bot): void
  /** Makes a move. */
  commit(seat: Seat, move: Move, options?: CommitOptions | null): Committed
  /** Gives up: the seat loses. */
  resign(seat: Seat, options?: AtTime | null): Acted
  /** Offers a draw; it lapses with the next move of a seat that was asked. */
  offerDraw(seat: Seat, options?: AtTime | null): Acted
  /** Accepts the draw that another seat offered, or declines it. */
  respondDraw(seat: Seat, accept: boolean, options?: AtTime | null): Acted
  /** Claims the draw that the rules allow. */
  claimDraw(seat: Seat, options?: AtTime | null): Acted
  /** Says something to the seats that it plays with, and to nobody else. */
  message(seat: Seat, text: string, options?: AtTime | null): Acted
  /** Takes note of the time; says when the next flag falls. */
  tick(now: number): described.TickAnswer
  /** A person has gone. */
  disconnected(seat: Seat, now: number): Acted
  /** A person is back. */
  reconnected(seat: Seat, now: number): Acted
  /** Lets somebody else sit there. */
  takeOver(seat: Seat, occupant: Occupant, options?: AtTime | null): Acted
  /**
   * Lets bots sit on the empty seats, or on the one named; says on which. Without an occupant
   * the library chooses the bot.
   */
  fill(seat?: Seat | null, options?: FillOptions | null): string[]
  /** Wants plies taken back; `done` says whether all agreed. */
  undo(seat: Seat, plies?: number, options?: AtTime | null): described.AgreedAnswer
  /**
   * Wants the game changed as by {@link edit}; `done` says whether all agreed. For tables with the
   * setting `edits`.
   */
  proposeEdit(
    seat: Seat,
    changes: Readonly<Record<string, unknown>>,
    options?: AtTime | null,
  ): described.AgreedAnswer
  /**
   * Changes the position, or the presets in force, while the game goes on, as `edit` of a state
   * does. The moves before stay, and none of them is taken back any more. For the host.
   */
  edit(changes: Readonly<Record<string, unknown>>, options?: AtTime | null): described.EndedAnswer
  /**
   * Returns the view of a seat, with the part of the table under `table`; by `since` also the
   * seat's events from that number on, as `events` gives them.
   */
  view(
    seat: Seat,
    options?: (AtTime & { readonly since?: number | null | undefined }) | null,
  ): described.TableView & Description
  /** The moves that a seat may try; in a `style` only where nothing is hidden. */
  candidates(seat: Seat, options?: (AtTime & { readonly style?: string | null }) | null): string[]
  /** Returns the events of a seat from a number on, at most 1000; `next` is where to go on. */
  events(seat: Seat, since?: number, options?: AtTime | null): TableEvents
  /**
   * Returns the table as spectators may see it: where something is hidden the players alone
   * until the end, or by the setting `spectatorDelay` the whole game so many moves late. `shown`
   * says whether the game is there.
   */
  spectatorView(options?: AtTime | null): described.WholeView & Partial<Description>
  /** Returns the events that spectators may know from a number on, numbered for them. */
  spectatorEvents(since?: number, options?: AtTime | null): TableEvents
  /** Returns the whole table. For the host, or a referee whom it trusts, as {@link refereeEvents}. */
  refereeView(options?: AtTime | null): described.WholeView & Description
  /** Returns all that anybody was told, each event with the seats that heard of it as `heard_by`. */
  refereeEvents(since?: number, options?: AtTime | null): TableEvents
  /**
   * The whole game, after its end and not before; of the moves and of each seat's events and
   * thoughts 1000 from a number on at most, `next` being where to go on and `more` whether
   * there are more.
   */
  reveal(since?: number, options?: AtTime | null): described.Reveal
  /** Returns the outcome; null while the game goes on. */
  readonly outcome: Outcome | null
  /** Ends the game without a result: a draw by the reason `aborted`. For the host, as what follows. */
  abort(options?: AtTime | null): described.EndedAnswer
  /** Ends the game with a result; a draw without winners. */
  adjudicate(winners: readonly Seat[], options?: AtTime | null): described.EndedAnswer
  /** Stops the clocks: nobody moves and no bot thinks until {@link resume}. */
  pause(options?: AtTime | null): described.EndedAnswer
  /**
   * Lets the clocks go on from `now`. The time since {@link pause} counts for nobody, nor,
   * where there was none, the time since the table last heard of it: so a table goes on that
   * was loaded after the server was down.
   */
  resume(options?: AtTime | null): described.EndedAnswer
  /** Returns the moves made so far, and what was tried, at most 1000; `next` is where to go on. */
  moves(options?: MovesOptions | null): described.MovesAnswer
  /** The game with its options. */
  readonly game: Game
  /** A number that grows with each change. */
  readonly revision: number
  /** Returns the state, with everything that is hidden from seats: for the host. */
  state(): State
  /** Returns what a seat knows. */
  observe(seat: Seat): Observation
  /**
   * The game as PGN with clocks, of two boards as BPGN. The tags, such as the names of people
   * under `White`, replace those that the table knows.
   *
   * @throws {BoardwrightError} `hidden_information` before the end of a game that hides
   *   something, `unsupported` for a game without PGN
   */
  pgn(tags?: Readonly<Record<string, string>> | null, options?: AtTime | null): string
  /** Everything as text, at any moment, also while a bot thinks. */
  save(options?: AtTime | null): string
  /**
   * The changes since an earlier call, whose `next` is `since`, or the whole table without it.
   * The texts, one after the other in their order, are what {@link load} reads.
   *
   * @throws {BoardwrightError} `invalid_option` for a mark that is not of this table
   */
  saveChanges(since?: described.SavedMark | null, options?: AtTime | null): described.SavedChanges
  /**
   * Resolves when no bot is at work. Keeps the table and the process alive until then;
   * {@link dispose} rejects it with `cancelled`.
   */
  runBots(options?: { readonly signal?: AbortSignalLike | null } | null): Promise<void>
  /** Makes a call by its name, with plain values: for a server that passes them on. */
  call(name: string, args?: Readonly<Record<string, unknown>>): unknown
  /**
   * Makes a call for the client of a seat: one of {@link SEAT_CALLS}, by the seat that the server
   * says, with the arguments that the client sends. One that the call does not have, or that is the server's
   * (`seat`, `now`), is `invalid_option`; another call is `unsupported`.
   */
  seatCall(
    seat: Seat,
    name: string,
    payload?: Readonly<Record<string, unknown>> | null,
    options?: AtTime | null,
  ): unknown
  /**
   * Has a function called after changes, whoever made them: a person, a bot, the time. It
   * is called when the event loop turns, once for all changes until then, and says nothing
   * but that there are some: see {@link events}. To listen keeps neither the table nor the
   * process alive.
   *
   * @returns what stops it
   */
  listen(listener: () => void): () => void
  /**
   * Has a function called with the events of a seat, of spectators or of the referee as they
   * happen, each once and in order, from the number `since` (0) on, at most 1000 at a time. Nothing
   * is kept for a listener: while the event loop does not turn the events wait at the table, and
   * come together then. Otherwise as the listener to changes.
   *
   * @returns what stops it
   */
  listen(listener: (told: TableEvents) => void, options: Followed): () => void
  /** Ends all work of the bots, and tells no listener any more; what was said stays readable. */
  close(): void
  /**
   * Frees the native value now, and stops what its bots are at; the table cannot be used
   * any more. So it is with a table that was collected, or whose worker has ended.
   */
  dispose(): void
  /** As {@link dispose}, for `using`. */
  [Symbol.dispose](): void
}

/** The names of the protocols that an {@link Engine} can speak. */
export function protocols(): string[]

/**
 * An engine that speaks a protocol, in this process: a line in, lines out.
 *
 * No line that is sent waits for a search. It keeps the process alive only between
 * {@link ref} and {@link unref}, and one that is no longer used is closed.
 */
export class Engine {
  /**
   * @param protocol see {@link protocols}
   * @param onLine called with each line that it says, on the event loop
   * @throws {BoardwrightError} `unsupported` for a protocol that does not exist
   */
  constructor(protocol: string, onLine: (line: string) => void)
  /** The name of its protocol. */
  readonly protocol: string
  /** True if it was closed, by {@link close} or by its protocol's word for the end. */
  readonly closed: boolean
  /** Tells it a line, or several; what is wrong with one it says in its protocol. */
  send(text: string): void
  /** Keeps the process alive until it is closed or {@link unref} is called. */
  ref(): this
  /** Lets the process end again. */
  unref(): this
  /** Cancels what it searches, without another word. */
  close(): void
  /** As {@link close}, for `using`. */
  [Symbol.dispose](): void
}

/** Options of {@link ExternalEngine.start}. */
export interface ExternalEngineOptions {
  /** The protocol that the program speaks: `uci` where left out, `ubi` or `bei`. */
  readonly protocol?: 'uci' | 'ubi' | 'bei' | null | undefined
  /** Options set at the start, by the program's names; null for buttons. */
  readonly options?: Readonly<Record<string, string | number | boolean | null>> | null | undefined
  /** Aborts the start. */
  readonly signal?: AbortSignal | null | undefined
}

/**
 * A program of somebody else that sits at tables, started by its command.
 *
 * It takes a seat of one table at a time, as a bot of your own does, with 1 s a move where
 * neither a time, nor positions, nor a clock is given. A program that breaks down, hangs or says
 * nonsense is replaced for that move, and started anew for the next. It ends with
 * {@link close}, and when neither you nor a table has it.
 */
export class ExternalEngine {
  private constructor()
  /**
   * Starts a program for a game: for chess and its variants, for a player of bughouse, for Boost;
   * never for one that hides something. Resolves when it is ready; at most 30 seconds.
   *
   * @param command the program, or a list of it and its arguments
   * @throws {BoardwrightError} `unsupported` for a game that the protocol or the program does not
   *   play; `invalid_option` for a program that does not start or has no such option
   */
  static start(
    game: string | Game,
    command: string | readonly string[],
    options?: ExternalEngineOptions | null,
  ): Promise<ExternalEngine>
  /** The name that the program gives itself, or else its command. */
  readonly name: string
  /** The protocol that it speaks. */
  readonly protocol: 'uci' | 'ubi' | 'bei'
  /** The game for which it was started. */
  readonly game: Game
  /** Ends the program; what it is still asked is answered by others. */
  close(): void
  /** As {@link close}, for `using`. */
  [Symbol.dispose](): void
}

/** Kinds of events that {@link arena} plays. */
export type Occasion = 'tournament' | 'match' | 'selfplay'

/**
 * A player: a text such as `search(level=max)`, a bot, one of your own, or a program. It must not
 * come from strangers, since it can be any program.
 */
export type ArenaPlayer =
  | string
  | OwnBot
  | LanguageModel
  | Bot
  | { readonly name?: string; readonly bot: OwnBot | LanguageModel | Bot }
  | {
      readonly name?: string
      readonly bot: string
      readonly options?: { readonly [name: string]: unknown }
    }
  | {
      readonly name?: string
      readonly command: string | readonly string[]
      readonly protocol?: 'uci' | 'ubi' | 'bei'
      readonly options?: { readonly [name: string]: unknown }
    }

/** A finished game of a tournament. */
export type FinishedGame = described.FinishedGame

/** The outcome of a tournament. */
export type TournamentReport = described.TournamentReport

/** Options of {@link arena}; docs/arena.md says what they mean. Times are in milliseconds. */
export interface ArenaOptions {
  readonly options?: { readonly [name: string]: unknown }
  readonly system?: described.TournamentSystem
  readonly rounds?: number
  readonly games?: number
  readonly atOnce?: number
  readonly challengers?: number
  readonly seeded?: boolean
  readonly seed?: number | bigint
  readonly limits?: { readonly nodes?: number; readonly depth?: number; readonly movetime?: number }
  readonly clock?: { readonly base: number; readonly increment?: number }
  readonly margin?: number
  readonly moveTimeout?: number
  readonly plyLimit?: number
  readonly openings?: readonly string[]
  readonly openingPlies?: number
  readonly openingBalance?: number
  readonly openingNodes?: number
  readonly sprt?: {
    readonly elo0: number
    readonly elo1: number
    readonly alpha?: number
    readonly beta?: number
  }
  readonly concurrency?: number
  /** The file in which finished games are kept; those that it holds are not played again. */
  readonly log?: string
  readonly pgn?: boolean
  /** Stops it. */
  readonly signal?: AbortSignal | null
}

/** Options of a call whose report is awaited. */
export interface ArenaRunOptions extends ArenaOptions {
  /** Called with each finished game; what it throws ends the games. */
  readonly progress?: ((game: FinishedGame) => void) | null
}

/** The finished games of a tournament, as they end; a loop that is left stops it. */
export class Games implements AsyncIterable<FinishedGame> {
  private constructor()
  /** The number of games that are known to be played; 0 before one has ended. */
  readonly length: number
  /** The report, once all games have ended. */
  readonly report: Promise<TournamentReport>
  /** Stops it. */
  close(): void
  /** The games, one after the other. */
  [Symbol.asyncIterator](): AsyncIterator<FinishedGame, undefined>
}

/** A job: work for any process, which names all that its result follows from; see docs/arena.md. */
export interface ArenaJob {
  readonly id: string
  readonly version: string
  readonly kind: 'game' | 'selfplay' | 'analysis' | 'perft'
  readonly [name: string]: unknown
}

/** The result of a job: `result`, or `error` with `code` and `message`. */
export type JobResult = described.JobResult

/** Options of a {@link JobQueue}. */
export interface JobQueueOptions extends Omit<ArenaOptions, 'signal'> {
  /** The milliseconds after which a job without a result is handed out again; without it never. */
  readonly lease?: number
  /** The clock of the lease, in milliseconds: `performance.now` where left out. */
  readonly now?: (() => number) | null
}

/**
 * A tournament whose games are jobs for others: in any order, lost, repeated or late, they make the
 * table of {@link arena}`.tournament`. Calls block, as those of `fs` that end in `Sync`, for the
 * file of games. Bots of your own are `unsupported`.
 */
export class JobQueue {
  /** Opens it; with a `log` it goes on with the games of that file, which is in use until {@link close}. */
  constructor(
    occasion: Occasion,
    game: string,
    players: ArenaPlayer | readonly ArenaPlayer[],
    options?: JobQueueOptions | null,
  )
  /** True once no further job is handed out. */
  readonly over: boolean
  /** The number of jobs that can begin now. */
  readonly waiting: number
  /** The number of jobs that were handed out and have no result. */
  readonly out: number
  /** Hands out the next job; null while a round waits for results, and once it is over. */
  acquire(): ArenaJob | null
  /**
   * Takes a result; returns the finished game, or null for a job that has a result already. Throws
   * `unsupported` for the result of another version, `invalid_option` for an unknown job and for
   * what is no result of it, and the error of a job that failed, which stays out.
   */
  submit(result: JobResult | string): FinishedGame | null
  /** Has a job handed out again, of which no result will come; false for one that is not out. */
  release(id: string): boolean
  /** The report on the games so far. */
  report(): TournamentReport
  /** Frees the file of games; other calls are `disposed` from then on. */
  close(): void
  /** As {@link close}, for `using`. */
  [Symbol.dispose](): void
}

/** Matches, tournaments and self-play of bots and programs, on the library's own threads. */
export const arena: {
  /** The class {@link JobQueue}. */
  readonly JobQueue: typeof JobQueue
  /**
   * Does a job, an object or a text of JSON, on the library's own threads. What is wrong with the
   * job is the `error` of its result, another version too; rejects with `busy` where too many jobs wait,
   * and with the signal's reason. Only with `programs` may the job start programs, which can
   * be any.
   */
  runJob(
    job: ArenaJob | string,
    options?: { readonly programs?: boolean; readonly signal?: AbortSignal | null } | null,
  ): Promise<JobResult>
  /** Plays a tournament. */
  tournament(
    game: string,
    players: readonly ArenaPlayer[],
    options?: ArenaRunOptions | null,
  ): Promise<TournamentReport>
  /** Plays a match of 100 games, or as many as `games` says; with `sprt` until that has decided. */
  match(
    game: string,
    a: ArenaPlayer,
    b: ArenaPlayer,
    options?: ArenaRunOptions | null,
  ): Promise<TournamentReport>
  /** Plays 100 games, or as many as `games` says, of players who stay; one takes all seats. */
  selfplay(
    game: string,
    players: ArenaPlayer | readonly ArenaPlayer[],
    options?: ArenaRunOptions | null,
  ): Promise<TournamentReport>
  /** Starts one of these; returns its finished games as an asynchronous iterable. */
  games(
    occasion: Occasion,
    game: string,
    players: ArenaPlayer | readonly ArenaPlayer[],
    options?: ArenaOptions | null,
  ): Games
  /**
   * Estimates how much stronger a player is, with 95 % intervals and `los`, the likelihood of
   * superiority; null without games. `pairs` are the numbers of pairs of games with 0, ½, 1, 1½ and 2 points.
   */
  estimate(
    results:
      | { readonly wins?: number; readonly draws?: number; readonly losses?: number }
      | { readonly pairs: readonly number[] },
  ): described.Estimate | null
  /** Tests sequentially whether a player is better by `elo1` rather than by `elo0`. */
  sprt(
    pairs: readonly number[],
    options: {
      readonly elo0: number
      readonly elo1: number
      readonly alpha?: number
      readonly beta?: number
    },
  ): described.SprtState
  /** Rates players by all their games against each other at once, the strongest first. */
  elo(results: readonly RatedResultInput[]): readonly described.EloEntry[]
}

/** A result that is to be rated: its sides with their places, and the number of such games. */
export interface RatedResultInput {
  readonly sides: readonly described.RatedSide[]
  /** 1 where left out. */
  readonly games?: number
}

/**
 * Bots by name, with kind, modes, status, player and ratings, apart by game and mode. Everybody
 * begins with 1200. Games of two players are rated by Glicko-2 and by Weng and Lin, those of teams and of
 * more sides by Weng and Lin. A batch counts once, by its name.
 */
export class BotRegistry {
  /** @param text that of {@link toText}; without it the registry is empty */
  constructor(text?: string)
  /** Reads the file that {@link save} has written; without one it is empty. Blocks as `readFileSync`. */
  static load(path: string): BotRegistry
  /** The number of bots. */
  readonly size: number
  /**
   * Adds a bot, or changes one, whose ratings it then keeps. `player` is one as tournaments take
   * it, for an external bot any object of the host's own; `modes` has the modes of each game, and a list
   * of games is short for `one_seat`.
   */
  register(
    name: string,
    options?: {
      readonly kind?: described.BotKind
      readonly player?: string | { readonly [name: string]: unknown }
      readonly modes?: readonly string[] | { readonly [game: string]: readonly string[] }
      readonly status?: described.BotStatus
    } | null,
  ): described.RegisteredBot
  /** Sets the status of a bot. */
  setStatus(name: string, status: described.BotStatus): described.RegisteredBot
  /** Takes a bot out with its ratings. */
  remove(name: string): described.RegisteredBot
  /** Rates results as one batch; false for a batch that was rated before. */
  rate(
    batch: string,
    results: {
      readonly game: string
      readonly mode?: string
      readonly results: readonly RatedResultInput[]
    },
  ): boolean
  /** Rates all games of a tournament, whose players are registered by their names. */
  rateReport(batch: string, report: TournamentReport): boolean
  /**
   * Rates one game, such as that of a table, by the name of the bot at each seat. The mode
   * follows from the number of seats that each has.
   */
  rateGame(
    batch: string,
    game: {
      readonly game: string
      readonly options?: { readonly [name: string]: unknown }
      readonly players: { readonly [seat: string]: string }
      readonly winners: readonly string[]
      readonly mode?: string
    },
  ): boolean
  /** A bot. */
  bot(name: string): described.RegisteredBot
  /** All bots by their names. */
  bots(): { readonly [name: string]: described.RegisteredBot }
  /** The results and ratings of a bot; the mode is `one_seat` where left out. */
  rating(name: string, game: string, mode?: string): described.BotRating
  /** The leaderboard of a game and mode. */
  leaderboard(game: string, mode?: string): described.Leaderboard
  /** The leaderboard of a game and mode in Markdown. */
  markdown(game: string, mode?: string): string
  /** The registry as a text. */
  toText(): string
  /** Writes it to a file, whole or not at all. Blocks as `writeFileSync`. */
  save(path: string): void
}

/** The move of an engine of Boost. */
export interface BeiMove {
  /** The score for the player to move, in decitempi. */
  readonly score: number
  /** The chosen move; `--` is a pass. */
  readonly move: string
  /** Others that are as good. */
  readonly equals: readonly string[]
}

/** The listeners of an engine of Boost, called on the event loop. */
export interface BeiControllerOptions {
  /**
   * Gets its properties (`protocol`, `name`, `author`, `version`, `beiok`), of a game
   * (`known`, `unknown`) and to people (`log`).
   */
  readonly onProperty?: ((name: string, value: string) => void) | null | undefined
  /** Gets its moves. */
  readonly onMove?: ((move: BeiMove) => void) | null | undefined
}

/**
 * BEI, the interface of Boost engines, from the controller's side: tells an engine what to
 * think about, and hears what it comes to. One that is no longer used is closed, and its search stopped, unless somebody waits for {@link think}.
 */
export class BeiController {
  /** @param identifier the game; the standard one where left out */
  constructor(identifier?: string | null, options?: BeiControllerOptions | null)
  /** Begins a game; what is unknown leaves the game that is played as it was. */
  newGame(identifier: string): void
  /** Plays as an opponent of a strength from 100 to 2500; beyond that counts as that. */
  setStrength(strength: number): void
  /** Evaluates with another weight, by the names that the bots of the game have as options. */
  setWeight(name: string, value: number): void
  /** Looks so many plies ahead, from 1 to 100, in place of a strength. */
  setDepth(depth: number): void
  /**
   * Thinks about a position; those of `taboo` were on the board and must not come again.
   *
   * @throws {BoardwrightError} `invalid_notation` for a text that is no position of the game
   */
  setLine(position: string, taboo?: readonly string[]): void
  /** Thinks in the opponents' time, for the turn that comes after so many others. */
  ponder(turns: number): void
  /** Thinks; `onMove` is told what comes of it. Does not keep the process alive. */
  go(): void
  /**
   * Thinks, and resolves with what comes of it; with null where {@link stop} discards it.
   * Keeps the process alive. Closing rejects it with `cancelled`.
   */
  think(): Promise<BeiMove | null>
  /** Ends what is thought; without `wantMove` its move is discarded. */
  stop(options?: { readonly wantMove?: boolean | undefined } | null): void
  /** True if it was closed. */
  readonly closed: boolean
  /** Ends everything, without another word. */
  close(): void
  /** As {@link close}, for `using`. */
  [Symbol.dispose](): void
}

/** The moves of a record with all that is said about them. */
export type RecordTree = described.RecordTree

/** A move of a record. */
export type RecordNode = described.RecordNode

/** The fault of a game of a source that could not be read. */
export type Damage = described.Damage

/**
 * A source of games: a path, bytes, or something that gives texts or bytes one after the other,
 * such as a stream. What is packed with gzip or zstd is unpacked.
 */
export type Source =
  string | URL | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/** Options of reading that games and columns share. */
export interface ReadingOptions {
  /** The game; the one that the tag `Variant` names where left out. */
  readonly game?: string | null | undefined
  /** The options of that game. */
  readonly options?: Readonly<{ [name: string]: unknown }> | null | undefined
  /** True to read games on that have ended by counters or history. */
  readonly playOn?: boolean | null | undefined
  /** True to repair FEN. */
  readonly lenientFen?: boolean | null | undefined
  /** A null move is a damage, or ends its line. */
  readonly nullMoves?: 'damage' | 'end_line' | null | undefined
  /** True to refuse games without a result. */
  readonly requireResult?: boolean | null | undefined
  /** True to read a comment that is a number as the clock in seconds. */
  readonly bareClocks?: boolean | null | undefined
}

/** Options of {@link readGames}. */
export interface ReadOptions extends ReadingOptions {
  /**
   * A damaged game throws `invalid_notation`, after which the reader goes on with the next one;
   * or it is left out, or comes as a {@link Damage} among the records, or is given to a function.
   */
  readonly onDamage?: 'raise' | 'skip' | 'yield' | ((damage: Damage) => void) | null | undefined
  /** False to leave variations out. */
  readonly variations?: boolean | null | undefined
  /** False to leave the texts of comments out. */
  readonly comments?: boolean | null | undefined
}

/** Options of {@link GameRecord.of}. */
export interface RecordOptions {
  /** The tags. */
  readonly tags?: Readonly<{ [name: string]: string }> | null | undefined
  /** The result, as PGN writes it. */
  readonly result?: '1-0' | '0-1' | '1/2-1/2' | '*' | null | undefined
  /** The notation of the moves; the first of the game where left out. */
  readonly style?: string | null | undefined
  /** The mover's clock after each move, in milliseconds. */
  readonly clocks?: readonly (number | null | undefined)[] | null | undefined
  /** A comment after each move. */
  readonly comments?: readonly (string | null | undefined)[] | null | undefined
}

/** The parts of a record that are written, all where left out. */
export interface PgnOptions {
  readonly variations?: boolean | null | undefined
  readonly comments?: boolean | null | undefined
  /** Clocks, evaluations and marks. */
  readonly notes?: boolean | null | undefined
  readonly nags?: boolean | null | undefined
}

/**
 * The record of a game: tags, moves with what is said about them, result; a value. Times are in
 * milliseconds, evaluations in centipawns of the first seat.
 */
export class GameRecord {
  private constructor()
  /**
   * Makes a record of moves from a state on, to be written: texts, nodes without a parent, or a
   * whole tree.
   *
   * @throws {BoardwrightError} `illegal_move`, `invalid_notation`, `invalid_option`
   */
  static of(
    start: State,
    moves: readonly (string | Partial<RecordNode>)[] | Partial<RecordTree>,
    options?: RecordOptions | null,
  ): GameRecord
  /** The line of the source in which it begins, from 1; 0 for one that was not read. */
  readonly line: number
  /** The tags, in order. */
  readonly tags: Readonly<{ [name: string]: string }>
  /** The result; null where there is none. */
  readonly result: '1-0' | '0-1' | '1/2-1/2' | '*' | null
  /** The rules. */
  readonly game: Game
  /** The first state. */
  readonly start: State
  /** The mover's clock after each move of the main line, or null. */
  readonly clocks: (number | null)[]
  /** The evaluation after each move of the main line, or null; mates are in the tree alone. */
  readonly evals: (number | null)[]
  /**
   * The state after a move, by its index in the nodes of {@link tree}; the last one of the main
   * line where left out.
   */
  state(node?: number | null): State
  /** The moves of the main line. */
  moves(style?: string | null): string[]
  /** All moves with variations, comments, glyphs, clocks and evaluations. */
  tree(style?: string | null): RecordTree
  /** Writes it as PGN (BPGN for games of two boards), a blank line at its end. */
  pgn(options?: PgnOptions | null): string
  /** As {@link pgn}. */
  toString(): string
}

/**
 * The games of a source, one after the other in constant memory. The `for` loop reads on the
 * calling thread, `for await` on the library's own.
 */
export class GameReader<T = GameRecord> implements Iterable<T>, AsyncIterable<T> {
  private constructor()
  /** @throws {BoardwrightError} `unsupported` for an asynchronous source */
  [Symbol.iterator](): IterableIterator<T>
  /** Reads on the library's own threads. */
  [Symbol.asyncIterator](): AsyncIterableIterator<T>
}

/**
 * Reads the games of a source.
 *
 * @throws {BoardwrightError} `invalid_option`, `unknown_game`
 */
export function readGames(
  source: Source,
  options: ReadOptions & { readonly onDamage: 'yield' },
): GameReader<GameRecord | Damage>
/** Reads the games of a source, without damaged ones among them. */
export function readGames(source: Source, options?: ReadOptions | null): GameReader

/** Texts that lie one after the other, made when asked for. */
export class Texts implements Iterable<string> {
  private constructor()
  /** All texts in UTF-8. */
  readonly bytes: Uint8Array
  /** The offset of each and, at last, of the end. */
  readonly offsets: Float64Array
  /** The number of texts. */
  readonly length: number
  /** A text; a negative index counts from the end. */
  at(index: number): string | undefined
  /** Makes one text after the other. */
  [Symbol.iterator](): IterableIterator<string>
}

/** Options of {@link readColumns}. */
export interface ColumnOptions extends ReadingOptions {
  /** A damaged game rejects with `invalid_notation`, or is left out. */
  readonly onDamage?: 'raise' | 'skip' | null | undefined
  /** The names of the tags that are kept. */
  readonly headers?: readonly string[] | null | undefined
  /** False to leave clocks out. */
  readonly clocks?: boolean | null | undefined
  /** True for evaluations. */
  readonly evals?: boolean | null | undefined
  /** True for boards. */
  readonly boards?: boolean | null | undefined
  /** True for the FEN of all positions. */
  readonly fens?: boolean | null | undefined
  /** True for the FEN of each start. */
  readonly starts?: boolean | null | undefined
  /** The threads that share the work; 1 where left out. */
  readonly threads?: number | null | undefined
  /** Called now and then with the number of unpacked bytes read so far. */
  readonly progress?: ((bytes: number) => void) | null | undefined
  /** Milliseconds from the call. */
  readonly deadline?: number | null | undefined
  readonly signal?: AbortSignal | null | undefined
}

/**
 * The main lines of games as flat arrays. Game `i` has the plies from `plyOffsets[i]` to
 * `plyOffsets[i + 1]`. What was not asked for is empty.
 */
export class Columns {
  private constructor()
  /** The number of games. */
  readonly length: number
  /** The line in which each game begins, from 1. */
  readonly lines: Float64Array
  /** The result of each game: 1, 0, -1, or {@link NO_RESULT}. */
  readonly results: Int8Array
  /** The number of the first ply of each game and, at last, of all plies. */
  readonly plyOffsets: Float64Array
  /**
   * The moves, which {@link moveText} writes: bits 0 to 5 are the destination, 6 to 11 the origin
   * (a1 is 0, h8 is 63), 12 to 15 the kind: 0 plain, 1 castling (to the square of the rook), 2 en
   * passant, 4 to 7 promotion to knight, bishop, rook, queen, 8 to 12 drop of pawn, knight,
   * bishop, rook, queen (the origin is the destination).
   */
  readonly moves: Uint16Array
  /** The mover's clock after each ply in milliseconds, or {@link NO_CLOCK}. */
  readonly clocks: Int32Array
  /**
   * The evaluation after each ply in centipawns of the first seat, or {@link NO_EVAL}; mate in n
   * moves is `MATE - n`, or `n - MATE` for the second seat.
   */
  readonly evals: Int16Array
  /**
   * The board before each ply and after the last one, 64 bytes from a1 to h8: 0 is empty, 1 to 6
   * pawn to king of White, 9 to 14 of Black. Game `i` has those from `plyOffsets[i] + i` on.
   */
  readonly boards: Uint8Array
  /** The FEN of each start. */
  readonly starts: Texts
  /** The FEN of the same positions as {@link boards}. */
  readonly fens: Texts
  /** The tags asked for, by name; an empty text where a game has none. */
  readonly headers: { readonly [name: string]: Texts }
  /** The damaged games, in order. */
  readonly damages: readonly Damage[]
}

/**
 * Reads the main lines of all games of a source into flat arrays, on the library's own threads.
 * A source in parts is read as it comes, and never held whole. Games must be played on
 * one chess board.
 */
export function readColumns(source: Source, options?: ColumnOptions | null): Promise<Columns>

/**
 * Writes a code of {@link Columns.moves}, of chess where no game is given.
 *
 * @throws {BoardwrightError} `invalid_notation` for a code that no move has, `unsupported` for a
 *   game that is not played on one chess board
 */
export function moveText(code: number, game?: string | Game | null): string

/** The value of {@link Columns.clocks} where there is no clock. */
export const NO_CLOCK: -1
/** The value of {@link Columns.evals} where there is no evaluation. */
export const NO_EVAL: -32768
/** The value of {@link Columns.evals} for mate now. */
export const MATE: 32000
/** The value of {@link Columns.results} where there is none. */
export const NO_RESULT: -128
