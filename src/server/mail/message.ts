import { randomUUID } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import { withoutHidden } from '../../contract/plain-names.ts'
import type { Sender } from './address.ts'

/** A mail as its kind writes it. */
export interface Mail {
  to: string
  /** May contain names and titles: it becomes one line without hidden characters. */
  subject: string
  text: string
  html: string
  /** The address that stops mails of this kind: a POST to it is enough (RFC 8058). */
  unsubscribe?: string
}

const maxSubjectLength = 200

/** The bytes of a mail: headers, plain text and HTML. `to` and the sender have been checked before. */
export async function messageOf({ to, subject, text, html, unsubscribe }: Mail, from: Sender, date: Date) {
  const composer = new MailComposer({
    from,
    to: { name: '', address: to },
    subject: oneLine(subject),
    text,
    html,
    date,
    messageId: `<${randomUUID()}@${from.address.split('@')[1]}>`,
    headers: {
      // Other programs must not answer: RFC 3834.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe
        ? {
            'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${unsubscribe}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

function oneLine(text: string): string {
  const line = [...withoutHidden(text.replace(/\s+/g, ' ')).trim()]
  return line.length > maxSubjectLength ? `${line.slice(0, maxSubjectLength - 1).join('')}…` : line.join('')
}
