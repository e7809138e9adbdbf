import type { DeliveryLease } from './delivery-kind.ts'

interface Dependencies {
  /** Works until nothing is due. Returns when something will be; null if nothing waits. */
  run(owner: string, id: string, stop: AbortSignal): Promise<number | null>
  /** Whether something is due before a time, which could wake nobody while this node had the lease. */
  hasEarlier(owner: string, id: string, time: number | null): Promise<boolean>
  clock: () => number
}

const renewEveryMs = 20_000

/** Makes work with a lease, which is renewed meanwhile, and released at its end. It returns whether more has come meanwhile. */
export const heldWork =
  ({ run, hasEarlier, clock }: Dependencies) =>
  async (owner: string, id: string, lease: DeliveryLease, stopping: AbortSignal): Promise<boolean> => {
    const lost = new AbortController()
    const stop = AbortSignal.any([stopping, lost.signal])
    let renewed = Promise.resolve()
    const renew = async () => {
      if (!(await lease.renew())) lost.abort()
    }
    const renewing = setInterval(() => {
      renewed = renewed.then(renew).catch(() => {})
    }, renewEveryMs)
    try {
      const next = await run(owner, id, stop).catch((error) => {
        if (stop.aborted) return null
        throw error
      })
      clearInterval(renewing)
      // A lease can be released only with the end that it has in the database.
      await renewed
      // Another node goes on with the rest.
      await lease.release(stopping.aborted ? clock() : next)
      return !stop.aborted && (await hasEarlier(owner, id, next))
    } finally {
      clearInterval(renewing)
    }
  }
