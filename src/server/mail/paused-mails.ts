import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { letter, type Place } from './letter.ts'
import type { MailRules } from './mails.ts'

interface Dependencies {
  database: Database
  mails: Pick<MailRules, 'isOn' | 'register' | 'add' | 'wake'>
  place: Place
  userOf: (tx: Kysely<Schema>, owner: string) => Promise<{ email: string } | undefined>
}

/** Something that a user has set up, and that has stopped by itself. */
export interface Paused {
  what: 'webhook' | 'repository'
  name: string
  /** A sentence. */
  why: string
}

const kind = 'mail-paused'
const pages = { webhook: 'settings/webhooks', repository: 'settings/issues' } as const

const next = {
  webhook: 'Resume it in the settings when the receiver works again. What happens until then is not sent.',
  repository: 'Resume it in the settings when the repository can be read again. Your tasks stay as they are.',
} as const

/** Mails that say what was paused after many failures, because its row in the settings is seen by nobody who does not look for it. */
export function pausedMails({ database, mails, place, userOf }: Dependencies) {
  mails.register({
    kind,
    async compose(owner, { name: about }) {
      const { what, name, why }: Paused = JSON.parse(about)
      const user = await userOf(database.db, owner)
      if (!user) return undefined
      return letter(
        {
          ...{ to: user.email, subject: `Your ${what} ${name.replace(/\s+/g, ' ')} is paused` },
          paragraphs: [`Taskdeck has paused the ${what} ${name}. ${why}`, next[what]],
          link: { label: 'Open the settings', href: `${place.app}#/${pages[what]}` },
        },
        place,
      )
    },
  })
  return {
    /** Adds a mail within the transaction that pauses. Call `wake` when it has ended. */
    add: async (tx: Kysely<Schema>, owner: string, paused: Paused): Promise<void> => {
      if (mails.isOn) await mails.add(tx, owner, kind, paused)
    },
    wake: () => mails.wake(),
  }
}

export type PausedMails = ReturnType<typeof pausedMails>
