/** Values from one to another, both included. An end that is left out is open. */
export interface Span<T> {
  from: T | undefined
  to: T | undefined
}

/** `a`, `a..b`, `a..` or `..b`; undefined if an end is not valid, or if there is none. */
export function spanIn<T>(text: string, read: (end: string) => T | undefined): Span<T> | undefined {
  const [first = '', last = first, ...more] = text.split('..')
  const [from, to] = [first, last].map((end) => (end ? read(end) : undefined))
  const isRead = Boolean(first) === (from !== undefined) && Boolean(last) === (to !== undefined)
  return isRead && !more.length && (first || last) ? { from, to } : undefined
}

export const spanText = ({ from, to }: Span<string | number>) =>
  from === to && from !== undefined ? String(from) : `${from ?? ''}..${to ?? ''}`

export const isWithin = <T extends string | number>(value: T | undefined, { from, to }: Span<T>) =>
  value !== undefined && (from === undefined || value >= from) && (to === undefined || value <= to)
