import { hash, timingSafeEqual } from 'node:crypto'

/** Returns a function that checks the Authorization header of a request for the metrics. Without a token, every request may read them. */
export function metricsAccess(token: string | undefined): (authorization: string | undefined) => boolean {
  if (token === undefined) return () => true
  const expected = digest(`Bearer ${token}`)
  // Digests have the same length, and their comparison takes the same time wherever they differ.
  return (authorization = '') => timingSafeEqual(digest(authorization), expected)
}

const digest = (text: string) => hash('sha256', text, 'buffer')
