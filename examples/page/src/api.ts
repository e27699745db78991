// JSON over HTTP.

import { Refused, type Registry, type Summary, type View } from './protocol.js'

async function ask<T>(method: string, path: string, body?: object, token?: string): Promise<T> {
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as T & { code?: string; message?: string }
  if (response.ok) return answer
  throw new Refused(answer.code ?? 'internal', answer.message ?? response.statusText)
}

export interface Made {
  readonly id: string
  readonly tokens: Readonly<Record<string, string>>
  readonly invitations: Readonly<Record<string, string>>
  readonly game: Summary
}

export interface Joined {
  readonly id: string
  readonly seat: string
  readonly token: string
  readonly game: Summary
}

export interface Rules {
  readonly seats: readonly string[]
  readonly hidden: boolean
}

export type Sought =
  | { readonly status: 'waiting' | 'gone'; readonly ticket?: string }
  | {
      readonly status: 'paired'
      readonly ticket?: string
      readonly id: string
      readonly seat: string
    }

export const registry = () => ask<Registry>('GET', '/registry')
export const rules = (game: string, options: object) =>
  ask<Rules>('POST', '/rules', { game, options })
export const list = (status: string) =>
  ask<{ games: readonly Summary[] }>('GET', `/games?status=${status}`)
export const create = (body: object) => ask<Made>('POST', '/games', body)
export const game = (id: string) => ask<{ game: Summary; view: View }>('GET', `/games/${id}`)
export const join = (id: string, body: object) => ask<Joined>('POST', `/games/${id}/join`, body)
export const fill = (id: string, body: object, token: string) =>
  ask<{ filled: readonly string[] }>('POST', `/games/${id}/fill`, body, token)
export const invitation = (body: object) =>
  ask<{ id: string; seat: string; token?: string; game: Summary }>('POST', '/invitations', body)
export const seek = (body: object) => ask<Sought>('POST', '/seeks', body)
export const sought = (ticket: string) => ask<Sought>('GET', '/seek?wait=25', undefined, ticket)
export const unseek = (ticket: string) => ask<Sought>('DELETE', '/seek', undefined, ticket)
