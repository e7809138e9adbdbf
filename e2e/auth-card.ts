import type { Page } from '@playwright/test'
import type { Person } from './taskdeck.ts'

type Side = 'Log in' | 'Sign up'

/** One side of the sign-in card. */
export function authCard(page: Page, side: Side) {
  const form = page.locator('form').filter({ has: page.locator(`[type=submit]:has-text("${side}")`) })
  return {
    form,
    heading: page.getByRole('heading', { name: side }),
    username: form.getByLabel('Username'),
    email: form.getByLabel('Email'),
    password: form.getByLabel('Password', { exact: true }),
    showPassword: form.getByRole('button', { name: 'Show or hide the password' }),
    submit: form.getByRole('button', { name: side }),
  }
}

/** Turns the card and waits for the end of the animation. */
export async function turnTo(page: Page, side: Side) {
  await page.getByRole('button', { name: side, pressed: false }).click()
  const [card, other] = [authCard(page, side), authCard(page, side === 'Log in' ? 'Sign up' : 'Log in')]
  await card.heading.waitFor()
  await other.heading.waitFor({ state: 'hidden' })
  return card
}

export async function logInOn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  const card = authCard(page, 'Log in')
  await card.email.fill(email)
  await card.password.fill(password)
  await card.submit.click()
  return card
}

export async function signUpOn(page: Page, { username, email, password }: Person) {
  const card = await turnTo(page, 'Sign up')
  await card.username.fill(username)
  await card.email.fill(email)
  await card.password.fill(password)
  await card.submit.click()
  return card
}
