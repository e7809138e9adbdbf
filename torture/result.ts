/** One fault, what was promised about it, and what happened. */
export interface Outcome {
  fault: string
  engine: string
  figure: string
  promised: string
  kept: boolean
}
