import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { letter, type Place } from '../mail/letter.ts'
import type { MailRules } from '../mail/mails.ts'
import { accountTable } from './account-table.ts'
import type { AttemptLimits } from './attempts.ts'
import { deviceName } from './device.ts'
import { hashOfDevice, knownDeviceTable } from './known-device-table.ts'

interface Dependencies {
  database: Database
  clock: () => number
  attempts: AttemptLimits
  mails: MailRules
  place: Place
  onTrouble: (error: unknown) => void
}

const kind = 'mail-notice'
const perHour = 10
const maxDevices = 50

/** The words for each event, with advice in case it was somebody else. */
const texts = {
  'new device': {
    subject: 'New sign-in to Taskdeck',
    happened: 'Somebody has signed in to your account with a browser that has not been used for it before',
    path: 'profile',
    advice: 'If it was not you, change your password now: every other device is then signed out.',
  },
  password: {
    subject: 'Your password for Taskdeck was changed',
    happened: 'The password of your account was changed',
    path: 'forgot-password',
    advice: 'If it was not you, set a new password now, with a link that comes to this address.',
  },
  'provider linked': {
    subject: 'New way to sign in to Taskdeck',
    happened: 'An account at a sign-in provider was linked to your account. It can be used to sign in from now on',
    path: 'settings/security',
    advice: 'If it was not you, unlink it in the settings now, and choose “This was not me” there.',
  },
  'provider unlinked': {
    subject: 'A way to sign in to Taskdeck was removed',
    happened: 'An account at a sign-in provider was unlinked from your account. It no longer signs you in',
    path: 'settings/security',
    advice: 'If it was not you, sign in now and look at the security page of the settings.',
  },
  'taken over': {
    subject: 'Your Taskdeck account now signs in with a provider',
    happened:
      'Somebody has signed in with a provider that has verified this email. Your password was removed, every device was signed out, and all tokens were revoked',
    path: 'settings/security',
    advice: 'If it was not you, tell the person who runs this server now.',
  },
  token: {
    subject: 'New API token in Taskdeck',
    happened:
      'An API token was made for your account. A program with it can read your tasks, and change them if you allowed it',
    path: 'settings',
    advice: 'If it was not you, revoke it in the settings, and change your password.',
  },
  'codes on': {
    subject: 'One-time codes for Taskdeck are on',
    happened: 'One-time codes were turned on for your account. Signing in now asks for a code of an authenticator app',
    path: 'settings/security',
    advice: 'If it was not you, set a new password, and ask the person who runs this server to turn the codes off.',
  },
  'codes off': {
    subject: 'One-time codes for Taskdeck are off',
    happened: 'One-time codes were turned off for your account. Signing in no longer asks for a code',
    path: 'settings/security',
    advice: 'If it was not you, change your password now, and turn one-time codes on again.',
  },
  'passkey added': {
    subject: 'New passkey for Taskdeck',
    happened: 'A passkey was added to your account. It can sign in without the password',
    path: 'settings/security',
    advice: 'If it was not you, press “This was not me” on the page below, and set a new password.',
  },
  'passkey removed': {
    subject: 'A passkey for Taskdeck was removed',
    happened: 'A passkey was removed from your account, and no longer signs in',
    path: 'settings/security',
    advice: 'If it was not you, change your password now: every other device is then signed out.',
  },
  'passkey copied': {
    subject: 'A passkey for Taskdeck may have been copied',
    happened:
      'A passkey of your account was refused, because its counter went backwards. This happens if somebody has copied it',
    path: 'settings/security',
    advice: 'Sign in in another way, remove this passkey, and add it again if you still use it.',
  },
  'recovery codes': {
    subject: 'New recovery codes for Taskdeck',
    happened: 'New recovery codes were made for your account, and the old ones no longer work',
    path: 'settings/security',
    advice: 'If it was not you, change your password now, and make new recovery codes.',
  },
  'second factor reset': {
    subject: 'Your second factor for Taskdeck was turned off',
    happened:
      'The person who runs the server turned off the second factor of your account, and signed you out everywhere. Signing in asks for your password only',
    path: 'settings/security',
    advice: 'If you did not ask for it, tell that person now, and turn a second factor on again.',
  },
} as const

export type Notice = keyof typeof texts

interface About {
  notice: Notice
  /** Absent if the operator did it. */
  ip?: string
  device?: string
  at: string
}

/** Mails about events of an account that its owner should know, each once. Nothing waits for them, and nothing fails with them. */
export function accountNotices({ database, clock, attempts, mails, place, onTrouble }: Dependencies) {
  mails.register({
    kind,
    async compose(owner, { name }) {
      const { notice, ip, device, at }: About = JSON.parse(name)
      const user = await accountTable(database.db).find(owner)
      if (!user) return undefined
      const { subject, happened, path, advice } = texts[notice]
      const address = ip ? `from the address ${ip}, ` : ''
      const from = `${device ? `${device}, ` : ''}${address}`
      return letter(
        {
          ...{ to: user.email, subject },
          paragraphs: [`${happened}: ${from}at ${at.slice(0, 16).replace('T', ' ')} UTC.`, advice],
          link: { label: `Open ${place.host}`, href: `${place.app}#/${path}` },
        },
        place,
      )
    },
  })

  async function add(owner: string, about: Omit<About, 'at'>) {
    try {
      await attempts.take([{ key: `notices ${owner}`, max: perHour, windowMs: 3_600_000 }])
    } catch (error) {
      // Enough has been said.
      if (error instanceof AppError && error.code === 'too_many_requests') return
      throw error
    }
    const at = new Date(clock()).toISOString()
    await database.transaction(owner, (tx) => mails.add(tx, owner, kind, { ...about, at } satisfies About))
    mails.wake()
  }

  return {
    /** Tells the owner what the operator does, with the transaction that does it. A running server sends the mail. */
    async tellByOperator(tx: Kysely<Schema>, owner: string, notice: Notice): Promise<void> {
      const at = new Date(clock()).toISOString()
      if (mails.isOn) await mails.add(tx, owner, kind, { notice, at } satisfies About)
    },

    tell(owner: string, notice: Notice, { ip, userAgent }: { ip: string; userAgent?: string | undefined }): void {
      if (!mails.isOn) return
      const device = notice === 'new device' ? { device: deviceName(userAgent) } : {}
      add(owner, { notice, ip, ...device }).catch(onTrouble)
    },

    /**
     * Remembers the browser of a user who has signed in. `id` is the random text that it keeps, and a new one is returned if it has none. `isNew` says
     * whether the user has not signed in with it before.
     */
    async remember(owner: string, id: string | undefined): Promise<{ id: string; isNew: boolean }> {
      const known = id && /^[\w-]{22,64}$/.test(id) ? id : randomBytes(16).toString('base64url')
      const device_hash = hashOfDevice(known)
      const isNew = await database.transaction(owner, async (tx) => {
        const table = knownDeviceTable(tx)
        const added = await table.add({ user_id: owner, device_hash, seen_at: clock() })
        if (added) await table.keep(owner, maxDevices)
        return added
      })
      return { id: known, isNew }
    },
  }
}

export type Notices = ReturnType<typeof accountNotices>
