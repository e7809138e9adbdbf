/** One promise and its result. */
export interface Result {
  row: string
  figure: string
  promised: string
  kept: boolean
  detail: string
}
