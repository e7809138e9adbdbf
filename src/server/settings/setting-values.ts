import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import { relative, resolve } from 'node:path'
import { serverUrls } from '../database/postgres-url.ts'
import { type FilesPlace, filesPlace } from '../file-store/place.ts'
import { type Sender, senderOf } from '../mail/address.ts'
import type { SmtpServer } from '../mail/smtp-server.ts'
import { isCallPath } from './call-paths.ts'

/** Hides passwords in URLs from screens and logs. */
export function shown(text: string) {
  return `"${text.replace(/\/\/([^:@/]*):[^@]*@/, '//$1:***@')}"`
}

/** The functions below parse the value of a setting. They throw an Error that completes the sentence "NAME=value …". */
export function wholeNumber(text: string, min: number, max: number) {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max) {
    throw new Error(`must be a whole number from ${min} to ${max}`)
  }
  return number
}

export function oneOf<T extends string>(text: string, values: readonly T[]): T {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`)
  return found
}

export function databaseUrl(text: string) {
  if (/^sqlite:./.test(text)) return text
  if (!/^postgres(ql)?:\/\//.test(text))
    throw new Error('must be sqlite:PATH or postgres://user:password@host:port/name')
  const { searchParams } = new URL(serverUrls(text)[0] ?? '')
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = searchParams.get(name)
    if (file && !isReadable(file)) throw new Error(`must name a file that exists and can be read: ${name}=${file}`)
  }
  return text
}

function isReadable(file: string) {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

export function basePath(text: string) {
  if (!/^\/([\w.~-]+\/?)*$/.test(text)) throw new Error('must begin with / and contain only letters, digits, - _ . ~')
  const path = text.endsWith('/') ? text : `${text}/`
  if (isCallPath(path)) throw new Error('is used by calls of the server; choose another path')
  return path
}

export function publicUrl(text: string) {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must begin with http:// or https://')
  if (url.pathname !== '/' || url.search || url.hash) throw new Error('must have no path; use BASE_PATH for that')
  return url.origin
}

/** An address of the operator, as push services want it (RFC 8292). */
export function pushContact(text: string) {
  if (!text || /^mailto:[^@\s]+@[^@\s]+$/.test(text) || /^https:\/\/[^\s/]+/.test(text)) return text
  throw new Error('must be mailto: with an email address, or an https:// address')
}

/** A folder, or `s3://…`. A backup in the data folder would be lost together with it. */
export function backupPlace(dataDir: string, text: string, region?: string): FilesPlace {
  if (text.startsWith('s3:')) return filesPlace(text, region)
  const folder = resolve(text)
  if (!relative(dataDir, folder).startsWith('..')) throw new Error('must be outside DATA_DIR, best on another disk')
  return { kind: 'disk', folder }
}

export function google(clientId: string, clientSecret: string, issuer: string) {
  return clientId && clientSecret ? { clientId, clientSecret, issuer } : undefined
}

export function credentials(accessKeyId: string, secretAccessKey: string, sessionToken: string | undefined) {
  if (!accessKeyId || !secretAccessKey) return undefined
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
}

export function collector(text: string) {
  if (!text || /^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new Error('must begin with http:// or https://, such as http://localhost:4318')
}

export function share(text: string) {
  const number = Number(text)
  if (!/^[\d.]+$/.test(text) || !(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1')
  return number
}

export function tracing(endpoint: string, service: string, ratio: number) {
  return endpoint ? { endpoint, service, ratio } : undefined
}

export function issuer(text: string) {
  const url = URL.parse(text)
  const onThisMachine = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && onThisMachine)) return text
  throw new Error('must begin with https://')
}

/** Scopes of a provider, which must contain the one that makes it say who signs in. */
export function openIdScopes(text: string) {
  const scopes = text.split(/[\s,]+/).filter(Boolean)
  if (!scopes.includes('openid')) throw new Error('must contain openid, such as openid email profile')
  return scopes.join(' ')
}

export const names = (text: string) => text.split(',').flatMap((name) => name.trim() || [])

export const yesOrNo = (text: string) => oneOf(text, ['yes', 'no']) === 'yes'

export function mailSender(text: string) {
  if (!text) return undefined
  const sender = senderOf(text)
  if (!sender) throw new Error('must be an address such as deck@example.org or Taskdeck <deck@example.org>')
  return sender
}

export function mail(server: SmtpServer | undefined, from: Sender | undefined) {
  return server && from ? { server, from } : undefined
}

/** A secret that programs send in a header. */
export function secretToken(text: string) {
  if (!text) return undefined
  if (!/^[\w.~+/=-]{20,200}$/.test(text)) {
    throw new Error(
      'must have 20 to 200 characters, only letters, digits and . _ ~ + / = -, such as the output of openssl rand -hex 32',
    )
  }
  return text
}

export function addresses(text: string) {
  const list = text.split(',').flatMap((value) => value.trim() || [])
  for (const address of list) {
    const [ip = '', bits = '0'] = address.split('/')
    const widest = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1
    if (!/^\d+$/.test(bits) || Number(bits) > widest) {
      throw new Error('must be a list of IP addresses or ranges such as 127.0.0.1, 10.0.0.0/8')
    }
  }
  return list
}

/** Hosts, addresses and networks. */
export function hostsAndNetworks(text: string) {
  const list = text.split(',').flatMap((value) => value.trim().replace(/\.$/, '') || [])
  const isName = (entry: string) => /^(?!-)[a-z\d_-]+(\.[a-z\d_-]+)*$/i.test(entry) && !/(^|\.)\d+$/.test(entry)
  try {
    for (const entry of list) if (!isName(entry)) addresses(entry)
  } catch {
    throw new Error('must be a list of hosts, addresses or networks such as ntfy.lan, 192.168.1.7, 10.0.0.0/8')
  }
  return list
}
