// The types of the plugin for Fastify.

import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { BoardwrightError, Table } from './index.js'

/** The plugin: decorators, errors by code, schemas, and a server that closes without loss. */
declare const plugin: FastifyPluginAsync<plugin.BoardwrightFastifyOptions> & {
  /** The plugin itself. */
  readonly default: typeof plugin
  /** The plugin itself. */
  readonly boardwright: typeof plugin
  /** The schemas, for whoever wants them before a server is there. */
  readonly schemas: plugin.Schemas
  /** Returns the status over HTTP for a code of an error; 500 for one that it does not know. */
  readonly statusOf: (code: string) => number
}

declare namespace plugin {
  /** The options of the plugin; null counts as not given. */
  interface BoardwrightFastifyOptions {
    /** True, which is the default, if errors of the library are answered by their code. */
    readonly errors?: boolean | null | undefined
    /** Seconds of the header `retry-after` with a 503; 1. */
    readonly retryAfter?: number | null | undefined
    /** Saves a table that is held when the server closes; the table is disposed of after that. */
    readonly saveTable?: ((table: Table, key: string) => unknown) | null | undefined
    /** True, which is the default, if the shared schemas are added to the server. */
    readonly schemas?: boolean | null | undefined
  }

  /** A JSON Schema. */
  type JsonSchema = Readonly<Record<string, unknown>>

  /** The schemas of a call of a table. */
  interface CallSchemas {
    /** A line about the call. */
    readonly description: string
    /** Its arguments as a map. Unknown ones are left to the library, which names them. */
    readonly arguments: JsonSchema
    /** Its answer. */
    readonly answer: JsonSchema
  }

  /** JSON Schemas from the library's own declarations. */
  interface Schemas {
    /** The types that the others refer to, with the `$id` `boardwright`. */
    readonly shared: JsonSchema & { readonly $id: string }
    /** The answer in place of an error. */
    readonly error: JsonSchema
    /** The settings of a table but for its seats, by the library's names. */
    readonly settings: JsonSchema
    /** The calls of a table by their names. */
    readonly calls: Readonly<Record<string, CallSchemas>>
    /**
     * Returns the schema of the options of a game.
     *
     * @throws {BoardwrightError} `invalid_option` for a game that does not exist
     */
    options(game: string): JsonSchema
    /**
     * Returns the schema of the options of a bot.
     *
     * @throws {BoardwrightError} `invalid_option` for a game or bot that does not exist
     */
    botOptions(game: string, bot: string): JsonSchema
  }

  /** The decorator of the server. */
  interface BoardwrightFastify {
    /** True once the server closes. */
    readonly draining: boolean
    /** The tables that are held, by their keys; a copy. */
    readonly tables: ReadonlyMap<string, Table>
    /** The schemas. */
    readonly schemas: Schemas
    /** Returns the status over HTTP for a code of an error. */
    readonly statusOf: (code: string) => number
    /** Answers with an error of the library, for handlers of one's own. */
    send(error: BoardwrightError, reply: FastifyReply): FastifyReply
    /**
     * Holds a table until it is released or the server has closed, when it is saved by
     * `saveTable` and disposed of.
     *
     * @throws {BoardwrightError} `invalid_option` where the key has another table, `cancelled`
     *   while the server closes
     */
    hold(key: string, table: Table): Table
    /** Gives a table back, which is no longer saved when the server closes. */
    release(key: string): Table | undefined
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The library in this server. */
    readonly boardwright: plugin.BoardwrightFastify
  }
  interface FastifyReply {
    /**
     * A signal that is aborted when the client goes away before it has its answer, whatever the
     * method of the request, or when the server closes. Its reason is a `BoardwrightError` with
     * the code `cancelled`.
     */
    readonly gone: AbortSignal
  }
}

export = plugin
