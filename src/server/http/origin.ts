import type { FastifyRequest } from 'fastify'
import type { Config } from '../settings/config.ts'

/** The address of this server for the client of a request: the one of the operator, or else the one under which the client has reached it. */
export type OriginOf = (request: Pick<FastifyRequest, 'protocol' | 'host'>) => string

export const originOf =
  ({ publicHost, publicUrl }: Pick<Config, 'publicHost' | 'publicUrl'>): OriginOf =>
  ({ protocol, host }) =>
    publicHost ? publicUrl : `${protocol}://${host}`
