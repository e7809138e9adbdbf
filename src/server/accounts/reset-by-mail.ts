import { AppError } from '../../contract/errors.ts'
import { resetMinutes } from '../../contract/mail.ts'
import { addressKey } from '../callers/address-key.ts'
import type { Database } from '../database/database.ts'
import { GivenUp } from '../deliveries/delivery-kind.ts'
import { letter, type Place } from '../mail/letter.ts'
import { accessMails, deadLink, type MailLinks } from '../mail/mail-links.ts'
import type { MailRules } from '../mail/mails.ts'
import type { Config } from '../settings/config.ts'
import { accountTable } from './account-table.ts'
import type { AttemptLimits, Limit } from './attempts.ts'
import { emailKey } from './emails.ts'
import { replacePassword } from './forgotten-password.ts'
import { checkNewPassword } from './new-password.ts'
import { demandPasswords } from './password-use.ts'
import type { PasswordHasher } from './passwords.ts'

interface Dependencies {
  database: Database
  config: Pick<Config, 'google' | 'openId' | 'passwords'>
  clock: () => number
  attempts: AttemptLimits
  passwords: PasswordHasher
  mails: MailRules
  links: MailLinks
  place: Place
  /** Closes the open questions of tokens that do not exist any more. */
  closeOrphans: (owner: string) => Promise<void>
  onTrouble: (error: unknown) => void
}

const hour = 3_600_000
const purpose = 'reset-password'
const kind = accessMails[purpose]

/** A new password for users who have forgotten theirs: with a link in a mail, which works once and for half an hour. */
export function resetByMail(dependencies: Dependencies) {
  const { database, config, clock, attempts, passwords, mails, links, place, closeOrphans, onTrouble } = dependencies
  const accounts = accountTable(database.db)

  mails.register({
    kind,
    async compose(owner, { due_at }) {
      const user = await accounts.find(owner)
      if (!user) return undefined
      if (clock() - due_at > resetMinutes * 60_000) throw new GivenUp('Too late: the user has been waiting for longer')
      const { token, store } = links.make(owner, purpose, user.email)
      const mail = letter(
        {
          to: user.email,
          subject: 'Set a new password for Taskdeck',
          paragraphs: [
            `Somebody, probably you, has forgotten the password of your account at ${place.host}. With this link, you can set a new one. It works once, and for ${resetMinutes} minutes.`,
          ],
          link: { label: 'Set a new password', href: `${place.app}#/reset-password?token=${token}` },
          more: ['If it was not you, there is nothing to do: nothing has been changed.'],
        },
        place,
      )
      return { ...mail, store }
    },
  })

  /** Adds the mail if the address has an account. */
  async function addMail(email: string) {
    const user = await accounts.findByEmail(email)
    if (!user) return
    await database.transaction(user.id, (tx) => mails.add(tx, user.id, kind, {}))
    mails.wake()
  }

  return {
    /**
     * Sends a link to the address if it has an account. The response says the same in any case, and does not wait for the search. Fails with
     * `forbidden` if this server sends no mail, and with `too_many_requests`.
     */
    async forgot(email: string, ip: string) {
      demandPasswords(config)
      if (!mails.isOn) throw noMail()
      await attempts.take(limitsOf(email, ip))
      setImmediate(() => addMail(email).catch(onTrouble))
      return {
        message: `If ${email.trim()} has an account here, a mail with a link is on its way. The link works for ${resetMinutes} minutes.`,
      }
    },

    /** Sets a new password and ends every other access to the account. Returns the account. Fails with `not_found` if the link does not work. */
    async reset(token: string, password: string): Promise<string> {
      demandPasswords(config)
      const { user_id: owner } = await links.find(token, purpose)
      const user = await accounts.find(owner)
      if (user) checkNewPassword(password, user)
      const hash = await passwords.hash(password)
      await database.transaction(owner, async (tx) => {
        // The account first, as in every change of its credentials, to avoid a deadlock.
        const locked = await accountTable(tx).lock(owner)
        const { email } = await links.use(tx, token, purpose)
        // The mail went to an address that is no longer that of the account.
        if (locked?.email !== email) throw deadLink()
        await replacePassword(tx, owner, hash)
      })
      await closeOrphans(owner)
      return owner
    },

    /** The address whose password a link sets. Fails with `not_found` if the link does not work. */
    async emailOf(token: string) {
      demandPasswords(config)
      return { email: (await links.find(token, purpose)).email }
    },
  }
}

export type ResetByMail = ReturnType<typeof resetByMail>

/** The address of the network comes first, so that one that is blocked does not keep others from getting their mail. */
function limitsOf(email: string, ip: string): Limit[] {
  return [
    { key: `forgot address ${addressKey(ip)}`, max: 20, windowMs: hour },
    { key: `forgot account ${emailKey(email)}`, max: 5, windowMs: hour },
  ]
}

export const noMail = () =>
  new AppError('forbidden', 'This server sends no mail. Ask the person who runs it to set a new password for you.')
