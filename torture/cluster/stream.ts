import { setTimeout as pause } from 'node:timers/promises'

const reconnectMs = 100

/** Follows the live stream of a user like a browser: after a broken connection, it continues after the last event. */
export function followStream(origin: string, cookie: string) {
  const stopped = new AbortController()
  const numbers: number[] = []
  let begins: number | undefined
  let reloads = 0
  const opened = Promise.withResolvers<void>()
  opened.promise.catch(() => {})
  const ended = follow()

  async function follow() {
    while (!stopped.signal.aborted) {
      await read().catch(() => {})
      await pause(reconnectMs, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }

  async function read() {
    const last = numbers.at(-1) ?? begins
    const response = await fetch(`${origin}/tasks/events`, {
      headers: { cookie, ...(last === undefined ? {} : { 'last-event-id': String(last) }) },
      signal: stopped.signal,
    })
    if (!response.ok || !response.body) return void (await response.body?.cancel())
    let text = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  }

  function take(block: string) {
    const [, name] = /^event: (\w+)/m.exec(block) ?? []
    const id = Number(/^id: (\d+)/m.exec(block)?.[1])
    if (name === 'change') numbers.push(id)
    if (name !== 'reload') return
    if (begins === undefined) {
      begins = id
      opened.resolve()
    } else reloads++
  }

  return {
    opened: opened.promise,
    last: () => numbers.at(-1) ?? begins ?? 0,
    /** The events that did not arrive, arrived twice or in the wrong order. A request to reload counts as one, too. */
    missed(upTo: number): number {
      const first = (begins ?? 0) + 1
      const expected = Array.from({ length: Math.max(0, upTo - first + 1) }, (_, index) => first + index)
      const wrong = numbers.filter((number, index) => number !== expected[index]).length
      return wrong + Math.max(0, expected.length - numbers.length) + reloads
    },
    stop: async () => {
      stopped.abort()
      opened.reject(new Error('The stream was stopped before it was opened'))
      await ended
    },
  }
}

export type Followed = ReturnType<typeof followStream>
