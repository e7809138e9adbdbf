import { Script } from 'node:vm'

const key = Symbol.for('taskdeck.guarded-work')
let current: (() => unknown) | undefined
Object.defineProperty(globalThis, key, { value: () => current?.() })
const script = new Script(`globalThis[Symbol.for('taskdeck.guarded-work')]()`)

/** How long work may take by the clock. The later ones are for a machine that is busy with something else. */
const patienceMs = [1_000, 4_000, 16_000]
/** Work that was interrupted after this time on the processor is not tried again. */
const maxProcessorMs = 500

/** The time that this thread has spent on the processor. */
export const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Returns the result of work that must end soon, or undefined if it does not, or fails. The work may be done again, so it must have no effect. Only
 * this stops code that never comes back, such as a library that looks for the 30th of February.
 */
export function withinTime<T>(work: () => T): T | undefined {
  current = work
  try {
    for (const timeout of patienceMs) {
      const before = processorMs()
      try {
        return script.runInThisContext({ timeout })
      } catch (error) {
        const isLate = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
        if (!isLate || processorMs() - before >= maxProcessorMs) return undefined
      }
    }
    return undefined
  } finally {
    current = undefined
  }
}
