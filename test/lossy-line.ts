import { tcpProxy } from './tcp-proxy.ts'

/**
 * A line to a server that can be lost: reset when `cut` is called, or closed in place of the next response after `loseNextAnswer`, which
 * may also leave it open and silent.
 */
export async function lossyLine(target: string) {
  let next: { to: RegExp; how: 'cut' | 'silent' } | undefined
  const proxy = await tcpProxy(target, (client, server) => {
    let lost: typeof next
    client.on('data', (bytes) => {
      if (!lost && next?.to.test(bytes.toString('latin1'))) {
        lost = next
        next = undefined
      }
      server.write(bytes)
    })
    server.on('data', (bytes) => {
      if (!lost) client.write(bytes)
      else if (lost.how === 'cut') client.destroy()
    })
  })
  return {
    ...proxy,
    /** Loses the response to the next request that matches `to`. */
    loseNextAnswer: (to = /^POST /, how: 'cut' | 'silent' = 'cut') => {
      next = { to, how }
    },
  }
}
