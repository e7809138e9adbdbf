/** The sizes and times of passkeys. */
export const passkeyLimits = {
  name: 50,
  perAccount: 20,
  /** How long a challenge can be answered. */
  challengeMinutes: 10,
} as const

/** Why passkeys cannot be used at an address: browsers bind them to a name, and need https. */
export const passkeyObstacles = ['address', 'http'] as const
export type PasskeyObstacle = (typeof passkeyObstacles)[number]

const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.includes(':')
const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/** The reason why a page at this origin cannot use passkeys. */
export function passkeyObstacle({
  protocol,
  hostname,
}: {
  protocol: string
  hostname: string
}): PasskeyObstacle | null {
  if (isAddress(hostname)) return 'address'
  return protocol === 'https:' || isLocal(hostname) ? null : 'http'
}

/** Why passkeys are not offered, and what would change it. */
export const obstacleWords: Record<PasskeyObstacle, string> = {
  address:
    'Passkeys are not offered here, because this Taskdeck is opened by an IP address, and browsers bind passkeys to a name. Open it by a name with https, or at http://localhost on the same machine.',
  http: 'Passkeys are not offered here, because browsers need https for them. The person who runs this server can set it up, and set PUBLIC_URL to the new address.',
}
