import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { SmtpServer } from '../src/server/mail/smtp-server.ts'

/** A mail as the server has got it. */
export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] }
  raw: string
}

/** An error with which a mail server answers. */
export const answer = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** A real mail server, which keeps what it gets. Options replace its answers. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    async onData(stream, { envelope }, done) {
      const bytes = await buffer(stream).catch(() => undefined)
      // The client went away.
      if (!bytes) return
      const { mailFrom, rcptTo } = envelope
      const from = mailFrom ? mailFrom.address : ''
      const parsed = await PostalMime.parse(bytes)
      mails.push({ ...parsed, envelope: { from, to: rcptTo.map(({ address }) => address) }, raw: bytes.toString() })
      done()
    },
    ...options,
  })
  // A client that disconnects is not a failure of the server.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const { port } = listening.address() as AddressInfo
  const settings: SmtpServer = { host: '127.0.0.1', port, isSecure: false, startTls: 'optional', login: undefined }
  return { mails, settings, url: `smtp://127.0.0.1:${port}`, server, stop }
}

/** The link in a mail. */
export const linkIn = ({ text = '' }: Pick<Email, 'text'>, path: string): string =>
  new RegExp(`https?://\\S*${path}\\S*`).exec(text)?.[0] ?? ''

/** The token in that link. */
export const tokenIn = (mail: Pick<Email, 'text'>, path: string): string =>
  /token=([\w-]+)/.exec(linkIn(mail, path))?.[1] ?? ''
