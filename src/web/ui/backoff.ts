/** Delays between attempts: each twice as long, and shortened at random so that clients do not all return at once. */
export function createBackoff(firstMs: number, maxMs: number) {
  let waitMs = firstMs
  return {
    next: () => {
      const chosen = waitMs * (0.5 + Math.random() / 2)
      waitMs = Math.min(waitMs * 2, maxMs)
      return chosen
    },
    reset: () => {
      waitMs = firstMs
    },
  }
}
