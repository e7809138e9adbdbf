import { isIP } from 'node:net'

/** Whether a connection that begins without encryption must change to TLS, does so if the server offers it, or never does. */
const startTlsModes = ['required', 'optional', 'off'] as const

/** The mail server to which mails are handed over. */
export interface SmtpServer {
  host: string
  port: number
  /** Whether the connection begins with TLS. */
  isSecure: boolean
  startTls: (typeof startTlsModes)[number]
  login: { user: string; pass: string } | undefined
}

const form = 'must be smtp://user:password@host:port or smtps://user:password@host:port'

/** Reads an address such as `smtp://user:password@mail.example.org:587`. Throws an Error that completes the sentence "SMTP_URL=… ". */
export function smtpServer(text: string): SmtpServer | undefined {
  if (!text) return undefined
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) throw new Error(form)
  if (!['', '/'].includes(url.pathname) || url.hash) throw new Error(`${form}, without a path`)
  const isSecure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const { starttls, ...others } = Object.fromEntries(url.searchParams)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new Error(`has no parameter ${unknown}; the only one is starttls`)
  if (starttls !== undefined && isSecure) throw new Error('begins with TLS already; leave out starttls')
  const startTls = startTlsModes.find((mode) => mode === (starttls ?? (isOwnMachine(host) ? 'off' : 'required')))
  if (!startTls) throw new Error(`must have one of ${startTlsModes.join(', ')} as starttls`)
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  if (!user !== !pass) throw new Error('must have both a user and a password, or neither')
  return {
    ...{ host, isSecure, startTls },
    port: Number(url.port) || (isSecure ? 465 : 587),
    login: user ? { user, pass } : undefined,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('must have %25 in place of each % in the user and the password')
  }
}

const isOwnMachine = (host: string) => host === 'localhost' || (isIP(host) !== 0 && /^(127\.|::1$)/.test(host))
