const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

/** Whether an `If-None-Match` header names this tag, or any. Ignores whether tags are weak (RFC 9110, 13.1.2). */
export function isUnchanged(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header === tag) return true
  const known = header.split(',').map(opaque)
  return known.includes(opaque(tag)) || known.includes('*')
}
