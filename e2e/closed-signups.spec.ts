import { authCard } from './auth-card.ts'
import { expect, expectAccessible, newPerson, test, welcome } from './taskdeck.ts'

test.use({ settings: { SIGNUPS: 'closed' } })

test('the sign-up side says that new accounts are closed, and signing in still works', async ({ page, request }) => {
  const person = newPerson()
  await expect(await request.post('/auth/signup', { data: person })).toBeOK()
  await page.goto('#/auth')
  await page.getByRole('button', { name: 'Sign up', pressed: false }).click()
  await expect(page.getByText('New accounts are closed on this server.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log in', pressed: false }).click()
  const card = authCard(page, 'Log in')
  await card.email.fill(person.email)
  await card.password.fill(person.password)
  await card.submit.click()
  await expect(welcome(page, person)).toBeVisible()
})
