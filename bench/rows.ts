import { accountCalls } from '../src/contract/accounts.ts'
import { call } from '../src/contract/client.ts'
import type { Request } from './load.ts'

export interface Row {
  name: string
  /** What is asked of Taskdeck. */
  request: Request
  /** What the bare server is asked for comparison. */
  bare: Request
  /** The least part of the bare server's requests a second that we promise. */
  promise: number
}

const hello: Request = { path: '/hello' }

/** What is promised about speed. */
export async function makeRows(origin: string): Promise<Row[]> {
  const headers = await signedIn(origin)
  return [
    { name: 'health/live', request: { path: '/health/live' }, bare: hello, promise: 0.5 },
    { name: 'verify', request: { path: accountCalls.verify.path, headers }, bare: hello, promise: 0.6 },
  ]
}

/** The headers of somebody who has just signed up. */
export async function signedIn(origin: string): Promise<Record<string, string>> {
  const body = { username: 'Ana', email: 'ana@example.com', password: 'correct horse battery' }
  const response = await fetch(origin + accountCalls.signup.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`Signing up failed: ${await response.text()}`)
  await call(accountCalls.verify, {}, { origin, headers: { cookie } })
  return { cookie }
}
