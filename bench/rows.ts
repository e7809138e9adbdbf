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
export async function makeRows(_origin: string): Promise<Row[]> {
  return [{ name: 'health/live', request: { path: '/health/live' }, bare: hello, promise: 0.5 }]
}
