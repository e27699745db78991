// The exports of the addon, for the checker. Handles are externals that nobody but
// the addon can look into.

declare const kind: unique symbol
type Handle<K extends string> = { readonly [kind]: K }

export type GameHandle = Handle<'game'>
export type FinishedGamesHandle = Handle<'finished games'>
export type ProgramHandle = Handle<'program'>
export type StateHandle = Handle<'state'>
export type ObservationHandle = Handle<'observation'>
export type CursorHandle = Handle<'cursor'>
export type BotHandle = Handle<'bot'>
export type JobContextHandle = Handle<'job context'>
export type EventQueueHandle = Handle<'event queue'>
export type TableHandle = Handle<'table'>
export type ListeningHandle = Handle<'listening'>
export type RegistryHandle = Handle<'registry'>
export type JobQueueHandle = Handle<'job queue'>
export type GuestsHandle = Handle<'guests'>
export type QuestionsHandle = Handle<'questions'>
export type OwnBotHandle = Handle<'own bot'>
export type ToldHandle = Handle<'told'>
export type ModelHandle = Handle<'model'>
export type TurnHandle = Handle<'turn'>
export type EngineHandle = Handle<'engine'>
export type ReaderHandle = Handle<'reader'>
export type RecordHandle = Handle<'record'>
export type ColumnsHandle = Handle<'columns'>
export type ColumnsFeedHandle = Handle<'columns feed'>

/** A game; otherwise a damage as JSON, or `pause`, `hungry`, `end` or `empty`. */
export type Found = RecordHandle | 'pause' | 'hungry' | 'end' | 'empty' | Json

export interface TextArrays {
  bytes: Uint8Array
  offsets: Float64Array
}

export interface ColumnArrays {
  lines: Float64Array
  results: Int8Array
  plyOffsets: Float64Array
  moves: Uint16Array
  clocks: Int32Array
  evals: Int16Array
  boards: Uint8Array
  starts: TextArrays
  fens: TextArrays
  headers: TextArrays[]
  damages: Json
}

type Code = import('..').ErrorCode
type Seat = string | number | undefined
type Move = string | number
type Style = string | undefined
type Milliseconds = number | undefined
/** A whole number, whose range and default the addon knows. */
type Whole = number | undefined
/** A value as JSON. */
type Json = string

/** The end of a job: an error has a code, and its message is the text. */
type Settle = (
  job: number,
  /** `told` says that it is not the end, but that there is something to take. */
  code: Code | 'told' | null | undefined,
  text: Json,
  queued: number,
) => void

export interface Games {
  games: Whole
  seed: bigint
  plyLimit: Whole
  threads: Whole
}

export interface Native {
  errorCodes(): Json
  version(): string
  valueBounds(): { deepest: number; mostValues: number }

  games(): Json
  presets(): Json
  game(name: string, options: Json): GameHandle
  gameOf(state: StateHandle): GameHandle
  gameQuestions(game: GameHandle): Json
  gameInfo(game: GameHandle): Json
  actionTexts(game: GameHandle): Json
  start(game: GameHandle): StateHandle
  parse(game: GameHandle, text: string, earlier: string[]): StateHandle
  parseEpd(game: GameHandle, line: string, style: Style): [StateHandle, Json]
  load(text: string): StateHandle

