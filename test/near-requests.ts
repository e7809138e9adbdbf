import fc from 'fast-check'
import { accountCalls } from '../src/contract/accounts.ts'
import type { EndpointSchema, Route } from '../src/contract/endpoint.ts'
import { fileCalls } from '../src/contract/files.ts'
import { healthCalls } from '../src/contract/health.ts'
import { historyCalls } from '../src/contract/history.ts'
import { liveCalls } from '../src/contract/live.ts'
import { accountSchemas } from '../src/contract/schemas/accounts.ts'
import { fileSchemas } from '../src/contract/schemas/files.ts'
import { healthSchemas } from '../src/contract/schemas/health.ts'
import { historySchemas } from '../src/contract/schemas/history.ts'
import { liveSchemas } from '../src/contract/schemas/live.ts'
import { taskSchemas } from '../src/contract/schemas/tasks.ts'
import { trashSchemas } from '../src/contract/schemas/trash.ts'
import { taskCalls } from '../src/contract/tasks.ts'
import { trashCalls } from '../src/contract/trash.ts'
import { contentTypes, near, nearBody, nearId, nearQuery, oddTexts } from './malformed.ts'

export const schemas = new Map<Route, EndpointSchema>(
  [
    [accountCalls, accountSchemas],
    [fileCalls, fileSchemas],
    [healthCalls, healthSchemas],
    [taskCalls, taskSchemas],
    [historyCalls, historySchemas],
    [trashCalls, trashSchemas],
    [liveCalls, liveSchemas],
  ].flatMap(([routes, table]) =>
    Object.entries<Route>(routes as Record<string, Route>).map(
      ([name, route]) => [route, (table as Record<string, EndpointSchema>)[name] as EndpointSchema] as const,
    ),
  ),
)

export interface Asked {
  url: string
  payload?: string | Buffer
  headers: Record<string, string>
}

/** Requests that look like a call of the contract, more or less. */
export function requestsFor(call: Route, ids: Record<string, string[]>): fc.Arbitrary<Asked> {
  const { query, body } = schemas.get(call) ?? {}
  const path = call.path
    .split('/')
    .map((piece) => (piece.startsWith(':') ? nearId(ids[piece] ?? ['1']) : fc.constant(piece)))
  const fields = (query as { properties?: Record<string, object> } | undefined)?.properties ?? {}
  const values = fc.oneof(...Object.values(fields).map(near), fc.constantFrom(...oddTexts)).map(String)
  return fc.record({
    url: fc
      .tuple(fc.tuple(...path), fc.option(nearQuery(Object.keys(fields), values), { freq: query ? 5 : 1, nil: '' }))
      .map(([pieces, search]) => pieces.join('/') + (search ? `?${search}` : '')),
    ...(call.method === 'GET' ? {} : { payload: nearBody(body) }),
    headers: fc.record({
      'content-type': fc.constantFrom(...contentTypes),
      range: fc.constantFrom('bytes=0-', 'bytes=5-1', 'bytes=-', 'bytes=99999999999999999999-', '\t'),
      'if-match': fc.constantFrom('*', '*', '"1"', '1', '"99"', 'W/"1"', '"1", "2"', '"', '', '-1', '9'.repeat(30)),
      'last-event-id': fc.constantFrom('0', '1', '', ' ', '-1', '1e999', '9'.repeat(30), 'x', '1.5'),
    }),
  })
}
