import { setTimeout as pause } from 'node:timers/promises'
import { isOtherEpoch, type LogPosition, positionText, readPosition } from '../../src/contract/log-position.ts'

const reconnectMs = 100

/**
 * Follows the live stream of a user like a browser: after a broken connection, it continues after the last event. When another server of the
 * database takes over, another epoch begins: a browser then loads its tasks, and the stream continues from there.
 */
export function followStream(origin: string, cookie: string) {
  const stopped = new AbortController()
  let numbers: number[] = []
  let begins: number | undefined
  let last: LogPosition | undefined
  let reloads = 0
  let wrongBefore = 0
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
    const response = await fetch(`${origin}/tasks/events`, {
      headers: { cookie, ...(last === undefined ? {} : { 'last-event-id': positionText(last) }) },
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
    const position = readPosition(/^id: (.+)/m.exec(block)?.[1] ?? '')
    if (!position) return
    const isOther = isOtherEpoch(position.epoch, last?.epoch)
    last = position
    if (name === 'change') numbers.push(position.seq)
    if (name !== 'reload') return
    if (begins !== undefined && !isOther) return void reloads++
    wrongBefore += wrongIn(numbers)
    numbers = []
    begins = position.seq
    opened.resolve()
  }

  /** The numbers of the current epoch that do not follow on each other. */
  function wrongIn(arrived: number[]): number {
    const first = (begins ?? 0) + 1
    return arrived.filter((number, index) => number !== first + index).length
  }

  return {
    opened: opened.promise,
    last: () => numbers.at(-1) ?? begins ?? 0,
    /** The events that did not arrive, arrived twice or in the wrong order. A request to reload counts as one, too. */
    missed(upTo: number): number {
      const late = numbers.filter((number) => number > upTo).length
      const absent = Math.max(0, upTo - (begins ?? 0) - numbers.length)
      return wrongBefore + wrongIn(numbers) + late + absent + reloads
    },
    stop: async () => {
      stopped.abort()
      opened.reject(new Error('The stream was stopped before it was opened'))
      await ended
    },
  }
}

export type Followed = ReturnType<typeof followStream>
