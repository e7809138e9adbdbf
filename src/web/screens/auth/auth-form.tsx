import { Button, Divider, Stack, Title } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { accountCalls } from '../../../contract/accounts.ts'
import { keepWantedPage, wantedPage } from '../../accounts/wanted-page.ts'
import { GoogleIcon } from '../../ui/icons.tsx'
import classes from './auth.module.css'
import type { Side } from './auth.tsx'

interface Props {
  side: Side
  onSide: (side: Side) => void
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void
  busy: boolean
  children: ReactNode
}

const sides: Side[] = ['log-in', 'sign-up']
const titles: Record<Side, string> = { 'log-in': 'Log in', 'sign-up': 'Sign up' }

/** What both sides of the card have in common: the switch, the heading, the button, and the way to Google. */
export function AuthForm({ side, onSide, onSubmit, busy, children }: Props) {
  const location = useLocation()
  return (
    <Stack gap="md">
      <div className={classes.sides}>
        {sides.map((name) => (
          <button key={name} type="button" aria-pressed={name === side} onClick={() => onSide(name)}>
            {titles[name]}
          </button>
        ))}
      </div>
      <Title order={1} size="h2">
        {titles[side]}
      </Title>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          {children}
          <Button type="submit" fullWidth size="md" loading={busy}>
            {titles[side]}
          </Button>
        </Stack>
      </form>
      <Divider label="or" />
      <a
        className={classes.google}
        href={accountCalls.google.path}
        onClick={() => keepWantedPage(wantedPage(location))}
      >
        <GoogleIcon />
        Log In With Google
      </a>
    </Stack>
  )
}
