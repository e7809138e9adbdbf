import { hash, randomBytes } from 'node:crypto'
import type { Answer, Browser } from './browser.ts'

/** A browser that sends its cookies, such as that of a user. */
type Consenting = Pick<Browser, 'send'>

/** The request of a program that signs in, with PKCE. */
export function programRequest(client_id: string, more: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const request: Record<string, string> = {
    ...{ response_type: 'code', client_id, redirect_uri: 'http://127.0.0.1:5555/callback', state: 'st&te=1' },
    ...{ code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256', ...more },
  }
  return { verifier, request }
}

/** Gets an id for a program. */
export async function registered(program: Pick<Browser, 'post'>, more: object = {}): Promise<string> {
  const metadata = { client_name: 'Robo', redirect_uris: ['http://127.0.0.1/callback'], ...more }
  const { status, body, text } = await program.post('/auth/register', metadata)
  if (status !== 201) throw new Error(text)
  return body.client_id
}

/** Opens an authorization address as a browser does, and approves on the page to which it leads. Returns the address to which the browser goes. */
export async function approvedAt(person: Consenting, address: URL, granted = 'write'): Promise<URL> {
  const headers = { host: address.host }
  const opened = await person.send('GET', address.pathname + address.search, undefined, { headers })
  const [page, query = ''] = `${opened.location}`.split('?')
  if (opened.status !== 303 || page !== '/taskdeck/#/authorize') throw new Error(`Led to ${opened.location}`)
  const shown = await person.send('GET', `/auth/authorize/request?${query}`, undefined, { headers })
  if (shown.status !== 200 || shown.body.problem) throw new Error(shown.text)
  const answer = await approve(person, Object.fromEntries(new URLSearchParams(query)), granted, headers)
  if (answer.status !== 200) throw new Error(answer.text)
  return new URL(answer.body.redirect)
}

export const approve = (
  person: Consenting,
  request: Record<string, string>,
  granted = 'write',
  headers = {},
): Promise<Answer> => person.send('POST', '/auth/authorize/approve', { ...request, granted }, { headers })

export const codeOf = ({ body }: Answer) => new URL(body.redirect).searchParams.get('code') ?? ''
