import { STATUS_CODES } from 'node:http'
import { AppError } from '../../contract/errors.ts'
import type { Database } from '../database/database.ts'
import type { WayRow } from '../database/schema.ts'
import type { OutgoingCalls } from '../outgoing/outgoing.ts'
import { OutgoingError } from '../outgoing/problems.ts'
import type { Message } from './messages.ts'
import type { PushKeys } from './push-keys.ts'
import { callFor } from './send.ts'
import { wayTable } from './way-table.ts'

interface Dependencies {
  database: Database
  outgoing: Pick<OutgoingCalls, 'call'>
  /** How push services reach the operator. */
  contact: string
  log: { warn(details: object, message: string): void }
  clock: () => number
}

/** The result of sending a message. `mayRepeat`: it has certainly not arrived, and may arrive later. */
export interface Outcome {
  problem?: string
  mayRepeat?: boolean
}

export type SendToWay = (way: WayRow, message: Message, keys: PushKeys) => Promise<Outcome>

/** The service has removed the subscription. */
const ended = [404, 410]
/** The service has refused the message for now. After another failure of a server, the message may have arrived. */
const busy = [429, 503]
/** The connection was never made, so nothing was sent. */
const certain = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']

/** Sends a message once, and notes at its way whether it has arrived. A subscription that has ended is removed. */
export function sendToWay({ database, outgoing, contact, log, clock }: Dependencies): SendToWay {
  async function attempt(way: WayRow, message: Message, keys: PushKeys): Promise<Outcome & { hasEnded?: boolean }> {
    try {
      const { status } = await outgoing.call(way.user_id, callFor(way, message, { keys, contact, now: clock() }))
      if (status >= 200 && status < 300) return {}
      if (way.kind === 'push' && ended.includes(status)) {
        return { hasEnded: true, problem: 'The browser has ended the subscription. Allow push there again.' }
      }
      return { problem: `${status} ${STATUS_CODES[status] ?? ''}`.trim(), mayRepeat: busy.includes(status) }
    } catch (error) {
      if (error instanceof OutgoingError) {
        const code = (error.cause as NodeJS.ErrnoException | undefined)?.code ?? ''
        return { problem: error.message, mayRepeat: error.reason === 'refused' || certain.includes(code) }
      }
      if (error instanceof AppError) return { problem: error.message, mayRepeat: true }
      log.warn({ err: error }, 'A notification could not be sent')
      return { problem: 'Taskdeck could not send the message. Remove this way, and add it again.' }
    }
  }

  return async (way, message, keys) => {
    const { hasEnded, ...outcome } = await attempt(way, message, keys)
    const own = wayTable(database.of(way.user_id))
    const now = clock()
    const { problem } = outcome
    if (hasEnded) await own.remove(way.user_id, way.id)
    else if (problem) await own.update(way.user_id, way.id, { failed_at: now, problem })
    else await own.update(way.user_id, way.id, { sent_at: now, failed_at: null, problem: null })
    return outcome
  }
}
