/** Work in a shared transaction that turns out to be long. It is done again outside. */
export class TooLong extends Error {
  constructor() {
    super('this work is too long to share a transaction')
  }
}

/** The values that a change of some hundred tasks writes. */
const maxCost = 5_000
const costOfStatement = 10
/** Reads are cheap, and those of links are limited (tasks/link-walk.ts). A staged change would read them through a view. */
const costOfReadValue = 0.25

/** Measures the work of a transaction by its statements and values, because time depends on the machine and its other programs. */
export function workMeter() {
  let cost = 0
  let max = Number.POSITIVE_INFINITY
  let hasWritten = false
  return {
    /** Whether the work that was measured last has run a statement that may have written. */
    get hasWritten() {
      return hasWritten
    },
    /** Runs work, one piece at a time. If it is limited, fails with `TooLong` when it turns out to be long. */
    async measure<T>(isLimited: boolean, work: () => Promise<T>): Promise<T> {
      cost = 0
      hasWritten = false
      max = isLimited ? maxCost : Number.POSITIVE_INFINITY
      try {
        const result = await work()
        if (cost > max) throw new TooLong()
        return result
      } catch (error) {
        throw cost > max ? new TooLong() : error
      } finally {
        max = Number.POSITIVE_INFINITY
      }
    },
    /** Counts a statement with its values. One that returns rows is cheap, and one that may write also does so if it returns some. */
    count(values: number, returnsRows: boolean, mayWrite: boolean): void {
      hasWritten ||= mayWrite
      cost += costOfStatement + values * (returnsRows ? costOfReadValue : 1)
      if (cost > max) throw new TooLong()
    },
  }
}

export type WorkMeter = ReturnType<typeof workMeter>
