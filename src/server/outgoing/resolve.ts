import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

/** Finds the addresses of a host; none if it has none. */
export type ResolveHost = (host: string, isTrusted: boolean, signal: AbortSignal) => Promise<ResolvedAddress[]>

const familyOf = (address: string) => (isIP(address) === 6 ? 6 : 4)

/**
 * Asks the DNS servers directly, because the resolver of the system runs on the few threads that also read files and hash passwords: a name
 * whose servers do not answer would hold them up. Only hosts that the operator has named are resolved by the system, so that `/etc/hosts` counts.
 */
export const resolveHost: ResolveHost = async (host, isTrusted, signal) => {
  if (isTrusted) {
    const found = await lookup(host, { all: true }).catch(() => [])
    return found.map(({ address }) => ({ address, family: familyOf(address) }))
  }
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const found = await Promise.all([resolver.resolve4(host).catch(() => []), resolver.resolve6(host).catch(() => [])])
    return found.flat().map((address) => ({ address, family: familyOf(address) }))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
