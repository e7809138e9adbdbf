import type { ServerResponse } from 'node:http'

type Leave = (key: string) => void

const leaving = Symbol('leaving')
const waiting = Symbol('waiting')

/** A response with the functions to call at its end, each followed by its key. */
type Leaving = ServerResponse & { [leaving]?: (Leave | string)[]; [waiting]?: true }

/** Calls a function with its key when the response has ended or its client has left. A response has one listener, however many call this. */
export function atEnd(response: Leaving, leave: Leave, key: string): void {
  const known = response[leaving]
  if (known) known.push(leave, key)
  else {
    response[leaving] = [leave, key]
    response.on('close', leaveAll)
  }
}

/** Whether the request of a response has waited for something to happen: see `holdOn`. */
export const hasWaited = (response: Leaving): boolean => response[waiting] === true

/**
 * For a request that only waits from now on: calls these functions early, so that it takes no place of requests in progress. The signal aborts when
 * its client leaves.
 */
export function holdOn(response: Leaving): AbortSignal {
  response[waiting] = true
  leaveAll.call(response)
  const client = new AbortController()
  if (response.destroyed) client.abort()
  else response.once('close', () => client.abort())
  return client.signal
}

function leaveAll(this: Leaving) {
  const calls = this[leaving] ?? []
  this[leaving] = []
  for (let index = 0; index < calls.length; index += 2) (calls[index] as Leave)(calls[index + 1] as string)
}
