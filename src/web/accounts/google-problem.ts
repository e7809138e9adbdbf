import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type GoogleProblem, googleProblems } from '../../contract/accounts.ts'
import { alertFailed } from '../ui/alerts.tsx'
import { useSession } from './session.ts'

const words: Record<GoogleProblem, string> = {
  not_configured: 'Signing in with Google is not set up on this server. Use your e-mail and password instead.',
  cancelled: 'The Google sign-in was cancelled. Nothing was changed.',
  failed: 'The Google sign-in did not work. Please try again.',
  unverified: 'Google has not verified your e-mail address, so it cannot be used to sign in here.',
  taken: 'That Google account is linked to another account here.',
  other_account: 'This account is linked to a different Google account.',
  closed: 'New accounts are closed on this server.',
  no_invite:
    'A valid invitation is needed to sign up here. Open the link of your invitation, and sign up with Google there.',
  too_many: 'Too many attempts from your network. Please try again in an hour.',
  not_proved: 'Please confirm first that it is you, then link Google within 10 minutes.',
}

/** Says what a Google sign-in that came back without success left in the address, once, and takes it out of there. */
export function useGoogleProblem() {
  const [search, setSearch] = useSearchParams()
  const { user } = useSession()
  const problem = googleProblems.find((known) => known === search.get('google'))
  // Who is signed in wanted to link Google, and needs no other way in.
  const said = problem === 'not_configured' && user ? 'Google is not set up on this server.' : problem && words[problem]
  useEffect(() => {
    if (!said) return
    alertFailed(said)
    setSearch({}, { replace: true })
  }, [said, setSearch])
}
