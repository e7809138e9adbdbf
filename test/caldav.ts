import type { Browser } from './browser.ts'
import type { Person } from './people.ts'
import { makeToken } from './tokens.ts'

interface App {
  visitor: (options: { address?: string; headers: Record<string, string> }) => Browser
}

interface Options {
  scope?: 'read' | 'write'
  /** The name of the token. */
  name?: string
  list?: string
}

interface Sent {
  depth?: string
  ifMatch?: string
  ifNoneMatch?: string
}

/** A CalDAV client of a user, who may have several with different names. */
export async function davClient(
  app: App,
  person: Person,
  { scope = 'write', name = 'Tasks.org', list = 'tasks' }: Options = {},
) {
  const { _id: user, email } = await person.user()
  const { token } = await makeToken(person, { name, scope })
  const authorization = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`
  const program = app.visitor({ headers: { authorization } })
  const home = `/dav/calendars/${user}/`
  const path = `${home}${list}/`

  function send(method: string, url: string, body?: string, { depth, ifMatch, ifNoneMatch }: Sent = {}) {
    const headers = {
      'content-type': method === 'PUT' ? 'text/calendar; charset=utf-8' : 'application/xml; charset=utf-8',
      ...(depth === undefined ? {} : { depth }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
    }
    return program.send(method as 'GET', url.startsWith('/') ? url : path + url, body, { headers })
  }

  /** The changes since a token: the ETags of resources by their names, null for those that are gone. */
  async function sync(token = '', limit?: number) {
    const { status, text, headers } = await send(
      'REPORT',
      path,
      `<D:sync-collection xmlns:D="DAV:"><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level>${limit === undefined ? '' : `<D:limit><D:nresults>${limit}</D:nresults></D:limit>`}<D:prop><D:getetag/></D:prop></D:sync-collection>`,
    )
    const tags: Record<string, string | null> = {}
    for (const [, response = ''] of text.matchAll(/<D:response>(.*?)<\/D:response>/gs)) {
      const resource = /<D:href>(.*?)<\/D:href>/.exec(response)?.[1] ?? ''
      // The list itself, of which the answer is a part.
      if (resource === path) continue
      tags[resource.slice(path.length)] =
        /<D:getetag>(.*?)<\/D:getetag>/.exec(response)?.[1]?.replaceAll('&#34;', '"') ?? null
    }
    const hasMore = text.includes('507 Insufficient Storage')
    return { status, text, headers, tags, hasMore, token: /<D:sync-token>(.*?)<\/D:sync-token>/.exec(text)?.[1] ?? '' }
  }

  return { path, home, user, email, token, authorization, send, sync }
}

export type DavClient = Awaited<ReturnType<typeof davClient>>

/** The text of a to-do as a client writes it. */
export const todoText = (uid: string, ...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//Client//EN',
    'BEGIN:VTODO',
    `UID:${uid}`,
    ...lines,
    'END:VTODO',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
