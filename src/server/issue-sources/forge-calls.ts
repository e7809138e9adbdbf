import { forgeNames } from '../../contract/forges.ts'
import { repositoryAt } from '../../contract/issue-sources.ts'
import type { IssueSourceRow } from '../database/schema.ts'
import type { OutgoingCalls } from '../outgoing/outgoing.ts'
import { OutgoingError } from '../outgoing/problems.ts'
import { parseJson, type Reader, reader } from '../webhooks/json.ts'
import { dialects, type Request } from './dialects.ts'
import { ForgeProblem } from './forge-problem.ts'
import { freeAt, isTooMany, isUsedUp } from './pacing.ts'

/** A usable answer. */
export interface Answered {
  /** 304 if it is the same as before. */
  isSame: boolean
  body: Reader
  etag: string | null
  /** The address of the next page. */
  next: string | null
}

interface Dependencies {
  outgoing: Pick<OutgoingCalls, 'call'>
  clock: () => number
}

type Asked = Pick<IssueSourceRow, 'user_id' | 'forge' | 'address' | 'token'>

/** A page of issues with long texts. */
const limits = { answerMs: 20_000, totalMs: 30_000, bytes: 4_000_000, ifLonger: 'fail' } as const
const maxEtag = 200
const maxPageUrl = 1_000

/** The name and the place of a source. Fails if a restored database contains something that is not an address. */
export function placeOf({ forge, address }: Pick<IssueSourceRow, 'forge' | 'address'>) {
  const repository = repositoryAt(address, forge)
  if (!repository)
    throw new ForgeProblem('failed', 'The address of the repository is not valid. Disconnect it and add it again.')
  return { ...repository, api: dialects[forge].api(repository.base) }
}

/** Calls the API of a forge. Everything that it answers is a stranger's. */
export function forgeCalls({ outgoing, clock }: Dependencies) {
  /** Sends one request. Fails with a `ForgeProblem`. `what` is asked for, and named if it does not exist. */
  async function send(
    source: Asked,
    url: string,
    { method, body }: Request,
    what: string,
    signal?: AbortSignal,
    etag?: string,
  ) {
    const { host, name } = placeOf(source)
    const headers = {
      ...dialects[source.forge].headers(source.token),
      ...(etag ? { 'if-none-match': etag } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const message = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    const answer = await outgoing
      .call(source.user_id, { url, ...message, limits, ...(signal ? { signal } : {}) })
      .catch((error) => {
        if (error instanceof OutgoingError) throw new ForgeProblem('failed', error.message)
        throw error
      })
    const { status } = answer
    if (isTooMany(status, answer.headers)) throw tooMany(host, freeAt(answer.headers, clock()) ?? clock() + 60_000)
    if (status >= 200 && status < 300) return answer
    if (status === 304 && etag) return answer
    throw problemOf(status, { host, name, what, ...source })
  }

  const asText = (bytes: Buffer, host: string): unknown => {
    try {
      return parseJson(bytes.toString('utf8'))
    } catch {
      throw new ForgeProblem(
        'failed',
        `${host} did not answer with the JSON of an API. Check the address and the kind of the forge.`,
      )
    }
  }

  return {
    /** The answer to one request, as an object. */
    async one(source: Asked, request: Request, what: string, signal?: AbortSignal): Promise<Reader> {
      const { api, host } = placeOf(source)
      const { body } = await send(source, `${api}${request.path}`, request, what, signal)
      return reader(asText(body, host))
    },

    /** A page of a list. `url` is that of the first page, or one that `next` has returned. */
    async page(
      source: Asked,
      url: string,
      etag: string | null,
      signal?: AbortSignal,
    ): Promise<Answered & { waitUntil: number | undefined }> {
      const { host, name } = placeOf(source)
      const request = { method: 'GET', path: '' } as const
      const { status, headers, body } = await send(source, url, request, name, signal, etag ?? undefined)
      const waitUntil = isUsedUp(headers) ? freeAt(headers, clock()) : undefined
      const known = headers.etag && headers.etag.length <= maxEtag ? headers.etag : null
      if (status === 304) return { isSame: true, body: reader({}), etag: known ?? etag, next: null, waitUntil }
      const list = asText(body, host)
      if (!Array.isArray(list)) throw new ForgeProblem('failed', `${host} did not answer with a list of issues.`)
      return { isSame: false, body: reader({ list }), etag: known, next: nextPage(headers, url), waitUntil }
    },
  }
}

export type ForgeCalls = ReturnType<typeof forgeCalls>

/**
 * The next page, as the header `Link` or GitLab's `X-Next-Page` names it. Only its parameters are taken: the token goes to the address that the user
 * has entered, and a forge behind a proxy may not know its own.
 */
function nextPage(headers: Record<string, string>, url: string): string | null {
  const [, linked = ''] = /<([^<>\s]{1,2000})>\s*;[^,<]*\brel="?next\b/.exec(headers.link ?? '') ?? []
  const number = headers['x-next-page']
  const next = new URL(url)
  const parsed = URL.parse(linked, url)
  if (linked && parsed?.search) next.search = parsed.search
  else if (number && /^\d{1,6}$/.test(number)) next.searchParams.set('page', number)
  return next.href === url || next.href.length > maxPageUrl ? null : next.href
}

const tooMany = (host: string, until: number) =>
  new ForgeProblem('wait', `${host} allows no more calls with this token for now.`, until)

interface Place extends Pick<IssueSourceRow, 'forge'> {
  host: string
  name: string
  what: string
}

function problemOf(status: number, { forge, host, name, what }: Place): ForgeProblem {
  const { right } = dialects[forge]
  if (status === 401) {
    return new ForgeProblem(
      'refused',
      `${host} does not accept the token: it has expired, was revoked, or was not copied completely. Enter a new one with Edit.`,
    )
  }
  if (status === 403) {
    return new ForgeProblem(
      'refused',
      `The token may not do this for ${name} at ${host}. It needs the right “${right.read}”, or “${right.write}” if issues are closed there, too.`,
    )
  }
  if (status === 404) {
    return new ForgeProblem('missing', `${what} does not exist at ${host}, or the token may not see it.`)
  }
  if (status === 410)
    return new ForgeProblem('missing', `${what} is gone at ${host}: it was deleted, or issues are switched off there.`)
  if (status >= 300 && status < 400) {
    return new ForgeProblem(
      'missing',
      `${what} has moved to another address at ${host}. Disconnect the repository and add its new address.`,
    )
  }
  if (status >= 500) return new ForgeProblem('failed', `${host} has a problem at the moment (${status}).`)
  return new ForgeProblem(
    'failed',
    `${host} refused the request (${status}). Is it a forge of the kind ${forgeNames[forge]}?`,
  )
}
