import { parseArgs } from 'node:util'
import { isMailAddress } from '../mail/address.ts'
import { letter } from '../mail/letter.ts'
import { messageOf } from '../mail/message.ts'
import { sendBySmtp } from '../mail/smtp.ts'
import { type Config, ConfigError, loadConfig } from '../settings/config.ts'
import { type Command, called, runCommand } from './command.ts'

const usage = `Usage:
  ${called('send-test-mail')} ana@example.org    sends a mail with SMTP_URL and MAIL_FROM, as the server would`

function addressOf(args: string[]): string | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) return undefined
    const [address, ...others] = positionals
    if (!address || others.length) throw new Error()
    return address
  } catch {
    throw new ConfigError(`\n${usage}`)
  }
}

/** `npm run send-test-mail -- ana@example.org` */
export const sendTestMail: Command = async ({ args, env, print }) => {
  const to = addressOf(args)
  if (to === undefined) return print(usage)
  const config = loadConfig(env)
  const { mail } = config
  if (!mail) throw new ConfigError('Mail is not set up: set SMTP_URL and MAIL_FROM as you do for the server.')
  if (!isMailAddress(to)) throw new ConfigError(`${to} is not an address to which mail can be sent.`)
  const { server, from } = mail
  print(`Connecting to ${server.host}, port ${server.port} …`)
  const message = await messageOf(testMail(to, config), from, new Date())
  await sendBySmtp(server, { from: from.address, to, message }, { onHandOver: async () => {} }).catch((error) => {
    throw new ConfigError(`${error.message}${adviceFor(error.message)}`)
  })
  print(`The mail server took the mail for ${to}. If it does not arrive, look into the log of that server.`)
}

const testMail = (to: string, { publicUrl, basePath }: Config) =>
  letter(
    {
      ...{ to, subject: 'A test of Taskdeck' },
      paragraphs: ['This mail shows that your server can send mail. There is nothing for you to do.'],
    },
    { app: `${publicUrl}${basePath}`, host: new URL(publicUrl).host },
  )

/** The advice for a failure that is common. */
function adviceFor(message: string): string {
  const [, advice] = advices.find(([words]) => words.test(message)) ?? []
  return advice ? `\n${advice}` : ''
}

const advices: [RegExp, string][] = [
  [
    /STARTTLS/i,
    'This mail server offers no encryption. Use smtps://, another port, or, only in a network that you trust, add ?starttls=off to SMTP_URL.',
  ],
  [
    /self.signed|unable to verify|certificate/i,
    'Its certificate is not trusted: name the file of its authority in NODE_EXTRA_CA_CERTS.',
  ],
  [/ENOTFOUND|EDNS|EAI_AGAIN|getaddrinfo/i, 'The name of the mail server in SMTP_URL cannot be found.'],
  [/ECONNREFUSED|timed? ?out|timeout/i, 'Check the host and the port in SMTP_URL, and whether a firewall is between.'],
  [/\b535\b|authentication|login/i, 'Check the user and the password in SMTP_URL.'],
]

if (import.meta.main) await runCommand('No mail was sent.', sendTestMail, process.env)
