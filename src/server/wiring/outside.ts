import { lockAccount, mailedUser, switchDigestOff } from '../accounts/accounts.ts'
import { deviceName } from '../accounts/device.ts'
import { newEmail } from '../accounts/new-email.ts'
import { accountNotices } from '../accounts/notices.ts'
import { resetByMail } from '../accounts/reset-by-mail.ts'
import { wireCaldav } from '../caldav/wire.ts'
import { calendarRules } from '../calendars/calendars.ts'
import { digestRules } from '../digest/digests.ts'
import { wireIssueSources } from '../issue-sources/wire.ts'
import { mailLinks } from '../mail/mail-links.ts'
import { mailRules } from '../mail/mails.ts'
import { pausedMails } from '../mail/paused-mails.ts'
import { wireMeetings } from '../meetings/wire.ts'
import { oauthRules } from '../oauth/oauth.ts'
import { wireOutgoingWebhooks } from '../outgoing-webhooks/wire.ts'
import { type ReminderRules, reminderRules } from '../reminders/reminders.ts'
import { wireShares } from '../shares/wire.ts'
import { remindedTasks } from '../tasks/reminded-tasks.ts'
import { buttonRules } from '../ways/button-rules.ts'
import { pushContactOf, unknownContact } from '../ways/contact.ts'
import { type WayNotices, wayNotices } from '../ways/notices.ts'
import { sendToWay } from '../ways/send-to-way.ts'
import { wayRules } from '../ways/ways.ts'
import { deliveryRules } from '../webhooks/deliveries.ts'
import { webhookRules } from '../webhooks/webhooks.ts'
import type { Above } from './above.ts'
import type { WithCallers } from './callers.ts'

/** The fifth level: messages from other programs, and messages to people and programs. */
export function wireOutside(below: WithCallers, { announceSettings }: Above) {
  const { config, database, log, live, place, questions, sessions } = below
  const { app } = place
  const calendars = calendarRules(below)
  const caldav = wireCaldav(below)
  const oauth = oauthRules({ ...below, lockAccount })
  const shares = wireShares({ ...below, announceSettings })
  const hooks = webhookRules(below)
  const mails = mailRules({ ...below, settings: config.mail })
  const failing = { ...below, announceSettings, pausedMails: pausedMails({ ...below, mails, userOf: mailedUser }) }
  const issueSources = wireIssueSources(failing)
  const deliveries = deliveryRules({ ...below, onIssue: issueSources.rules.noticed })
  const outgoingHooks = wireOutgoingWebhooks(failing)
  const meetings = wireMeetings({ ...below, announceSettings })
  const reminders: ReminderRules = reminderRules({
    ...{ ...below, tasksOf: remindedTasks, announce: live.announceSettings, onDue: outgoingHooks.remind },
    quietUntil: (owner) => notices.quietUntil(owner),
    onReady: (owner) => notices.onReady(owner),
  })
  const contact = pushContactOf(config)
  const send = sendToWay({ ...below, contact: contact ?? unknownContact })
  const ways = wayRules({
    ...{ ...below, send, app, deviceName, hasContact: contact !== undefined },
    openSessions: sessions.open,
  })
  const notices: WayNotices = wayNotices({
    ...{ ...below, reminders, ways, send, app, questionOf: questions.toTell },
    async announce(owner) {
      await database.notifyNodesOfSettings(database.db, owner)
      announceSettings(owner)
    },
  })
  const buttons = buttonRules({ ...below, ways })
  const links = mailLinks(below)
  const onTrouble = (error: unknown) => database.outage(error) || log.error({ err: error }, 'A mail could not be added')
  const mailing = { ...below, mails, links, onTrouble }
  const resets = resetByMail(mailing)
  const newEmails = newEmail(mailing)
  const told = accountNotices(mailing)
  const digests = digestRules({
    ...{ ...mailing, publicUrl: config.publicUrl, userOf: mailedUser, switchOff: switchDigestOff },
  })
  const nouns = {
    calendars,
    caldav,
    oauth,
    shares,
    hooks,
    deliveries,
    outgoingHooks,
    issueSources,
    meetings,
    reminders,
    ways,
    buttons,
    notices,
    mails,
    links,
  }
  return { ...below, ...nouns, resets, newEmails, accountNotices: told, digests }
}

export type WithOutside = ReturnType<typeof wireOutside>
