/** Waiting times for a repeated attempt: twice as long each time, and shortened at random so that clients do not return all at once. */
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
