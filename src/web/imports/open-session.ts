import type { Answer, Question, RemoteSession } from './worker-protocol.ts'

const notRead = 'The file could not be read. Reload the page and try again.'

/** Starts a worker that reads one file. Its calls fail with an Error with a message for people, also after it was ended. */
export function openSession(): { session: RemoteSession; end: () => void } {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  const failAll = () => {
    for (const { reject } of waiting.values()) reject(new Error(notRead))
    waiting.clear()
  }
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('message' in data) asked?.reject(new Error(data.message))
    else asked?.resolve(data.result as never)
  }
  // The memory of the device may be full, or its code could not be loaded.
  worker.onerror = failAll
  worker.onmessageerror = failAll
  const ask = (name: Question['name']) =>
    function call(...given: unknown[]) {
      return new Promise<never>((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, name, given } satisfies Question)
      })
    }
  return {
    session: {
      ...{ open: ask('open'), read: ask('read'), plan: ask('plan'), placed: ask('placed') },
      ...{ wholeBody: ask('wholeBody'), plannedBody: ask('plannedBody'), witnessBody: ask('witnessBody') },
    },
    end: () => {
      worker.terminate()
      failAll()
    },
  }
}
