import type { Server, Socket } from 'node:net'
import { addressKey } from '../callers/address-key.ts'
import { addressList } from './address-list.ts'

interface Limits {
  maxPerAddress: number
  /** The addresses and ranges of reverse proxies. */
  proxies: string[]
}

/** Limits the open connections of one address. Proxies and programs on this machine act for many clients and are not limited. */
export function limitConnections(
  server: Server,
  { maxPerAddress, proxies }: Limits,
  refuse: (socket: Socket) => void,
): void {
  const isUnlimited = addressList(['127.0.0.1', '::1', ...proxies])
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket
    if (!address || isUnlimited(address)) return
    const key = addressKey(address)
    const count = open.get(key) ?? 0
    if (count >= maxPerAddress) return refuse(socket)
    open.set(key, count + 1)
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left) open.set(key, left)
      else open.delete(key)
    })
  })
}
