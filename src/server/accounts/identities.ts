import { hash } from 'node:crypto'
import { plainName } from '../../contract/plain-names.ts'
import type { LinkedIdentity } from '../../contract/schemas/accounts.ts'
import type { IdentityRow } from '../database/schema.ts'
import { isIssuer, type ProviderSettings, providersOf } from '../settings/providers.ts'

/** Names a linked account in addresses, without its subject. */
export const identityId = ({ issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>) =>
  hash('sha256', `${issuer} ${subject}`, 'base64url').slice(0, 22)

/** A linked account as its user sees it. */
export function linkedIdentity(config: ProviderSettings, row: IdentityRow): LinkedIdentity {
  const provider = providersOf(config).find((one) => isIssuer(one, row.issuer))
  return {
    id: identityId(row),
    provider: provider?.id ?? null,
    name: provider?.name ?? URL.parse(row.issuer)?.host ?? row.issuer,
    email: row.email && plainName(row.email),
    linkedAt: new Date(row.linked_at).toISOString(),
  }
}

/** The linked Google account, if there is one. Without Google set up, a link to its own issuer still counts as one. */
export function googleIdentity(config: ProviderSettings, rows: IdentityRow[]): IdentityRow | undefined {
  const google = { issuer: config.google?.issuer ?? 'https://accounts.google.com' }
  return rows.find(({ issuer }) => isIssuer(google, issuer))
}
