import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { logInOn } from './auth-card.ts'
import { expect, expectComplaints, expectUsable, test } from './taskdeck.ts'

/** A program that waits on this machine for the browser to come back. */
async function waitingProgram() {
  const server = createServer((_request, response) => response.end('You can close this page.'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test('a program signs in with the browser: the page says what it is, and the user decides', {
  tag: ['@phone', '@core'],
}, async ({ page, person, request, taskdeck, complaints }) => {
  const program = await waitingProgram()
  const redirect_uri = `http://127.0.0.1:${program.port}/callback`
  const registration = { client_name: 'Robo\u202e Agent', redirect_uris: ['http://127.0.0.1/callback'] }
  const { client_id } = await (await request.post('/auth/register', { data: registration })).json()
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const asked = {
    response_type: 'code',
    client_id,
    redirect_uri,
    state: 'a&b',
    code_challenge,
    code_challenge_method: 'S256',
  }
  const opened = (more: object = {}) => `/auth/authorize?${new URLSearchParams({ ...asked, ...more })}`

  // A visitor comes back to the question after signing in.
  await page.goto(opened())
  await logInOn(page, person)
  await expect(page.getByRole('heading', { name: 'Robo Agent wants to use your account' })).toBeVisible()
  for (const fact of [
    person.email,
    `127.0.0.1:${program.port} (a program on this machine)`,
    'itself only: the name may be wrong',
  ])
    await expect(page.getByRole('definition').filter({ hasText: fact })).toBeVisible()
  await expectUsable(page)
  await page.getByRole('radio', { name: /^Read It may see/ }).check()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(/callback\?code=/)
  const { searchParams: back } = new URL(page.url())
  expect([back.get('state'), back.get('iss')]).toEqual(['a&b', new URL(taskdeck.url).origin])
  const form = { grant_type: 'authorization_code', client_id, code: back.get('code') ?? '', code_verifier }
  expect(await (await request.post('/auth/token', { form })).json()).toMatchObject({ scope: 'read' })

  await page.goto('#/settings/access')
  await expect(page.getByRole('listitem').filter({ hasText: 'Robo Agent' })).toContainText('if not used, expires')

  await page.goto(opened({ code_challenge_method: 'plain' }))
  await expect(page.getByRole('heading', { name: 'Robo Agent cannot sign in' })).toBeVisible()
  await expect(page.getByText('The program must use PKCE with the method S256.')).toBeVisible()
  await expectUsable(page)
  await page.goto(opened({ redirect_uri: 'https://evil.example/' }))
  await expect(page.getByRole('heading', { name: 'This program cannot sign in' })).toBeVisible()
  await expectComplaints(complaints, 'status of 400')
  await page.goto(opened())
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.waitForURL(/callback\?error=access_denied/)
  await page.goto(`${taskdeck.url}#/settings/security`)
  const events = page.getByRole('region', { name: 'Recent events' })
  await expect(events.getByText('Program “Robo Agent” refused in the browser')).toBeVisible()
  await expect(events.getByText(/could not sign in|failed sign-ins of programs/)).toBeVisible()
  program.close()
})
