import { BlockList, isIPv6 } from 'node:net'

/** Returns a function that checks whether an address is in a list of addresses and ranges, such as TRUST_PROXY. */
export function addressList(addresses: string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
