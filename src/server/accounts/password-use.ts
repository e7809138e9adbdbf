import { AppError } from '../../contract/errors.ts'
import type { Config } from '../settings/config.ts'
import { providersOf } from '../settings/providers.ts'

type Uses = Pick<Config, 'google' | 'openId' | 'passwords'>

/** Fails with `forbidden` where nobody signs in with a password. */
export function demandPasswords(config: Uses): void {
  if (config.passwords === 'off') throw new AppError('forbidden', `This server has no passwords. ${instead(config)}`)
}

/** Fails with `forbidden` where passwords create no accounts. */
export function demandPasswordSignUps(config: Uses): void {
  demandPasswords(config)
  if (config.passwords === 'sign-in')
    throw new AppError('forbidden', `This server creates no accounts with a password. ${instead(config)}`)
}

const instead = (config: Uses) =>
  `Sign in with ${providersOf(config)
    .map(({ name }) => name)
    .join(' or ')}.`