  live(state: StateHandle): number
  stateOutcome(state: StateHandle): Json | null
  legalIds(state: StateHandle, seat: Seat, ids: Uint32Array): number
  legalMoves(state: StateHandle, seat: Seat, style: Style): Json
  play(state: StateHandle, move: Move, seat: Seat, style: Style): StateHandle
  tryPlay(state: StateHandle, move: Move, seat: Seat, style: Style): StateHandle | null
  playMany(state: StateHandle, moves: Move[], seat: Seat, style: Style): StateHandle
  // <made: state> by `cargo run -p xtask -- reference` from `boardwright::queries`
  stateNotation(state: StateHandle): string
  stateKey(state: StateHandle): string
  statePly(state: StateHandle): number
  stateRepetitions(state: StateHandle): number
  stateMoves(state: StateHandle, style: Style): Json
  stateLastMove(state: StateHandle, style: Style): string | null
  stateAtPly(state: StateHandle, ply: number | undefined): StateHandle
  statePgn(state: StateHandle, tags: Json): string
  stateEpd(state: StateHandle, operations: Json): string
  stateCountLegal(state: StateHandle, seat: Seat): number
  stateMoveText(state: StateHandle, move: Move, style: Style, fromStyle: Style, seat: Seat): string
  stateActionId(state: StateHandle, move: string, seat: Seat): number
  stateReport(state: StateHandle, move: Move, seat: Seat, style: Style): Json
  stateDescribe(state: StateHandle, seat: Seat): Json
  stateDescribeText(state: StateHandle, seat: Seat): string
  stateMoveInWords(state: StateHandle, move: Move, seat: Seat, style: Style): string
  stateLeave(state: StateHandle, name: string, reason: string): StateHandle
  stateOut(state: StateHandle): Json
  stateDraw(state: StateHandle): string
  // </made: state>
  edit(state: StateHandle, changes: Json): StateHandle
  ask(state: StateHandle, question: string, args: Json): Json
  stateSvg(state: StateHandle, options: Json): string
  observe(state: StateHandle, seat: Seat): ObservationHandle
  save(state: StateHandle): string
  stateEquals(state: StateHandle, other: StateHandle): boolean
  stateMark(state: StateHandle): string
  stateInspect(state: StateHandle): string
  stateDispose(state: StateHandle): void

  observationOutcome(observation: ObservationHandle): Json | null
  candidates(observation: ObservationHandle): Json
  candidateIds(observation: ObservationHandle, ids: Uint32Array): number
  // <made: observation> by `cargo run -p xtask -- reference` from `boardwright::queries`
  observationSeat(observation: ObservationHandle): string
  observationText(observation: ObservationHandle): string
  observationKey(observation: ObservationHandle): string
  observationMayAct(observation: ObservationHandle): boolean
  observationDescribe(observation: ObservationHandle): Json
  observationDescribeText(observation: ObservationHandle): string
  observationMoveInWords(observation: ObservationHandle, move: Move): string
  observationDraw(observation: ObservationHandle): string
  // </made: observation>
  observationSvg(observation: ObservationHandle, options: Json): string
  observationAsk(observation: ObservationHandle, question: string, args: Json): Json
  observationEquals(observation: ObservationHandle, other: ObservationHandle): boolean
  observationInspect(observation: ObservationHandle): string
  observationDispose(observation: ObservationHandle): void

  cursor(state: StateHandle): CursorHandle
  cursorState(cursor: CursorHandle): StateHandle
  cursorDepth(cursor: CursorHandle): number
  cursorPlay(cursor: CursorHandle, move: Move, seat: Seat, style: Style): void
  cursorUndo(cursor: CursorHandle, plies: Whole): number
  cursorLegalIds(cursor: CursorHandle, seat: Seat, ids: Uint32Array): number
  cursorLegalMoves(cursor: CursorHandle, seat: Seat, style: Style): Json
  cursorCountLegal(cursor: CursorHandle, seat: Seat): number
  cursorDispose(cursor: CursorHandle): void

  bot(name: string, game: string, options: Json, seed: bigint): BotHandle
  botName(bot: BotHandle): string
  botGame(bot: BotHandle): string
  botNewGame(bot: BotHandle): void
  botDispose(bot: BotHandle): void

