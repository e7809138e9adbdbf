import { AppError } from '../../contract/errors.ts'
import { obstacleWords, type PasskeyObstacle, passkeyObstacle } from '../../contract/passkeys.ts'
import type { Config } from '../settings/config.ts'

/** The settings that decide to which host passkeys belong. */
export type PasskeyPlace = Pick<Config, 'publicUrl' | 'publicHost'>

/** The side of WebAuthn that accepts passkeys: they belong to its host, and it accepts only what its own pages have asked for. */
export interface RelyingParty {
  host: string
  origin: string
}

/** The host that passkeys belong to. Without PUBLIC_URL, they can be used at localhost only, whatever the port. */
export const passkeyHost = ({ publicUrl, publicHost }: PasskeyPlace): string =>
  publicHost ? new URL(publicUrl).hostname : 'localhost'

/** The address of a request is used only if the operator has set no other, for `http://localhost` with any port. */
const addressOf = ({ publicUrl, publicHost }: PasskeyPlace, requestHost: string) =>
  new URL(publicHost ? publicUrl : `http://${requestHost}`)

export function obstacleAt(config: PasskeyPlace, requestHost: string): PasskeyObstacle | null {
  return passkeyObstacle(addressOf(config, requestHost))
}

/** Fails with `forbidden` where passkeys cannot be used, and says why. */
export function relyingParty(config: PasskeyPlace, requestHost: string): RelyingParty {
  const obstacle = obstacleAt(config, requestHost)
  if (obstacle) throw new AppError('forbidden', obstacleWords[obstacle])
  const { hostname, origin } = addressOf(config, requestHost)
  return { host: hostname, origin }
}
