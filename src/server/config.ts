import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type SignupMode, signupModes } from '../contract/accounts.ts'
import { apiCalls } from '../contract/schemas/api.ts'

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string
  basePath: string
  publicUrl: string
  /** The only host that is served. Without PUBLIC_URL, the names and addresses of this machine are served. */
  publicHost: string | undefined
  trustProxy: string[]
  logLevel: string
  requestTimeoutMs: number
  overloadDelay: number
  refusalDelayMs: number
  maxRequests: number
  maxAddressRequests: number
  maxUserRequests: number
  maxAddressConnections: number
  /** In milliseconds, as all times. */
  maxSessionIdleMs: number
  maxSessionMs: number
  signups: SignupMode
  signupsPerHour: number
  maxFileBytes: number
  maxUserBytes: number
  maxFiles: number
  maxTasks: number
  maxTextBytes: number
  maxLabels: number
  maxSessions: number
  maxSweepPercent: number
  listCacheBytes: number
  maxSearchMs: number
  google: { issuer: string; clientId: string; clientSecret: string } | undefined
}

/** An invalid setting. The message names the setting and says how to correct it. */
export class ConfigError extends Error {}

interface Setting {
  name: string
  fallback: string
  meaning: string
}

/** All settings. A test compares the README's table with this list. */
export const settings: Setting[] = [
  { name: 'PORT', fallback: '3000', meaning: 'Port to listen on; `0` picks a free one.' },
  { name: 'HOST', fallback: 'localhost', meaning: 'Address to listen on; `0.0.0.0` for every network interface.' },
  {
    name: 'DATA_DIR',
    fallback: './data',
    meaning: 'Folder for the database and the files; made private to the user that runs Taskdeck.',
  },
  {
    name: 'DATABASE_URL',
    fallback: 'sqlite:DATA_DIR/taskdeck.db',
    meaning: '`sqlite:PATH` or `postgres://user:password@host:port/name`.',
  },
  { name: 'BASE_PATH', fallback: '/taskdeck/', meaning: 'Path under which the web app is served.' },
  {
    name: 'PUBLIC_URL',
    fallback: 'http://localhost:PORT',
    meaning:
      'Address that users type, without a path; `https://…` makes cookies secure. If set, requests for other hosts are refused.',
  },
  {
    name: 'TRUST_PROXY',
    fallback: '',
    meaning: 'Addresses of your reverse proxies (`127.0.0.1, 10.0.0.0/8`); their `X-Forwarded-*` headers are trusted.',
  },
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: 'How much to log: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
  {
    name: 'REQUEST_TIMEOUT',
    fallback: '30',
    meaning: 'Seconds within which a client must send its request; also the longest pause while it reads a response.',
  },
  {
    name: 'OVERLOAD_DELAY',
    fallback: '1000',
    meaning: 'Requests are refused with 503 while the event loop lags by more than this, in milliseconds.',
  },
  {
    name: 'REFUSAL_DELAY',
    fallback: '1000',
    meaning:
      'Milliseconds before a refusal with 429 is sent, or a client is cut off that goes on sending after its response, so that a client that ignores both slows down only itself.',
  },
  {
    name: 'MAX_REQUESTS',
    fallback: '2000',
    meaning: 'Concurrent requests; more are refused with 503.',
  },
  {
    name: 'MAX_ADDRESS_REQUESTS',
    fallback: '128',
    meaning: 'Concurrent requests of one address; more wait for up to 5 seconds and are then refused with 429.',
  },
  {
    name: 'MAX_USER_REQUESTS',
    fallback: '64',
    meaning: 'Concurrent requests of one user; more wait for up to 5 seconds and are then refused with 429.',
  },
  {
    name: 'MAX_ADDRESS_CONNECTIONS',
    fallback: '1000',
    meaning: 'Open connections of one address. Addresses in `TRUST_PROXY` and this machine have no limit.',
  },
  { name: 'SESSION_IDLE_DAYS', fallback: '14', meaning: 'Days without use after which a session ends.' },
  { name: 'SESSION_MAX_DAYS', fallback: '90', meaning: 'Days after which a session ends even if it is used.' },
  {
    name: 'SIGNUPS',
    fallback: 'open',
    meaning:
      'Who may create an account: `open` for everyone, `invite` for people with a link from `npm run invite`, `closed` for nobody. The first account can always be created.',
  },
  {
    name: 'SIGNUPS_PER_HOUR',
    fallback: '20',
    meaning: 'New accounts that one address may create in an hour; `0` means `SIGNUPS=closed`.',
  },
  { name: 'MAX_FILE_MB', fallback: '100', meaning: 'Maximum size of a completion file, in megabytes.' },
  {
    name: 'MAX_USER_MB',
    fallback: '2000',
    meaning: 'Maximum size of all completion files of one user, including the trash, in megabytes.',
  },
  {
    name: 'MAX_FILES',
    fallback: '10000',
    meaning: 'Maximum number of completion files of one user, including the trash.',
  },
  { name: 'MAX_TASKS', fallback: '200000', meaning: 'Maximum number of tasks of one user, including the trash.' },
  {
    name: 'MAX_TEXT_MB',
    fallback: '500',
    meaning: "Maximum size of the text of one user's tasks and their history, including the trash, in megabytes.",
  },
  {
    name: 'MAX_LABELS',
    fallback: '1000',
    meaning: 'Maximum number of different labels of one user, including the trash.',
  },
  {
    name: 'MAX_SESSIONS',
    fallback: '100',
    meaning: 'Maximum number of sessions of one user. One more ends the session that was unused for longest.',
  },
  {
    name: 'MAX_SWEEP_PERCENT',
    fallback: '5',
    meaning:
      'Largest share of all files, in percent, that the hourly sweep may move aside. If more files have no row, it moves none.',
  },
  {
    name: 'LIST_CACHE_MB',
    fallback: '32',
    meaning: 'Memory for caching task lists, in megabytes; `0` disables the cache.',
  },
  {
    name: 'MAX_SEARCH_SECONDS',
    fallback: '5',
    meaning: 'Time limit of a search, in seconds. Only accounts with very many tasks reach it.',
  },
  {
    name: 'GOOGLE_CLIENT_ID',
    fallback: '',
    meaning: 'Client ID for signing in with Google; requires `GOOGLE_CLIENT_SECRET`.',
  },
  { name: 'GOOGLE_CLIENT_SECRET', fallback: '', meaning: 'Client secret for signing in with Google.' },
  {
    name: 'GOOGLE_ISSUER',
    fallback: 'https://accounts.google.com',
    meaning: 'OpenID Connect provider for "Log In With Google".',
  },
]

