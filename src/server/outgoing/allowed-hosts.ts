import { isIP } from 'node:net'
import { isPublic, networks, plainAddress } from './networks.ts'

/** The hosts and networks that the operator allows beside the public internet. */
export interface AllowedHosts {
  /** Whether the operator has named this host. Its addresses are not checked, and the system resolves it. */
  hasName(host: string): boolean
  /** Whether the operator has named the address or a network that contains it. */
  hasAddress(address: string): boolean
  /** Whether Taskdeck may connect to the address. */
  admits(address: string): boolean
}

/** Reads the entries of ALLOWED_HOOK_HOSTS: names, addresses, and networks such as 192.168.1.0/24. */
export function allowedHosts(entries: string[]): AllowedHosts {
  const isNetwork = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0
  const hasAddress = networks(entries.filter(isNetwork))
  const names = new Set(entries.filter((entry) => !isNetwork(entry)).map((name) => name.toLowerCase()))
  return {
    hasName: (host) => names.has(host),
    hasAddress: (address) => isIP(address) !== 0 && hasAddress(address),
    admits: (address) => {
      const plain = plainAddress(address)
      return isIP(plain) !== 0 && (isPublic(plain) || hasAddress(plain) || hasAddress(address))
    },
  }
}
