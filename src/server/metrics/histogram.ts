import type { Sample } from './exposition.ts'

/**
 * Counts values in ranges that end at `bounds`. Observing must be cheap, because every request does it: no allocation and no text, which
 * are left to the few requests for the metrics.
 */
export class Histogram {
  readonly #bounds: readonly number[]
  readonly #counts: Float64Array
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = new Float64Array(bounds.length + 1)
  }

  observe(value: number): void {
    let index = 0
    while (index < this.#bounds.length && value > (this.#bounds[index] as number)) index++
    this.#counts[index] = (this.#counts[index] as number) + 1
    this.#sum += value
  }

  get isEmpty(): boolean {
    return this.#counts.every((count) => count === 0)
  }

  samples(labels: Record<string, string | number> = {}): Sample[] {
    let total = 0
    const buckets = [...this.#bounds, '+Inf'].map((le, index): Sample => {
      total += this.#counts[index] ?? 0
      return { suffix: '_bucket', labels: { ...labels, le }, value: total }
    })
    return [...buckets, { suffix: '_sum', labels, value: this.#sum }, { suffix: '_count', labels, value: total }]
  }
}
