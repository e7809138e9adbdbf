import '@mantine/core/styles/Divider.css'
import { Button, Divider, Stack, Title } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { pathOf } from '../../../contract/client.ts'
import { keepWantedPage, wantedPage } from '../../accounts/wanted-page.ts'
import controls from '../../ui/controls.module.css'
import { GoogleIcon } from '../../ui/google-icon.tsx'
import links from '../../ui/links.module.css'
import classes from './auth.module.css'
import type { Side } from './auth.tsx'

interface Props {
  side: Side
  onSide: (side: Side) => void
  /** Absent if there is nothing to submit. */
  onSubmit?: (event?: FormEvent<HTMLFormElement>) => void
  busy?: boolean
  /** The code of an invitation, for an account that is created with Google. */
  invite?: string
  children: ReactNode
}

const sides: Side[] = ['log-in', 'sign-up']
const titles: Record<Side, string> = { 'log-in': 'Log in', 'sign-up': 'Sign up' }

/** The common parts of both sides of the card: the switch, the heading, the button, and the link to Google. */
export function AuthForm({ side, onSide, onSubmit, busy = false, invite, children }: Props) {
  const location = useLocation()
  return (
    <Stack gap="md">
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
      <Title order={1} size="h2">
        {titles[side]}
      </Title>
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit}>
          <Stack gap="md">
            {children}
            <Button type="submit" fullWidth size="md" loading={busy}>
              {titles[side]}
            </Button>
          </Stack>
        </form>
      ) : (
        children
      )}
      <Divider label="or" />
      <a
        className={links.outlined}
        href={pathOf(accountCalls.google.path, {}, { invite: invite || undefined })}
        onClick={() => keepWantedPage(wantedPage(location))}
      >
        <GoogleIcon />
        Log In With Google
      </a>
    </Stack>
  )
}
