import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useProviderProblem } from '../../accounts/provider-problem.ts'
import { useSession } from '../../accounts/session.ts'
import { useInvite, useOffers, useSignupMode } from '../../accounts/signups.ts'
import { startOf } from '../../accounts/start.ts'
import { wantedPage, wasSignedOut } from '../../accounts/wanted-page.ts'
import { Loading } from '../../ui/loading.tsx'
import { useTitle } from '../../ui/page.tsx'
import { LeftTasks } from '../../waiting/left-tasks.tsx'
import classes from './auth.module.css'
import type { Side } from './auth-form.tsx'
import { CodeStep } from './code-step.tsx'
import { LoginForm } from './login-form.tsx'
import { ProvidersOnly } from './providers-only.tsx'
import { SignupClosed } from './signup-closed.tsx'
import { SignupElsewhere } from './signup-elsewhere.tsx'
import { SignupForm } from './signup-form.tsx'

/** A card with two sides. Sends a signed-in user on to the page that they wanted, or to the screen that they start with. */
export function Auth() {
  const { session, isPending } = useSession()
  const mode = useSignupMode()
  const passwords = useOffers().offers?.passwords
  const invite = useInvite()
  const [side, setSide] = useState<Side>(invite ? 'sign-up' : 'log-in')
  const [email, setEmail] = useState('')
  const card = useRef<HTMLDivElement>(null)
  const location = useLocation()
  const [search, setSearch] = useSearchParams()
  const asksForCode = search.get('step') === 'code'
  const showCode = (isShown: boolean) =>
    setSearch(isShown ? { step: 'code' } : {}, { replace: true, state: location.state })
  useProviderProblem()
  useTitle('Sign in')
  useStay(Boolean(session))

  const turn = (to: Side) => {
    flushSync(() => setSide(to))
    // The pressed button is hidden now. The same button on this side gets the focus.
    card.current?.querySelector<HTMLElement>(`.${classes.face}:not([inert]) [aria-pressed="true"]`)?.focus()
  }

  const logInAs = (known: string) => {
    flushSync(() => {
      setEmail(known)
      setSide('log-in')
    })
    card.current?.querySelector<HTMLElement>('[autocomplete="current-password"]')?.focus()
  }

  if (isPending) return <Loading />
  if (session) return <Navigate to={wantedPage(location) ?? startOf(session.preferences)} replace />
  return (
    <div className={classes.scene}>
      {wasSignedOut(location) && (
        <p className="centred below-16" role="status">
          You were signed out. Sign in to continue.
        </p>
      )}
      <LeftTasks />
      {asksForCode ? (
        <CodeStep onBack={() => showCode(false)} />
      ) : passwords === 'off' ? (
        <ProvidersOnly mode={mode} invite={invite} />
      ) : (
        <div className={classes.card} ref={card} data-side={side}>
          <div className={classes.face} inert={side !== 'log-in'}>
            <LoginForm key={email} email={email} onSide={turn} onCodeAsked={() => showCode(true)} />
          </div>
          <div className={`${classes.face} ${classes.back}`} inert={side !== 'sign-up'}>
            {mode === 'closed' ? (
              <SignupClosed onSide={turn} />
            ) : passwords === 'sign-in' ? (
              <SignupElsewhere key={invite} byInvitation={mode === 'invite'} invite={invite} onSide={turn} />
            ) : (
              <SignupForm
                key={invite}
                byInvitation={mode === 'invite'}
                invite={invite}
                onSide={turn}
                onKnown={logInAs}
              />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/** Stays here if a kept session turns out to have ended while the screen that it leads to is still loading. That screen would send the user back to an empty form. */
function useStay(hasSession: boolean) {
  const [hadSession] = useState(hasSession)
  const location = useLocation()
  const navigate = useNavigate()
  const hasEnded = hadSession && !hasSession
  const stay = useEffectEvent(() => navigate(location, { replace: true, state: location.state }))
  useLayoutEffect(() => {
    if (hasEnded) void stay()
  }, [hasEnded])
}
