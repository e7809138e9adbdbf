import type { ProviderId } from '../../contract/providers.ts'
import type { SecurityEventKind } from '../../contract/security-events.ts'
import type { Provider } from '../settings/providers.ts'

type Happened = 'signed in' | 'signed up' | 'taken over' | 'linked' | 'unlinked'

const ofGoogle = {
  'signed in': 'signed in with Google',
  'signed up': 'signed up with Google',
  'taken over': 'taken over with Google',
  linked: 'Google linked',
  unlinked: 'Google unlinked',
} as const satisfies Record<Happened, SecurityEventKind>

const ofOthers = {
  'signed in': 'signed in with a provider',
  'signed up': 'signed up with a provider',
  'taken over': 'taken over with a provider',
  linked: 'provider linked',
  unlinked: 'provider unlinked',
} as const satisfies Record<Happened, SecurityEventKind>

/** Google has kinds of its own, which are older than other providers. */
export const eventKind = (id: ProviderId | null, happened: Happened): SecurityEventKind =>
  id === 'google' ? ofGoogle[happened] : ofOthers[happened]

/** The name of a provider in an event; those of Google name it already. */
export const aboutProvider = ({ id, name }: Pick<Provider, 'name'> & { id: ProviderId | null }) =>
  id === 'google' ? {} : { about: name }
