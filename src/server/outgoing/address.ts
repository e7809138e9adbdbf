import { isIP } from 'node:net'
import type { AllowedHosts } from './allowed-hosts.ts'
import { plainAddress } from './networks.ts'
import { closedAddress, OutgoingError } from './problems.ts'

export const maxAddressLength = 2_000

const invalid = (message: string) => new OutgoingError('refused', message)

/** The host of a URL without brackets and without the dot that may end it. */
export const hostOf = ({ hostname }: URL) => plainAddress(hostname.replace(/\.$/, ''))

/**
 * Parses the address of another program. Fails with an `OutgoingError` if it is not a URL that Taskdeck calls. The host may still have closed
 * addresses: those are checked with every call. The URL parser has already written every form of an IPv4 address (octal, hexadecimal, a single
 * number) as four decimal numbers.
 */
export function parseAddress(text: string, allowed: AllowedHosts): URL {
  const url = text.length <= maxAddressLength ? URL.parse(text.trim()) : null
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) {
    throw invalid('Enter a complete address, such as https://example.com/hook.')
  }
  if (url.username || url.password) {
    throw invalid('The address must not contain a user name or a password.')
  }
  url.hash = ''
  const host = hostOf(url)
  const isNamed = allowed.hasName(host)
  if (isIP(host) ? !(isNamed || allowed.admits(host)) : isThisMachine(host) && !isNamed) throw closedAddress(host)
  if (url.protocol === 'http:' && isIP(host) && !isNamed && !allowed.hasAddress(host)) throw needsHttps()
  return url
}

export const needsHttps = () =>
  invalid('The address must begin with https://, because http:// would send everything readable over the internet.')

/** Names that every system resolves to itself. */
const isThisMachine = (host: string) => host === 'localhost' || host.endsWith('.localhost')
