import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { GivenUp } from '../deliveries/delivery-kind.ts'
import { withoutAddresses } from './address.ts'
import type { SmtpServer } from './smtp-server.ts'

/** A mail as a mail server gets it. */
export interface Envelope {
  from: string
  to: string
  message: Buffer
}

interface Options {
  /** Called when the server is ready for the text of the mail, before it gets the first byte. If it fails, the server gets nothing. */
  onHandOver: () => Promise<void>
  /** Ends the attempt, unless the server is taking the mail. */
  stopping?: AbortSignal
  timeouts?: Timeouts
}

export interface Timeouts {
  /** For the connection, and for the first words of the server. */
  connectMs: number
  /** For each further answer. */
  answerMs: number
  /** For everything, however slowly the server goes on. Shorter than the lease on a delivery. */
  wholeMs: number
}

const usualTimeouts: Timeouts = { connectMs: 10_000, answerMs: 20_000, wholeMs: 45_000 }
/** More than any answer of a mail server has. */
const maxAnswerBytes = 64_000

/**
 * Hands a mail over to the mail server, on a connection of its own. Fails with an Error if the server has certainly not taken it and may take it later,
 * and with `GivenUp` if it refuses this mail for ever, or if nobody knows whether it has taken it: a person must not get it twice.
 */
export async function sendBySmtp(server: SmtpServer, { from, to, message }: Envelope, options: Options): Promise<void> {
  const { onHandOver, stopping, timeouts = usualTimeouts } = options
  const connection = new SMTPConnection({
    ...{ host: server.host, port: server.port, secure: server.isSecure },
    ...{ requireTLS: server.startTls === 'required', ignoreTLS: server.startTls === 'off' },
    ...{ connectionTimeout: timeouts.connectMs, greetingTimeout: timeouts.connectMs, dnsTimeout: timeouts.connectMs },
    ...{ socketTimeout: timeouts.answerMs, maxResponseSize: maxAnswerBytes, logger: false },
  })
  let isTaking = false
  const { promise: broken, reject } = Promise.withResolvers<never>()
  broken.catch(() => {})
  connection.on('error', reject)
  connection.on('end', () => reject(new Error('The mail server closed the connection.')))
  const timer = setTimeout(() => reject(new Error('The mail server took too long.')), timeouts.wholeMs)
  const stop = () => isTaking || reject(new Error('This server is stopping.'))
  stopping?.addEventListener('abort', stop)

  async function* body() {
    await onHandOver()
    isTaking = true
    yield message
  }
  const step = (begin: (done: (error?: Error | null) => void) => void) =>
    Promise.race([broken, new Promise<void>((resolve, fail) => begin((error) => (error ? fail(error) : resolve())))])

  try {
    if (stopping?.aborted) throw new Error('This server is stopping.')
    await step((done) => connection.connect(done))
    const { login } = server
    if (login) await step((done) => connection.login(login, done))
    // The text is read only after the server has answered that it wants it.
    const text = Readable.from(body(), { objectMode: false })
    await step((done) => connection.send({ from, to, size: message.length }, text, done))
    connection.quit()
  } catch (error) {
    throw meaningOf(error as SmtpError, isTaking)
  } finally {
    clearTimeout(timer)
    stopping?.removeEventListener('abort', stop)
    connection.close()
  }
}

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number }

function meaningOf(error: SmtpError, isTaking: boolean): Error {
  const { code, command = 'CONN', response, responseCode, message } = error
  const words = withoutAddresses(response || message)
  // The answer of the server about this mail, before or after its text. It also says 421 unasked when it shuts down, perhaps with the mail.
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isAnswer = responseCode !== undefined && isAboutMail && !(isTaking && responseCode === 421)
  if (isAnswer && responseCode >= 500) return new GivenUp(`The mail server refused the mail: ${words}`)
  if (isAnswer) return new Error(`The mail server refused the mail for now: ${words}`)
  if (isTaking) {
    return new GivenUp(`It is not known whether the mail server took the mail, so it is not sent again: ${words}`)
  }
  const step = command === 'CONN' ? '' : ` at ${command}`
  return new Error(`The mail server could not be used${step}: ${words}`)
}
