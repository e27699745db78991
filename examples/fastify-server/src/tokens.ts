// Tokens, tickets and invitations: texts that clients keep, of which the server keeps hashes.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { badToken } from './errors.js'

const FORM = /^[\w-]{43}$/

/** Draws a token: 256 random bits. */
export const drawToken = () => randomBytes(32).toString('base64url')

/** Draws the id of a game, which is public. */
export const drawId = () => randomBytes(9).toString('base64url')

/** The hash of a token, by which it is found and compared; null for what can be none. */
export function hashOf(token: unknown): Buffer | null {
  if (typeof token !== 'string' || !FORM.test(token)) return null
  return createHash('sha256').update(token).digest()
}

/** Compares in a time that says nothing about where they differ. */
export function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The hash of the token in a header `Authorization: Bearer TOKEN`. */
export function bearer(header: string | undefined): Buffer {
  const hash = hashOf(/^Bearer ([\w-]+)$/i.exec(header ?? '')?.[1])
  if (hash === null) throw badToken()
  return hash
}
