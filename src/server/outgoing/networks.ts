import { BlockList, isIP } from 'node:net'

/** Networks that are not the public internet, from the registries of special addresses (RFC 6890), and addresses that clouds use for metadata. */
const closedNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's metadata and wire server.
  '168.63.129.16',
  // Within the public networks of IPv6: protocols, Teredo, documentation, 6to4.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]

/** The only part of IPv6 that is public. Loopback, mapped IPv4, NAT64, unique local, link-local and multicast addresses are outside it. */
const publicNetworks = ['2000::/3']

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Returns a function that checks whether an address is in one of these networks, each an address or a range such as 10.0.0.0/8. */
export function networks(entries: string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(bits), family(address))
  }
  return (address) => list.check(address, family(address))
}

const isClosed = networks(closedNetworks)
const isInPublicPart = networks(publicNetworks)

/** Whether an address belongs to the public internet. Expects it as `plainAddress` writes it. */
export const isPublic = (address: string) => {
  if (!isIP(address) || isClosed(address)) return false
  return isIP(address) === 4 || isInPublicPart(address)
}

/** An address without brackets and zone. An IPv4 address that is mapped into IPv6 is written as IPv4, because it leads to the same place. */
export function plainAddress(host: string): string {
  const address = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (isIP(address) !== 6) return address
  const [, high = '', low = ''] =
    /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(URL.parse(`http://[${address}]`)?.hostname ?? '') ?? []
  if (!high) return address
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [a >> 8, a & 255, b >> 8, b & 255].join('.')
}