  table(state: StateHandle, seats: Json, settings: Json): TableHandle
  tableStart(game: string, options: Json, seats: Json, settings: Json): TableHandle
  tableLoad(text: string): TableHandle
  tableCall(table: TableHandle, name: string, args: Json): Json
  tableQuiet(context: JobContextHandle, job: number, table: TableHandle): void
  tableListen(
    context: JobContextHandle,
    job: number,
    table: TableHandle,
    args: string,
  ): ListeningHandle
  tableHeard(listening: ListeningHandle): void
  tableTaken(listening: ListeningHandle): string | null
  tableUnlisten(table: TableHandle, listening: ListeningHandle): void
  tableSeatCall(
    table: TableHandle,
    seat: Seat,
    name: string,
    payload: string,
    now: number | undefined,
  ): string
  tableSeatCalls(): string[]
  tableClose(table: TableHandle): void
  tableGame(table: TableHandle): GameHandle
  tableState(table: TableHandle): StateHandle
  tableObserve(table: TableHandle, seat: Seat): ObservationHandle
  tableRevision(table: TableHandle): number
  tableAttend(table: TableHandle, seat: string, questions: QuestionsHandle): void
  registryNew(): RegistryHandle
  registryParse(text: string): RegistryHandle
  registryLoad(path: string): RegistryHandle
  registrySize(registry: RegistryHandle): number
  registryAsk(registry: RegistryHandle, question: string, given: Json): Json
  registryChange(registry: RegistryHandle, change: string, given: Json): Json
  strength(question: string, given: Json): Json
  arena(
    context: JobContextHandle,
    job: number,
    occasion: string,
    options: Json,
    guests: GuestsHandle,
  ): FinishedGamesHandle
  guests(): GuestsHandle
  guestsAdd(guests: GuestsHandle, questions: QuestionsHandle): number
  arenaTake(games: FinishedGamesHandle): Json
  queueOpen(occasion: string, options: Json, lease: Milliseconds): JobQueueHandle
  queueAcquire(queue: JobQueueHandle, now: number): Json | null
  queueSubmit(queue: JobQueueHandle, result: Json): Json | null
  queueRelease(queue: JobQueueHandle, id: string): boolean
  queueOver(queue: JobQueueHandle): boolean
  queueWaiting(queue: JobQueueHandle): number
  queueOut(queue: JobQueueHandle): number
  queueReport(queue: JobQueueHandle): Json
  queueClose(queue: JobQueueHandle): void
  runJob(context: JobContextHandle, number: number, job: Json, programs: boolean): void
  programStart(
    context: JobContextHandle,
    job: number,
    game: GameHandle,
    command: Json,
  ): ProgramHandle
  programAttend(program: ProgramHandle, table: TableHandle, seat: string): void
  programClose(program: ProgramHandle): void
  questions(context: JobContextHandle, job: number): QuestionsHandle
  questionsRelease(questions: QuestionsHandle): void
  questionsTake(questions: QuestionsHandle): ToldHandle | null
  toldGivenUp(told: ToldHandle): number | null
  toldDispose(told: ToldHandle): void
  questionDetails(told: ToldHandle): Json
  questionObservation(told: ToldHandle): ObservationHandle
  questionAnswer(told: ToldHandle, answer: Json): boolean
  questionFail(told: ToldHandle, message: string): boolean
  ownBot(options: Json): OwnBotHandle
  ownBotGame(bot: OwnBotHandle): string | null
  ownBotDispose(bot: OwnBotHandle): void
  ownDecideState(
    context: JobContextHandle,
    job: number,
    bot: OwnBotHandle,
    questions: QuestionsHandle,
    state: StateHandle,
    seat: Seat,
    limits: Json,
  ): void
  ownDecideObservation(
    context: JobContextHandle,
    job: number,
    bot: OwnBotHandle,
    questions: QuestionsHandle,
    observation: ObservationHandle,
    limits: Json,
  ): void
  modelNew(options: Json): ModelHandle
  modelNames(model: ModelHandle): string[]
  modelAsk(model: ModelHandle, told: ToldHandle): TurnHandle
  modelPreflight(model: ModelHandle): TurnHandle
  modelPrompt(model: ModelHandle, observation: ObservationHandle): Json
  modelStats(model: ModelHandle): Json
  modelTranscript(model: ModelHandle): Json
  turnStep(turn: TurnHandle, now: number, reply?: Json): Json
  turnCancel(turn: TurnHandle): void
  observationRules(observation: ObservationHandle): GameHandle
  tableDispose(table: TableHandle): void

