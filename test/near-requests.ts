import fc from 'fast-check'
import type { ApiCall } from '../src/contract/calls/api.ts'
import { contentTypes, near, nearBody, nearId, nearQuery, oddTexts } from './malformed.ts'

export interface Asked {
  url: string
  payload?: string | Buffer | undefined
  headers: Record<string, string>
}

/** Requests that resemble a call of the contract. `ids` are those of things by parameter, for one noun (`hooks :id`) or for all others (`:id`). */
export function requestsFor(call: ApiCall, ids: Record<string, string[]>): fc.Arbitrary<Asked> {
  const { query, body } = call.schema
  const idsOf = (piece: string) => ids[`${call.path.split('/')[1]} ${piece}`] ?? ids[piece] ?? ['1']
  const path = call.path.split('/').map((piece) => (piece.startsWith(':') ? nearId(idsOf(piece)) : fc.constant(piece)))
  const fields = (query as { properties?: Record<string, object> } | undefined)?.properties ?? {}
  const values = fc.oneof(...Object.values(fields).map(near), fc.constantFrom(...oddTexts)).map(String)
  return fc.record({
    url: fc
      .tuple(fc.tuple(...path), fc.option(nearQuery(Object.keys(fields), values), { freq: query ? 5 : 1, nil: '' }))
      .map(([pieces, search]) => pieces.join('/') + (search ? `?${search}` : '')),
    ...(call.method === 'GET'
      ? {}
      : { payload: body ? nearBody(body) : fc.option(nearBody(body), { freq: 1, nil: undefined }) }),
    headers: fc.record({
      'content-type': fc.constantFrom(...contentTypes),
      range: fc.constantFrom('bytes=0-', 'bytes=5-1', 'bytes=-', 'bytes=99999999999999999999-', '\t'),
      'if-match': fc.constantFrom('*', '*', '"1"', '1', '"99"', 'W/"1"', '"1", "2"', '"', '', '-1', '9'.repeat(30)),
      'idempotency-key': fc.oneof(fc.uuid(), fc.constantFrom('1', '', 'two words', 'x'.repeat(65), 'é')),
      'last-event-id': fc.constantFrom('0', '1', '', ' ', '-1', '1e999', '9'.repeat(30), 'x', '1.5'),
    }),
  })
}
