import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import {
  type ProviderId,
  type ProviderProblem,
  type ProviderTrouble,
  providerIds,
  providerProblems,
} from '../../contract/providers.ts'
import { alertFailed } from '../ui/alerts.tsx'
import { useSession } from './session.ts'
import { signInFailure } from './sign-in.ts'
import { useOffers } from './signups.ts'

interface About {
  /** The provider. */
  name: string
  hasPasswords: boolean
  isSignedIn: boolean
  /** Where it is linked. */
  place: string
}

const words: Record<ProviderProblem, (about: About) => string> = {
  // A signed-in user wanted to link it, and needs no other way to sign in.
  not_configured: ({ name, hasPasswords, isSignedIn }) => {
    if (isSignedIn) return `${name} is not set up on this server.`
    return `${name} sign-in is not set up on this server.${hasPasswords ? ' Use your email and password instead.' : ''}`
  },
  unreachable: ({ name }) => `${name} cannot be reached right now. Please try again in a minute.`,
  misconfigured: ({ name }) => `${name} is not set up correctly on this server. Tell the person who runs it.`,
  cancelled: ({ name }) => `The ${name} sign-in was cancelled. Nothing was changed.`,
  failed: ({ name }) => `The ${name} sign-in failed. Please try again.`,
  unverified: ({ name }) => `${name} has not verified your email address, so you cannot sign in with it.`,
  no_email: ({ name, hasPasswords, place }) =>
    `${name} has sent no email address, so it cannot create an account. ${hasPasswords ? `Sign in with your password, and link ${name} in ${place}.` : 'Tell the person who runs this server.'}`,
  not_in_group: ({ name }) =>
    `Your ${name} account is not in a group that may sign in here. Ask the person who runs this server.`,
  taken: ({ name }) => `That ${name} account is linked to another account here.`,
  other_account: ({ name }) => `This account is linked to a different ${name} account.`,
  linked_elsewhere: ({ name, place }) =>
    `The account with this email signs in with another provider. Sign in with that one, and link ${name} in ${place}.`,
  second_factor: ({ name, hasPasswords, place }) =>
    `The account with this email asks for one-time codes. ${hasPasswords ? `Sign in with your password, and link ${name} in ${place}.` : 'Ask the person who runs this server to turn them off once.'}`,
  code_needed: ({ name }) =>
    `Your account asks for one-time codes. Sign out, sign in with ${name} and a code, and do this within 10 minutes.`,
  not_fresh: ({ name }) =>
    `${name} did not confirm that you have just signed in there. Sign out, sign in with ${name}, and do this within 10 minutes.`,
  disabled: () => 'This account is disabled. Ask the person who runs this server to enable it.',
  closed: () => 'New accounts are closed on this server.',
  no_invite: ({ name }) =>
    `You need a valid invitation to sign up here. Open the link of your invitation and sign up with ${name} there.`,
  too_many: () => 'Too many attempts from your network. Please try again in an hour.',
  not_proved: ({ name }) => `Please confirm your identity first, then link ${name} within 10 minutes.`,
}

/** What is wrong with a provider, beside its button. */
export const troubleWords = (name: string, trouble: ProviderTrouble) =>
  words[trouble]({ name, hasPasswords: false, isSignedIn: false, place: '' })

const placeOf = (id: ProviderId) => (id === 'google' ? 'your profile' : 'the settings')

/** Shows why a sign-in with a provider failed, once: the server puts the reason into the address, and this removes it. */
export function useProviderProblem() {
  const [search, setSearch] = useSearchParams()
  const { user } = useSession()
  const { offers, isPending } = useOffers()
  const id = providerIds.find((known) => search.has(known))
  const problem = providerProblems.find((known) => id && known === search.get(id))
  const name = id === 'google' ? 'Google' : (offers?.providers.find((one) => one.id === id)?.name ?? 'provider')
  const isNamed = id === 'google' || !isPending
  const hasPasswords = offers?.passwords !== 'off'
  const message =
    id && problem && isNamed
      ? words[problem]({ name, hasPasswords, isSignedIn: Boolean(user), place: placeOf(id) })
      : undefined
  useEffect(() => {
    if (!message) return
    // The next attempt to sign in, with any form, removes it.
    alertFailed(message, signInFailure)
    setSearch({}, { replace: true })
  }, [message, setSearch])
}
