/** One promise and what became of it. */
export interface Result {
  row: string
  figure: string
  promised: string
  kept: boolean
  detail: string
}
