import type { Outage } from './database.ts'
import { exhausted } from './postgres-pool.ts'

const brokenConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])
// Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html
const notServing = /^(08...|57P0[1-5]|53300|25006|25P0[34])$/
/** Serialization failure and deadlock: PostgreSQL has rolled back the whole transaction, and a retry may succeed. */
const rolledBack = /^(40001|40P01)$/
/** Lock timeout and statement timeout. */
const tookTooLong = /^(55P03|57014)$/
const refusing = /^(28...|3D000|42501)$/
const brokenMessage =
  /connection terminated|connection timeout|timeout expired|client was closed|not queryable|query read timeout/i

const withoutTls = /does not support SSL connections|error establishing an SSL connection/
const needsTls = /no pg_hba\.conf entry.*(no encryption|SSL off)/s
/** Codes of OpenSSL and of Node for a certificate that cannot be trusted. */
const distrusted = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_TLS_|ERR_SSL_|ERR_OSSL_)/
const unknownParameter = /unsupported startup parameter/

/** Problems of the connection that the operator solves in DATABASE_URL or on the server, and how. */
function adviceFor(code: string, message: string): string | undefined {
  if (withoutTls.test(message)) return 'turn on TLS in PostgreSQL (ssl = on), or set sslmode=disable in DATABASE_URL'
  if (needsTls.test(message)) return 'the server wants TLS: set sslmode=verify-full in DATABASE_URL'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'the host in DATABASE_URL must be a name that the certificate of the server contains'
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return 'renew the certificate of the server, and check the clocks of both machines'
  if (distrusted.test(code))
    return 'name the authority that signed the certificate of the server in DATABASE_URL: sslrootcert=/path/to/ca.pem'
  if (unknownParameter.test(message))
    return 'remove this parameter from DATABASE_URL; a connection pooler does not pass it on'
  return undefined
}

export function isRolledBack(error: unknown) {
  return rolledBack.test((error as { code?: string } | undefined)?.code ?? '')
}

/** Whether a concurrent transaction has written a row with the same unique value. SQLite runs one at a time, so there a search finds it. */
export const isTaken = (error: unknown) => (error as { code?: string } | undefined)?.code === '23505'

/** Whether a server that is connected has lost one with a part of the rows. The words are those of Citus. */
export const isOfWorker = (error: unknown): boolean =>
  /connections? to the (remote )?node|for node .+ failed/.test(
    (error as { message?: string } | undefined)?.message ?? '',
  )

/** The meaning of an error for requests and for the operator; undefined if it is about neither the connection nor the server. */
export function postgresOutage(error: unknown): Outage | undefined {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (rolledBack.test(code) || tookTooLong.test(code)) return { kind: 'busy', reason: message }
  if (exhausted.test(message)) return { kind: 'busy', reason: 'all connections are in use' }
  if (code === '53100') return { kind: 'full', reason: "the database's disk is full" }
  const advice = adviceFor(code, message)
  if (advice) return { kind: 'refused', reason: message, advice }
  if (brokenConnection.has(code) || notServing.test(code) || brokenMessage.test(message)) {
    const isReadOnly = code === '25006' && (error as { isReadable?: boolean }).isReadable !== false
    return { kind: 'unreachable', reason: message || code, ...(isReadOnly ? { isReadOnly } : {}) }
  }
  if (refusing.test(code)) return { kind: 'refused', reason: message }
  return undefined
}
