import { resolve } from 'node:path'
import { type SignupMode, signupModes } from '../../contract/accounts.ts'
import { type PasswordUse, passwordUses } from '../../contract/providers.ts'
import { type AgeKey, ageKey } from '../age/keys.ts'
import { type Limits, sharedCommitsOf } from '../database/limits.ts'
import { type FilesPlace, filesPlace } from '../file-store/place.ts'
import type { Credentials } from '../file-store/s3-client.ts'
import type { Sender } from '../mail/address.ts'
import { type SmtpServer, smtpServer } from '../mail/smtp-server.ts'
import { openIdProviders, type ProviderSettings, providerProblems } from './providers.ts'
import { withSecretFiles } from './secret-files.ts'
import {
  addresses,
  backupPlace,
  basePath,
  collector,
  credentials,
  databaseUrl,
  google,
  hostsAndNetworks,
  issuer,
  mail,
  mailSender,
  oneOf,
  publicUrl,
  pushContact,
  secretToken,
  share,
  shown,
  tracing,
  wholeNumber,
} from './setting-values.ts'
import { settings } from './settings.ts'

export interface Config extends ProviderSettings {
  port: number
  host: string
  dataDir: string
  databaseUrl: string
  databaseLimits: Limits
  basePath: string
  publicUrl: string
  /** Empty if it is not set. */
  pushContact: string
  /** The only host that is served. Without PUBLIC_URL, the names and addresses of this machine are served. */
  publicHost: string | undefined
  trustProxy: string[]
  /** Hosts and networks that users' webhooks and feeds may reach beside the public internet. */
  allowedHookHosts: string[]
  logLevel: string
  requestTimeoutMs: number
  overloadDelay: number
  refusalDelayMs: number
  maxRequests: number
  maxAddressRequests: number
  maxUserRequests: number
  maxTokenRequests: number
  /** Calls of each API token per minute. */
  maxTokenRate: number
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
  /** Where files are stored; in the data folder if absent. */
  files: FilesPlace | undefined
  /** Where files are read that have not been moved to `files` yet. */
  oldFiles: FilesPlace | undefined
  s3Credentials: Credentials | undefined
  fileDownloads: (typeof fileDownloads)[number]
  listCacheBytes: number
  maxSearchMs: number
  metrics: { port: number | undefined; host: string; token: string | undefined }
  awsRegion: string | undefined
  /** The place of continuous copies, if there is one. */
  copyTo: FilesPlace | undefined
  copyEveryMs: number
  copyKeepMs: number
  /** The place of scheduled backups, if there is one. */
  backupTo: FilesPlace | undefined
  /** Backups are encrypted with it. */
  backupKey: AgeKey | undefined
  backupEveryMs: number
  backupKeep: number
  /** 0 if there are no trial restores. */
  backupTrialEveryMs: number
  /** Where traces are sent, under which name, and the share of requests that are traced. */
  tracing: { endpoint: string; service: string; ratio: number } | undefined
  passwords: PasswordUse
  /** The mail server, and the sender of all mails. */
  mail: { server: SmtpServer; from: Sender } | undefined
}

/** Whether the server sends files itself, or sends browsers to a signed address of the object store. */
const fileDownloads = ['stream', 'redirect'] as const

/** An invalid setting. The message names the setting and says how to correct it. */
export class ConfigError extends Error {}