const day = 24 * 60 * 60_000
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the settings. Throws one ConfigError that names all invalid settings. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const read = <T>(name: string, fallback: string, parse: (text: string) => T): T => {
    const text = env[name]?.trim() || fallback
    try {
      return parse(text)
    } catch (error) {
      problems.push(`${name}=${shown(text)} ${(error as Error).message}`)
      return undefined as T
    }
  }
  const defaults = Object.fromEntries(settings.map((setting) => [setting.name, setting.fallback]))
  const plain = <T>(name: string, parse: (text: string) => T) => read(name, defaults[name] ?? '', parse)

  const port = plain('PORT', (text) => wholeNumber(text, 0, 65535))
  const dataDir = plain('DATA_DIR', (text) => resolve(text))
  const config: Config = {
    port,
    dataDir,
    host: plain('HOST', (text) => text),
    databaseUrl: read('DATABASE_URL', `sqlite:${dataDir}/taskdeck.db`, databaseUrl),
    basePath: plain('BASE_PATH', basePath),
    publicUrl: read('PUBLIC_URL', `http://localhost:${port ?? 3000}`, publicUrl),
    publicHost: read('PUBLIC_URL', '', (text) => URL.parse(text)?.hostname),
    trustProxy: plain('TRUST_PROXY', addresses),
    logLevel: plain('LOG_LEVEL', (text) => oneOf(text, logLevels)),
    requestTimeoutMs: plain('REQUEST_TIMEOUT', (text) => wholeNumber(text, 1, 3600)) * 1000,
    overloadDelay: plain('OVERLOAD_DELAY', (text) => wholeNumber(text, 10, 600_000)),
    refusalDelayMs: plain('REFUSAL_DELAY', (text) => wholeNumber(text, 0, 10_000)),
    maxRequests: plain('MAX_REQUESTS', (text) => wholeNumber(text, 1, 1_000_000)),
    maxAddressRequests: plain('MAX_ADDRESS_REQUESTS', (text) => wholeNumber(text, 1, 1_000_000)),
    maxUserRequests: plain('MAX_USER_REQUESTS', (text) => wholeNumber(text, 1, 1_000_000)),
    maxAddressConnections: plain('MAX_ADDRESS_CONNECTIONS', (text) => wholeNumber(text, 1, 1_000_000)),
    maxSessionIdleMs: plain('SESSION_IDLE_DAYS', (text) => wholeNumber(text, 1, 3650)) * day,
    maxSessionMs: plain('SESSION_MAX_DAYS', (text) => wholeNumber(text, 1, 3650)) * day,
    signups: plain('SIGNUPS', (text) => oneOf(text, signupModes)),
    signupsPerHour: plain('SIGNUPS_PER_HOUR', (text) => wholeNumber(text, 0, 1_000_000)),
    maxFileBytes: plain('MAX_FILE_MB', (text) => wholeNumber(text, 1, 1_000_000)) * 1_000_000,
    maxUserBytes: plain('MAX_USER_MB', (text) => wholeNumber(text, 1, 100_000_000)) * 1_000_000,
    maxFiles: plain('MAX_FILES', (text) => wholeNumber(text, 1, 100_000_000)),
    maxTasks: plain('MAX_TASKS', (text) => wholeNumber(text, 1, 100_000_000)),
    maxTextBytes: plain('MAX_TEXT_MB', (text) => wholeNumber(text, 10, 100_000_000)) * 1_000_000,
    maxLabels: plain('MAX_LABELS', (text) => wholeNumber(text, 1, 1_000_000)),
    maxSessions: plain('MAX_SESSIONS', (text) => wholeNumber(text, 1, 10_000)),
    maxSweepPercent: plain('MAX_SWEEP_PERCENT', (text) => wholeNumber(text, 0, 100)),
    listCacheBytes: plain('LIST_CACHE_MB', (text) => wholeNumber(text, 0, 100_000)) * 1_000_000,
    maxSearchMs: plain('MAX_SEARCH_SECONDS', (text) => wholeNumber(text, 1, 3600)) * 1000,
    google: google(
      plain('GOOGLE_CLIENT_ID', (text) => text),
      plain('GOOGLE_CLIENT_SECRET', (text) => text),
      plain('GOOGLE_ISSUER', issuer),
    ),
  }
  if (!config.google && (env.GOOGLE_CLIENT_ID || env.GOOGLE_CLIENT_SECRET)) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together')
  }
  if (config.maxFileBytes > config.maxUserBytes) problems.push('MAX_FILE_MB must not be more than MAX_USER_MB')
  if (config.maxSessionIdleMs > config.maxSessionMs)
    problems.push('SESSION_IDLE_DAYS must not be more than SESSION_MAX_DAYS')
  if (config.signupsPerHour === 0) {
    // Older versions had no other way to close the sign-up.
    if (env.SIGNUPS?.trim() && config.signups !== 'closed') {
      problems.push('SIGNUPS_PER_HOUR=0 closes the sign-up: set SIGNUPS=closed, or SIGNUPS_PER_HOUR to at least 1')
    }
    config.signups = 'closed'
    config.signupsPerHour = Number(defaults.SIGNUPS_PER_HOUR)
  }
  if (problems.length) throw new ConfigError(`${problems.join('; ')}.`)
  return config
}

