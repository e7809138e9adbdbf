import { AppError } from '../../contract/errors.ts'

export interface Range {
  start: number
  end: number
}

/** The range that a request asks for. Returns undefined for the whole file, which is also sent for several ranges. */
export function parseRange(header: string | undefined, size: number): Range | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (!from && !to)) return undefined
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (start > end || start >= size) throw new AppError('range_not_satisfiable', `The file has only ${size} bytes.`)
  return { start, end }
}