const day = 24 * 60 * 60_000
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the settings. Throws one ConfigError that names all invalid settings. */
export function loadConfig(given: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const env = withSecretFiles(given, problems)
  const read = <T>(name: string, fallback: string, parse: (text: string) => T): T => {
    const text = env[name]?.trim() || fallback
    try {
      return parse(text)
    } catch (error) {
      problems.push(
        `${name}=${/TOKEN|SECRET|BACKUP_KEY/.test(name) ? '"***"' : shown(text)} ${(error as Error).message}`,
      )
      return undefined as T
    }
  }
  const defaults = Object.fromEntries(settings.map((setting) => [setting.name, setting.fallback]))
  const plain = <T>(name: string, parse: (text: string) => T) => read(name, defaults[name] ?? '', parse)
  /** A setting that a second or third provider has, too. */
  const ofProvider = <T>(name: string, parse: (text: string) => T) =>
    read(name, defaults[name.replace(/^OIDC_\d_/, 'OIDC_')] ?? '', parse)

  const port = plain('PORT', (text) => wholeNumber(text, 0, 65535))
  const dataDir = plain('DATA_DIR', (text) => resolve(text))
  const config: Config = {
    port,
    dataDir,
    host: plain('HOST', (text) => text),
    databaseUrl: read('DATABASE_URL', `sqlite:${dataDir}/taskdeck.db`, databaseUrl),
    databaseLimits: {
      connections: plain('DATABASE_CONNECTIONS', (text) => wholeNumber(text, 1, 1_000)),
      maxWaitMs: plain('DATABASE_WAIT', (text) => wholeNumber(text, 1, 60)) * 1000,
      maxStatementMs: plain('DATABASE_STATEMENT_TIMEOUT', (text) => wholeNumber(text, 1, 300)) * 1000,
      maxLockMs: plain('DATABASE_LOCK_TIMEOUT', (text) => wholeNumber(text, 1, 300)) * 1000,
      sharedCommits: plain('DATABASE_SHARED_COMMITS', (text) => oneOf(text, sharedCommitsOf)),
    },
    basePath: plain('BASE_PATH', basePath),
    publicUrl: read('PUBLIC_URL', `http://localhost:${port ?? 3000}`, publicUrl),
    publicHost: read('PUBLIC_URL', '', (text) => URL.parse(text)?.hostname),
    pushContact: plain('PUSH_CONTACT', pushContact),
    trustProxy: plain('TRUST_PROXY', addresses),
    allowedHookHosts: plain('ALLOWED_HOOK_HOSTS', hostsAndNetworks),
    logLevel: plain('LOG_LEVEL', (text) => oneOf(text, logLevels)),
    requestTimeoutMs: plain('REQUEST_TIMEOUT', (text) => wholeNumber(text, 1, 3600)) * 1000,
    overloadDelay: plain('OVERLOAD_DELAY', (text) => wholeNumber(text, 10, 600_000)),
    refusalDelayMs: plain('REFUSAL_DELAY', (text) => wholeNumber(text, 0, 10_000)),
    maxRequests: plain('MAX_REQUESTS', (text) => wholeNumber(text, 1, 1_000_000)),
    maxAddressRequests: plain('MAX_ADDRESS_REQUESTS', (text) => wholeNumber(text, 1, 1_000_000)),
    maxUserRequests: plain('MAX_USER_REQUESTS', (text) => wholeNumber(text, 1, 1_000_000)),
    maxTokenRequests: plain('MAX_TOKEN_REQUESTS', (text) => wholeNumber(text, 1, 1_000_000)),
    maxTokenRate: plain('MAX_TOKEN_RATE', (text) => wholeNumber(text, 1, 1_000_000_000)),
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
    files: plain('FILES_URL', (text) => (text === defaults.FILES_URL ? undefined : filesPlace(text, env.AWS_REGION))),
    oldFiles: plain('OLD_FILES_URL', (text) => (text ? filesPlace(text, env.AWS_REGION) : undefined)),
    s3Credentials: credentials(
      plain('AWS_ACCESS_KEY_ID', (text) => text),
      plain('AWS_SECRET_ACCESS_KEY', (text) => text),
      env.AWS_SESSION_TOKEN,
    ),
    fileDownloads: plain('FILE_DOWNLOADS', (text) => oneOf(text, fileDownloads)),
    listCacheBytes: plain('LIST_CACHE_MB', (text) => wholeNumber(text, 0, 100_000)) * 1_000_000,
    maxSearchMs: plain('MAX_SEARCH_SECONDS', (text) => wholeNumber(text, 1, 3600)) * 1000,
    metrics: {
      port: plain('METRICS_PORT', (text) => (text ? wholeNumber(text, 0, 65535) : undefined)),
      host: plain('METRICS_HOST', (text) => text),
      token: plain('METRICS_TOKEN', secretToken),
    },
    awsRegion: env.AWS_REGION,
    copyTo: plain('COPY_TO', (text) => (text ? backupPlace(dataDir, text, env.AWS_REGION) : undefined)),
    copyEveryMs: plain('COPY_EVERY', (text) => wholeNumber(text, 1, 3_600)) * 1000,
    copyKeepMs: plain('COPY_KEEP', (text) => wholeNumber(text, 1, 8_760)) * 3_600_000,
    backupTo: plain('BACKUP_TO', (text) => (text ? backupPlace(dataDir, text, env.AWS_REGION) : undefined)),
    backupKey: plain('BACKUP_KEY', (text) => (text ? ageKey(text) : undefined)),
    backupEveryMs: plain('BACKUP_EVERY', (text) => wholeNumber(text, 1, 8_760)) * 3_600_000,
    backupTrialEveryMs: plain('BACKUP_TRIAL_EVERY', (text) => wholeNumber(text, 0, 8_760)) * 3_600_000,
    backupKeep: plain('BACKUP_KEEP', (text) => wholeNumber(text, 1, 10_000)),
    tracing: tracing(
      plain('OTEL_EXPORTER_OTLP_ENDPOINT', collector),
      plain('OTEL_SERVICE_NAME', (text) => text),
      plain('OTEL_TRACES_SAMPLER_ARG', share),
    ),
    google: google(
      plain('GOOGLE_CLIENT_ID', (text) => text),
      plain('GOOGLE_CLIENT_SECRET', (text) => text),
      plain('GOOGLE_ISSUER', issuer),
    ),
    openId: openIdProviders(env, ofProvider, problems),
    passwords: plain('PASSWORDS', (text) => oneOf(text, passwordUses)),
    mail: mail(plain('SMTP_URL', smtpServer), plain('MAIL_FROM', mailSender)),
  }
  if (!config.google && (env.GOOGLE_CLIENT_ID || env.GOOGLE_CLIENT_SECRET)) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together')
  }
  problems.push(...providerProblems(config))
  if (!config.mail && Boolean(env.SMTP_URL?.trim()) !== Boolean(env.MAIL_FROM?.trim())) {
    problems.push('SMTP_URL and MAIL_FROM must be set together')
  }
  if (env.SMTP_URL?.trim() && !env.PUBLIC_URL?.trim()) {
    problems.push('SMTP_URL requires PUBLIC_URL, the address to which links in mails lead')
  }
  if (port && config.metrics.port === port) problems.push('METRICS_PORT must not be the same as PORT')
  if (config.copyTo && config.databaseUrl && !config.databaseUrl.startsWith('sqlite:'))
    problems.push('COPY_TO copies a SQLite database: PostgreSQL archives its own log, see docs/backup.md')
  problems.push(...fileProblems(config, env))
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

/** The settings of files that contradict each other. */
function fileProblems({ files, fileDownloads, publicUrl, s3Credentials }: Config, env: NodeJS.ProcessEnv): string[] {
  const problems = []
  if (!s3Credentials && (env.AWS_ACCESS_KEY_ID || env.AWS_SECRET_ACCESS_KEY)) {
    problems.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together')
  }
  if (fileDownloads !== 'redirect') return problems
  if (files?.kind !== 's3') problems.push('FILE_DOWNLOADS=redirect requires a FILES_URL that begins with s3://')
  else if (publicUrl?.startsWith('https:') && (files.publicEndpoint ?? files.endpoint)?.startsWith('http:')) {
    problems.push(
      'FILE_DOWNLOADS=redirect requires an https:// address of the object store, because browsers block other downloads from an https:// page: add &public=https://… to FILES_URL',
    )
  }
  return problems
}
