// Errors of the server, beside those of the library, by the codes of the protocol.

import { STATUS_CODES } from 'node:http'
import { BoardwrightError } from 'boardwright'
import { statusOf } from 'boardwright/fastify'

/** Codes of the server with their status over HTTP. */
const STATUSES = {
  bad_request: 400,
  bad_frame: 400,
  wrong_protocol: 400,
  hello_first: 400,
  hello_twice: 400,
  no_such_call: 400,
  bad_token: 401,
  wrong_seat: 403,
  not_found: 404,
  no_such_game: 404,
  no_such_seek: 404,
  seat_taken: 409,
  not_over: 409,
  too_large: 413,
  too_many: 429,
  draining: 503,
  internal: 500,
  invalid_option: 400,
} as const

export type ServerCode = keyof typeof STATUSES

/** An error that clients are told as it is. */
export class ServerError extends Error {
  readonly code: ServerCode

  constructor(code: ServerCode, message: string) {
    super(message)
    this.code = code
  }

  get statusCode(): number {
    return STATUSES[this.code]
  }
}

export const badToken = () => new ServerError('bad_token', 'no seat has this token')

/** An error as clients see it. */
export interface Told {
  readonly code: string
  readonly message: string
}

/** Tells a client of an error; of a fault of the server's nothing but that there is one. */
export function told(error: unknown): Told {
  if (error instanceof BoardwrightError || error instanceof ServerError) {
    return { code: error.code, message: error.message }
  }
  return { code: 'internal', message: 'the server failed; it has been logged' }
}

/** True for a fault of the server's, which is to be logged. */
export function isFault(error: unknown): boolean {
  return told(error).code === 'internal'
}

/** The body of an answer over HTTP. */
export function answerOf(told: Told): Told & { statusCode: number; error: string } {
  const own = Object.hasOwn(STATUSES, told.code)
  const statusCode = own ? STATUSES[told.code as ServerCode] : statusOf(told.code)
  return {
    statusCode,
    code: told.code,
    error: STATUS_CODES[statusCode] ?? '',
    message: told.message,
  }
}
