import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

const maxRestMs = 50

/** Starts the time of a slice. The returned function says whether it is over. A slice must complete at least one step. */
export function sliceTime(maxSliceMs: number): () => boolean {
  const end = performance.now() + maxSliceMs
  return () => performance.now() >= end
}

/** Repeats a step until it returns false or the time of a slice is over. Returns whether there may be more to do. */
export async function repeatStep(maxSliceMs: number, step: () => Promise<boolean>): Promise<boolean> {
  const isOver = sliceTime(maxSliceMs)
  while (await step()) {
    if (isOver()) return true
  }
  return false
}

/** Runs work, and then rests for as long as it took, so that other users get at least half of the time. */
export async function withRest<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  await pause(Math.min(performance.now() - begun, maxRestMs))
  return result
}

/** Runs long work in the background: repeats a slice, with rests, until it returns false or is stopped. */
export async function inSlices(slice: () => Promise<boolean>, stop?: AbortSignal): Promise<void> {
  while (!stop?.aborted && (await withRest(slice)));
}

/** Divides computing by time: the returned function lets other requests run if the last pause was longer ago than this. */
export function pauses(maxSliceMs: number): () => Promise<void> | undefined {
  let isOver = sliceTime(maxSliceMs)
  return () => {
    if (!isOver()) return undefined
    return nextTurn().then(() => {
      isOver = sliceTime(maxSliceMs)
    })
  }
}

/** Runs work that can be interrupted after each of its steps, and returns its result. `pause` says when others run: see `pauses`. */
export async function inPauses<T>(steps: Generator<void, T>, pause: () => Promise<void> | undefined): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}

/** The items, some at a time. Lets other requests run in between. */
export async function* inBatches<T>(items: readonly T[], atOnce: number): AsyncGenerator<T[]> {
  for (let first = 0; first < items.length; first += atOnce) {
    if (first) await nextTurn()
    yield items.slice(first, first + atOnce)
  }
}