/** Hides passwords in URLs from screens and logs. */
function shown(text: string) {
  return `"${text.replace(/\/\/([^:@/]*):[^@]*@/, '//$1:***@')}"`
}

function wholeNumber(text: string, min: number, max: number) {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max) {
    throw new Error(`must be a whole number from ${min} to ${max}`)
  }
  return number
}

function oneOf<T extends string>(text: string, values: readonly T[]): T {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`)
  return found
}

function databaseUrl(text: string) {
  if (/^sqlite:./.test(text)) return text
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
  throw new Error('must be sqlite:PATH or postgres://user:password@host:port/name')
}

function basePath(text: string) {
  if (!/^\/([\w.~-]+\/?)*$/.test(text)) throw new Error('must begin with / and contain only letters, digits, - _ . ~')
  const path = text.endsWith('/') ? text : `${text}/`
  const taken = ['/docs/', '/openapi.json/', ...apiCalls.map((call) => `/${call.path.split('/')[1]}/`)]
  if (taken.includes(`/${path.split('/')[1]}/`)) throw new Error('is used by calls of the server; choose another path')
  return path
}

function publicUrl(text: string) {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must begin with http:// or https://')
  if (url.pathname !== '/' || url.search || url.hash) throw new Error('must have no path; use BASE_PATH for that')
  return url.origin
}

function google(clientId: string, clientSecret: string, issuer: string) {
  return clientId && clientSecret ? { clientId, clientSecret, issuer } : undefined
}

function issuer(text: string) {
  const url = URL.parse(text)
  const onThisMachine = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && onThisMachine)) return text
  throw new Error('must begin with https://')
}

function addresses(text: string) {
  const list = text.split(',').flatMap((part) => part.trim() || [])
  for (const address of list) {
    const [ip = '', bits = '0'] = address.split('/')
    const widest = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1
    if (!/^\d+$/.test(bits) || Number(bits) > widest) {
      throw new Error('must be a list of IP addresses or ranges such as 127.0.0.1, 10.0.0.0/8')
    }
  }
  return list
}
