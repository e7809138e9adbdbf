import type { ServerResponse } from 'node:http'

type Leave = (key: string) => void

const leaving = Symbol('leaving')

/** A response with the functions to call at its end, each followed by its key. */
type Leaving = ServerResponse & { [leaving]?: (Leave | string)[] }

/** Calls a function with its key when the response has ended or its client has left. A response has one listener, however many call this. */
export function atEnd(response: Leaving, leave: Leave, key: string): void {
  const known = response[leaving]
  if (known) known.push(leave, key)
  else {
    response[leaving] = [leave, key]
    response.on('close', leaveAll)
  }
}

function leaveAll(this: Leaving) {
  const calls = this[leaving] ?? []
  for (let index = 0; index < calls.length; index += 2) (calls[index] as Leave)(calls[index + 1] as string)
}
