import { AppError } from '../../contract/errors.ts'

export interface Range {
  start: number
  end: number
}

/** Whether an `If-None-Match` header names this tag, or any. */
export function isUnchanged(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map((text) => text.trim().replace(/^W\//, '')) ?? []
  return tags.includes(tag) || tags.includes('*')
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