  reader(path: string | undefined, bytes: Uint8Array | undefined, options: Json): ReaderHandle
  readerTake(reader: ReaderHandle): Found
  readerNext(reader: ReaderHandle): Found
  readerMany(context: JobContextHandle, job: number, reader: ReaderHandle, most: number): void
  readerFeed(reader: ReaderHandle, bytes: Uint8Array): void
  record(
    start: StateHandle,
    moves: Json,
    tags: string[],
    result: string | undefined,
    style: Style,
  ): RecordHandle
  recordHead(record: RecordHandle): Json
  recordStart(record: RecordHandle): StateHandle
  recordState(record: RecordHandle, node: number | undefined): StateHandle
  recordMoves(record: RecordHandle, style: Style): Json
  recordTree(record: RecordHandle, style: Style): Json
  recordPgn(record: RecordHandle, options: Json): string
  columns(
    context: JobContextHandle,
    job: number,
    path: string | undefined,
    bytes: Uint8Array | undefined,
    options: Json,
    deadline: Milliseconds,
  ): ColumnsHandle
  columnsDone(columns: ColumnsHandle): number
  columnsTake(columns: ColumnsHandle): ColumnArrays
  columnsFeed(options: Json, deadline: Milliseconds): ColumnsFeedHandle
  columnsFed(
    context: JobContextHandle,
    job: number,
    feed: ColumnsFeedHandle,
    bytes: Uint8Array,
  ): void
  columnsFedDone(feed: ColumnsFeedHandle): number
  columnsFedTake(feed: ColumnsFeedHandle): ColumnArrays | null
  columnMoveText(game: GameHandle, code: number): string

  protocols(): string[]
  engine(context: JobContextHandle, job: number, protocol: string): EngineHandle
  engineSend(engine: EngineHandle, text: string): void
  /** Takes its lines, with line ends between; empty where there is nothing. */
  engineTake(engine: EngineHandle): string
  engineProtocol(engine: EngineHandle): string
  engineClosed(engine: EngineHandle): boolean
  engineClose(engine: EngineHandle): void

  attach(settle: Settle): JobContextHandle
  hold(context: JobContextHandle): void
  release(context: JobContextHandle): void
  cancel(context: JobContextHandle, job: number): void
  configure(threads: Whole, maxQueue: Whole, hashMb: Whole): void
  statistics(): Json
  jobs(): Json
  cancelJob(id: Whole): boolean
  perft(
    context: JobContextHandle,
    job: number,
    state: StateHandle,
    depth: Whole,
    threads: Whole,
    hash: Whole,
    deadline: Milliseconds,
  ): void
  divide: Native['perft']
  playouts(
    context: JobContextHandle,
    job: number,
    state: StateHandle,
    games: Games,
    deadline: Milliseconds,
  ): void
  decideState(
    context: JobContextHandle,
    job: number,
    bot: BotHandle,
    state: StateHandle,
    seat: Seat,
    limits: Json,
  ): void
  decideObservation(
    context: JobContextHandle,
    job: number,
    bot: BotHandle,
    observation: ObservationHandle,
    limits: Json,
  ): void
  analyseState(
    context: JobContextHandle,
    job: number,
    bot: BotHandle,
    state: StateHandle,
    seat: Seat,
    limits: Json,
  ): EventQueueHandle
  analyseObservation(
    context: JobContextHandle,
    job: number,
    bot: BotHandle,
    observation: ObservationHandle,
    limits: Json,
  ): EventQueueHandle
  eventQueueTake(feed: EventQueueHandle): Json | null
  conclude(context: JobContextHandle, job: number): void
}
