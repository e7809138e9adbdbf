import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import classes from './auth.module.css'
import { ProviderLinks } from './provider-links.tsx'

export type Side = 'log-in' | 'sign-up'

interface Props {
  side: Side
  onSide: (side: Side) => void
  /** Absent if there is nothing to submit. */
  onSubmit?: (event?: FormEvent<HTMLFormElement>) => void
  busy?: boolean
  /** The code of an invitation, for an account that is created with a provider. */
  invite?: string
  /** Another way to sign in, above the link to Google. */
  passkey?: ReactNode
  children: ReactNode
}

const sides: Side[] = ['log-in', 'sign-up']
const titles: Record<Side, string> = { 'log-in': 'Log in', 'sign-up': 'Sign up' }

/** The common parts of both sides of the card: the switch, the heading, the button, and the links to providers. */
export function AuthForm({ side, onSide, onSubmit, busy = false, invite, passkey, children }: Props) {
  return (
    <div className="stack">
      <div className={`${controls.bar} ${classes.sides}`}>
        {sides.map((name) => (
          <button
            key={name}
            type="button"
            className={controls.segment}
            aria-pressed={name === side}
            onClick={() => onSide(name)}
          >
            {titles[name]}
          </button>
        ))}
      </div>
      <h1 className="h2">{titles[side]}</h1>
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit}>
          <div className="stack">
            {children}
            <Button type="submit" isWide size="large" isBusy={busy}>
              {titles[side]}
            </Button>
          </div>
        </form>
      ) : (
        children
      )}
      <div className="divider">or</div>
      {passkey}
      <ProviderLinks invite={invite} />
    </div>
  )
}
