import { type OpenIdProvider, startOpenIdProvider } from '../test/openid-provider.ts'
import { freePort } from './free-port.ts'
import { test as base, expect, expectAccessible, expectUsable, newPerson, type Person, welcome } from './taskdeck.ts'

// A separate server and provider are expensive, so one worker starts them.
base.describe.configure({ mode: 'default' })

/** With two providers of the operator, of which the second does not answer, and without passwords. */
const test = base.extend<{ member: Person }, { provider: OpenIdProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it must prepare
    async ({}, use) => {
      const provider = await startOpenIdProvider()
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ provider }, use) => {
      // The provider must know it before the server starts.
      const port = await freePort()
      provider.allow(`http://localhost:${port}/auth/openid/oidc/callback`)
      await use({
        PORT: port,
        PASSWORDS: 'off',
        OIDC_NAME: 'Authentik',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
        OIDC_2_NAME: 'Keycloak',
        OIDC_2_ISSUER: `http://localhost:${await freePort()}/realms/none`,
        OIDC_2_CLIENT_ID: 'taskdeck',
        OIDC_2_CLIENT_SECRET: 'secret',
      })
    },
    { scope: 'worker' },
  ],
  member: async ({ provider }, use) => {
    const person = newPerson()
    provider.account = { sub: person.email, email: person.email, email_verified: true, name: person.username }
    await use(person)
  },
})

test('without passwords, the sign-in screen has only the buttons of the providers; one that does not answer says so; signing out leads to the provider', async ({
  page,
  member,
  provider,
}) => {
  await page.goto('#/auth')
  const known = page.getByRole('link', { name: 'Log in with Authentik' })
  const silent = page.getByRole('link', { name: 'Log in with Keycloak' })
  await expect(known).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Log In With Google' })).toHaveCount(0)
  await silent.click()
  await expect(page.getByRole('alert')).toHaveText(
    'Keycloak cannot be reached right now. Please try again in a minute.',
  )
  await page.reload()
  await expect(silent).toHaveAccessibleDescription(/Keycloak cannot be reached right now/)
  await expectUsable(page)
  await expectAccessible(page)

  await known.click()
  await page.getByRole('button', { name: `Continue as ${member.email}` }).click()
  await expect(welcome(page, member)).toBeVisible()

  await page.goto('#/settings/security')
  const section = page.getByRole('region', { name: 'Sign-in providers' })
  await expect(section).toContainText(member.email)
  await expect(section).toContainText('Add another way first: this is your last way to sign in.')
  await expect(section.getByRole('button', { name: 'Unlink Authentik' })).toBeDisabled()
  await expect(section.getByRole('link', { name: 'Link Keycloak' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('#/profile')
  await expect(page.getByRole('region', { name: 'Username' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Password' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Google account' })).toHaveCount(0)

  const { signOutAt } = await (await page.request.post('/auth/logout')).json()
  expect(new URL(signOutAt).origin).toBe(provider.issuer)
})
