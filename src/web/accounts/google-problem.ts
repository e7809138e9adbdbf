import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type GoogleProblem, googleProblems } from '../../contract/accounts.ts'
import { alertFailed } from '../ui/alerts.tsx'
import { useSession } from './session.ts'
import { signInFailure } from './sign-in.ts'

const words: Record<GoogleProblem, string> = {
  not_configured: 'Google sign-in is not set up on this server. Use your email and password instead.',
  cancelled: 'The Google sign-in was cancelled. Nothing was changed.',
  failed: 'The Google sign-in failed. Please try again.',
  unverified: 'Google has not verified your email address, so you cannot sign in with it.',
  taken: 'That Google account is linked to another account here.',
  other_account: 'This account is linked to a different Google account.',
  second_factor:
    'The account with this email asks for one-time codes. Log in with your password, and link Google in your profile.',
  disabled: 'This account is disabled. Ask the person who runs this server to enable it.',
  closed: 'New accounts are closed on this server.',
  no_invite:
    'You need a valid invitation to sign up here. Open the link of your invitation and sign up with Google there.',
  too_many: 'Too many attempts from your network. Please try again in an hour.',
  not_proved: 'Please confirm your identity first, then link Google within 10 minutes.',
}

/** Shows why a Google sign-in failed, once: the server puts the reason into the address, and this removes it. */
export function useGoogleProblem() {
  const [search, setSearch] = useSearchParams()
  const { user } = useSession()
  const problem = googleProblems.find((known) => known === search.get('google'))
  // A signed-in user wanted to link Google, and needs no other way to sign in.
  const message =
    problem === 'not_configured' && user ? 'Google is not set up on this server.' : problem && words[problem]
  useEffect(() => {
    if (!message) return
    // The next attempt to sign in, with any form, removes it.
    alertFailed(message, signInFailure)
    setSearch({}, { replace: true })
  }, [message, setSearch])
}
