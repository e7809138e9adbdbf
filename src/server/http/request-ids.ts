import { randomBytes } from 'node:crypto'
import type { RawRequestDefaultExpression } from 'fastify'
import { addressList } from './address-list.ts'

const thisProcess = randomBytes(6).toString('base64url')
const plausibleId = /^[\w.:+/=-]{1,100}$/

/**
 * Gives each request an id: the one that a trusted proxy has sent, so that the logs of both name the same request, or a new one, which is
 * unique across nodes and restarts.
 */
export function requestIds(trustProxy: string[]) {
  const isProxy = addressList(trustProxy)
  let requests = 0
  return ({ headers, socket }: RawRequestDefaultExpression): string => {
    const sent = headers['x-request-id']
    if (typeof sent === 'string' && plausibleId.test(sent) && isProxy(socket.remoteAddress ?? '')) return sent
    requests++
    return `${thisProcess}-${requests.toString(36)}`
  }
}
