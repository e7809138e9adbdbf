import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { DeliveryRow, Schema } from '../database/schema.ts'
import type { DeliveryQueue } from '../deliveries/deliveries.ts'
import { GivenUp } from '../deliveries/delivery-kind.ts'
import { isMailAddress, type Sender, shortAddress } from './address.ts'
import { type Mail, messageOf } from './message.ts'
import { sendBySmtp } from './smtp.ts'
import type { SmtpServer } from './smtp-server.ts'

interface Dependencies {
  database: Database
  queue: Pick<DeliveryQueue, 'of' | 'register' | 'wakeAt'>
  /** Undefined if the operator has named no mail server. */
  settings: { server: SmtpServer; from: Sender } | undefined
  clock: () => number
}

/** A mail, and what is stored in the transaction in which it is handed over to the mail server. */
export interface ComposedMail extends Mail {
  store?: (tx: Kysely<Schema>) => Promise<unknown>
}

/** A kind of mail. */
export interface MailKind {
  /** That of its deliveries. */
  kind: string
  /** Writes the mail of a delivery when it is due; undefined if there is nothing to say any more. May run again if the mail server takes nothing. */
  compose(owner: string, delivery: DeliveryRow): Promise<ComposedMail | undefined>
}

/**
 * Sends mails, if the operator has named a mail server. Each is a delivery: it is marked as sent before the mail server gets it, so nobody gets it
 * twice, and it is tried again while the server certainly has not taken it.
 */
export function mailRules({ database, queue, settings, clock }: Dependencies) {
  return {
    isOn: settings !== undefined,

    register: ({ kind, compose }: MailKind) =>
      queue.register({
        kind,
        isSlow: true,
        async deliver(owner, [delivery], lease) {
          const mail = delivery && (await compose(owner, delivery))
          if (!mail) return 'sent'
          if (!settings) throw new GivenUp('Mail is not set up: SMTP_URL and MAIL_FROM are missing')
          const to = shortAddress(mail.to)
          if (!isMailAddress(mail.to)) throw new GivenUp(`to ${to}: Mail cannot be sent to addresses of this form`)
          const { server, from } = settings
          const onHandOver = () =>
            database.transaction(owner, async (tx) => {
              await lease.handOver(tx)
              await mail.store?.(tx)
            })
          const envelope = { from: from.address, to: mail.to, message: await messageOf(mail, from, new Date(clock())) }
          const { stopping } = lease
          await sendBySmtp(server, envelope, { onHandOver, stopping }).catch((error) => {
            error.message = `to ${to}: ${error.message}`
            throw error
          })
          return 'sent'
        },
      }),

    /** Adds a mail, within a transaction. `about` is what its kind needs to write it. Call `wake` when the transaction has ended. */
    add: (tx: Kysely<Schema>, owner: string, kind: string, about: unknown, at = clock()): Promise<void> =>
      queue.of(tx, owner).insert([
        {
          ...{ user_id: owner, id: randomUUID(), kind, subject: owner, name: JSON.stringify(about), due_at: at },
          ...{ local_time: null, state: 'waiting', attempts: 0, next_at: at, last_error: null },
        },
      ]),
    wake: () => queue.wakeAt(clock()),
  }
}

export type MailRules = ReturnType<typeof mailRules>
