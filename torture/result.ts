/** One fault with its promise and its result. */
export interface Outcome {
  fault: string
  engine: string
  figure: string
  promised: string
  kept: boolean
}
