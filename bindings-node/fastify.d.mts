// The types of the plugin for Fastify as an ES module.

import plugin from './fastify.js'

export default plugin
export const boardwright: typeof plugin
export const schemas: plugin.Schemas
export const statusOf: (code: string) => number
export type BoardwrightFastify = plugin.BoardwrightFastify
export type BoardwrightFastifyOptions = plugin.BoardwrightFastifyOptions
export type CallSchemas = plugin.CallSchemas
export type JsonSchema = plugin.JsonSchema
export type Schemas = plugin.Schemas
