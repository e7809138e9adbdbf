import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { Schema } from '../database/schema.ts'
import { countPasskeys } from '../passkeys/passkeys.ts'
import type { Config } from '../settings/config.ts'
import { isIssuer, providersOf } from '../settings/providers.ts'
import { accountTable } from './account-table.ts'

/** The settings that say which ways to sign in this server offers. */
export type OfferedWays = Pick<Config, 'google' | 'openId' | 'passwords' | 'publicUrl' | 'publicHost'>

/**
 * How many ways to sign in the account of an owner has that this server offers: the only such count. A new way belongs here. A way that the operator
 * has switched off does not count, because its user could not use it.
 */
export async function waysIn(db: Kysely<Schema>, owner: string, config: OfferedWays): Promise<number> {
  const accounts = accountTable(db)
  const user = await accounts.find(owner)
  const providers = providersOf(config)
  const linked = (await accounts.identitiesOf(owner)).filter(({ issuer }) =>
    providers.some((provider) => isIssuer(provider, issuer)),
  )
  const hasPassword = user?.password_hash != null && config.passwords !== 'off'
  return linked.length + (hasPassword ? 1 : 0) + (await countPasskeys(db, owner, config))
}

/**
 * For the transaction that has removed a way to sign in, with the account locked: fails with `conflict`, which takes the removal back, if no other way
 * is left.
 */
export async function keepWayIn(tx: Kysely<Schema>, owner: string, config: OfferedWays): Promise<void> {
  if ((await waysIn(tx, owner, config)) > 0) return
  throw new AppError('conflict', 'Add another way first: this is your last way to sign in.')
}
