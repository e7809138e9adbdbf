import { AppError } from '../../contract/errors.ts'
import type { OutgoingCalls } from '../outgoing/outgoing.ts'
import { OutgoingError } from '../outgoing/problems.ts'
import { clientFrom, notRedirected, type OAuthClient } from './clients.ts'

interface Dependencies {
  outgoing: Pick<OutgoingCalls, 'check' | 'call'>
  clock: () => number
}

interface Known {
  client: OAuthClient
  until: number
}

const maxBytes = 10_000
const maxKnown = 200
const minute = 60_000
/** The longest time for which a document is not read again, whatever its headers say. */
const maxKnownMs = 60 * minute

/**
 * Programs whose id is the address of a document about them (OAuth Client ID Metadata Document). It is read for a user who has signed in, as
 * every address of a stranger: see outgoing/.
 */
export function clientDocuments({ outgoing, clock }: Dependencies) {
  const known = new Map<string, Known>()

  function keep(client: OAuthClient, cacheControl = '') {
    const seconds = /(?:^|[\s,])max-age=(\d{1,9})/.exec(cacheControl)?.[1]
    if (/no-store|no-cache/.test(cacheControl) || seconds === undefined) return
    if (known.size >= maxKnown) known.clear()
    known.set(client.id, { client, until: clock() + Math.min(Number(seconds) * 1_000, maxKnownMs) })
  }

  async function read(owner: string, id: string): Promise<OAuthClient> {
    const { status, headers, body } = await outgoing
      .call(owner, {
        method: 'GET',
        url: id,
        headers: { accept: 'application/json' },
        limits: { bytes: maxBytes, ifLonger: 'fail' },
      })
      .catch((error) => {
        throw error instanceof OutgoingError ? unreadable(error.message) : error
      })
    if (status !== 200) throw unreadable(`It answered with ${status}.`)
    const client = documentOf(id, body.toString())
    keep(client, headers['cache-control'])
    return client
  }

  return {
    isDocument: (id: string) => /^https?:\/\//i.test(id),
    /** The program with this id, for an owner. Fails if the address cannot be called, or if its document is not about it. */
    async find(owner: string, id: string): Promise<OAuthClient> {
      const found = known.get(id)
      if (found && found.until > clock()) return found.client
      checkId(id)
      try {
        outgoing.check(id)
      } catch (error) {
        throw error instanceof AppError ? unreadable(error.message) : error
      }
      return read(owner, id)
    },
  }
}

/** The form of an address that is an id: it is compared character by character, so it has only one spelling. */
function checkId(id: string) {
  const url = URL.parse(id)
  const isPlain = url && url.href === id && !id.includes('#') && !url.username && !url.password
  if (!isPlain || url.pathname === '/')
    throw notRedirected('invalid_client', 'The id of the program is not the address of a document about it.')
}

function documentOf(id: string, text: string): OAuthClient {
  const given = jsonOf(text)
  if (!given || given.client_id !== id) throw unreadable('The document is about another program.')
  const { token_endpoint_auth_method: method = 'none' } = given
  // A program that wants to show a secret would believe that Taskdeck checks it.
  if (method !== 'none' || 'client_secret' in given)
    throw unreadable('The program must use no client authentication (token_endpoint_auth_method none).')
  return { id, ...clientFrom(given), site: new URL(id).host }
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const unreadable = (reason: string) =>
  notRedirected('invalid_client', `The document about the program cannot be used. ${reason}`)
