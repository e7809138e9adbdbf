import { AppError } from '../../contract/errors.ts'
import { confirmHours } from '../../contract/mail.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import { isMailAddress, shortAddress } from '../mail/address.ts'
import { letter, type Place } from '../mail/letter.ts'
import { accessMails, endAccessLinks, type MailLinks } from '../mail/mail-links.ts'
import type { MailRules } from '../mail/mails.ts'
import { accountTable } from './account-table.ts'
import type { AttemptLimits } from './attempts.ts'
import { emailKey } from './emails.ts'
import type { ProofRules } from './proofs.ts'
import { noMail } from './reset-by-mail.ts'

interface Dependencies {
  database: Database
  attempts: AttemptLimits
  proofs: Pick<ProofRules, 'holdProved'>
  mails: MailRules
  links: MailLinks
  place: Place
}

const purpose = 'confirm-email'
const confirmKind = accessMails[purpose]
const warningKind = 'mail-address'

interface Confirmation {
  email: string
}

interface Warning {
  email: string
  old: string
}

/** Another email for an account: it counts when its reader has opened a link and confirmed. The old one is told. */
export function newEmail({ database, attempts, proofs, mails, links, place }: Dependencies) {
  mails.register({
    kind: warningKind,
    async compose(owner, { name }) {
      const { email, old }: Warning = JSON.parse(name)
      if (!(await accountTable(database.db).find(owner))) return undefined
      return letter(
        {
          to: old,
          subject: 'Your email for Taskdeck is about to change',
          paragraphs: [
            `Somebody who is signed in to your account at ${place.host} has asked to change its email from ${old} to ${shortAddress(email)}. It changes when a link in a mail to the new address is confirmed.`,
            'If it was not you, change your password now: the link then stops working, and every other device is signed out.',
          ],
          link: { label: 'Open your profile', href: `${place.app}#/profile` },
        },
        place,
      )
    },
  })

  mails.register({
    kind: confirmKind,
    async compose(owner, { name }) {
      const { email }: Confirmation = JSON.parse(name)
      if (!(await accountTable(database.db).find(owner))) return undefined
      const { token, store } = links.make(owner, purpose, email)
      const mail = letter(
        {
          to: email,
          subject: 'Confirm your email for Taskdeck',
          paragraphs: [
            `Somebody, probably you, wants to use this address for an account at ${place.host}. The link works for ${confirmHours} hours.`,
          ],
          link: { label: 'Confirm this address', href: `${place.app}#/confirm-email?token=${token}` },
          more: ['If it was not you, there is nothing to do: nothing has been changed.'],
        },
        place,
      )
      return { ...mail, store }
    },
  })

  return {
    /**
     * Sends a link to the new address, and tells the old one. Requires a recent confirmation, because whoever reads the mails of an account can set its
     * password. Says nothing about whether the new address has an account.
     */
    async change(caller: SessionCaller, given: string) {
      const email = given.trim()
      if (!mails.isOn) throw noMail()
      if (!isMailAddress(email))
        throw new AppError('invalid_input', 'email must be an address to which mail can be sent.')
      await attempts.take([
        { key: `new email of ${caller.owner}`, max: 5, windowMs: 3_600_000 },
        { key: `new email ${emailKey(email)}`, max: 5, windowMs: 3_600_000 },
      ])
      await database.transaction(caller.owner, async (tx) => {
        const { email: old } = await proofs.holdProved(tx, caller)
        if (emailKey(old) === emailKey(email)) throw new AppError('invalid_input', 'This is your email already.')
        await endAccessLinks(tx, caller.owner)
        await mails.add(tx, caller.owner, confirmKind, { email } satisfies Confirmation)
        await mails.add(tx, caller.owner, warningKind, { email, old } satisfies Warning)
      })
      mails.wake()
      return { message: `Open the link in the mail to ${email} to confirm it. Until then, your email stays as it is.` }
    },

    /** The address that a link confirms. Fails with `not_found` if it does not work. */
    emailOf: async (token: string) => ({ email: (await links.find(token, purpose)).email }),

    /** Makes the new address that of the account. Returns the account. Fails with `not_found`, and with `conflict` if another account has the address. */
    async confirm(token: string): Promise<{ owner: string; email: string }> {
      const { user_id: owner, email } = await links.find(token, purpose)
      return database.transaction(owner, async (tx) => {
        const table = accountTable(tx)
        // The account first, as in every change of its credentials, to avoid a deadlock.
        await table.lock(owner)
        await links.use(tx, token, purpose)
        // A link for a new password was sent to the old address.
        await endAccessLinks(tx, owner)
        if (!(await table.setEmail(owner, email))) throw new AppError('conflict', 'Another account has this email.')
        return { owner, email }
      })
    },
  }
}

export type NewEmail = ReturnType<typeof newEmail>
