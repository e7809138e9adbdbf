import { authCard, logInOn, signUpOn, turnTo } from './auth-card.ts'
import { expect, expectComplaints, holdBack, navItems, newPerson, test, welcome, withoutLive } from './taskdeck.ts'

for (const address of ['#/auth', '#/Auth']) {
  test(`${address} shows a loading animation while the session is checked, then the forms`, async ({ page }) => {
    const release = await holdBack(page, '**/auth/verify')
    await page.goto(address)
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeHidden()
    release()
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden()
  })

  test(`${address} leads a user on to the dashboard`, async ({ page, signedIn }) => {
    await page.goto(address)
    await expect(page).toHaveURL(/#\/dashboard$/)
    await expect(welcome(page, signedIn)).toBeVisible()
  })
}

test('signing up leads to the dashboard, and lasts', { tag: '@phone' }, async ({ page }) => {
  const person = newPerson()
  await page.goto('#/auth')
  await signUpOn(page, person)
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(welcome(page, person)).toBeVisible()
  await expect((await navItems(page)).getByRole('button', { name: 'Profile' })).toBeVisible()
  await page.reload()
  await expect(welcome(page, person)).toBeVisible()
})

test('logging in leads to the dashboard, and lasts', { tag: '@phone' }, async ({ page, person }) => {
  await page.goto('#/Auth')
  await logInOn(page, person)
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(welcome(page, person)).toBeVisible()
  await page.reload()
  await expect(welcome(page, person)).toBeVisible()
})

test('who logs in after somebody else sees nothing of them', async ({ page, signedIn, person, complaints }) => {
  await withoutLive(page)
  await page.goto('#/profile')
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(signedIn.username)
  await page.request.post('/auth/logout')
  await page.getByRole('textbox', { name: 'Username' }).fill('Somebody else')
  await page.getByRole('button', { name: 'Save username' }).click()
  await logInOn(page, person)
  await expectComplaints(complaints, 'status of 401', 'Profile error')
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(person.username)
  await expect(page.getByText(`You sign in as ${person.email}.`)).toBeVisible()
})

test('the card turns between log in and sign up, and what was typed stays', { tag: '@phone' }, async ({ page }) => {
  await page.goto('#/auth')
  const front = authCard(page, 'Log in')
  await front.email.fill('ana@example.com')
  const back = await turnTo(page, 'Sign up')
  await expect(back.heading).toBeVisible()
  await expect(front.heading).toBeHidden()
  await expect(front.email).toBeHidden()
  await turnTo(page, 'Log in')
  await expect(back.username).toBeHidden()
  await expect(front.email).toHaveValue('ana@example.com')
})

test('the side that does not show is out of reach for the keyboard and for screen readers', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('#/auth')
  for (const [shown, hidden] of [
    ['Log in', 'Sign up'],
    ['Sign up', 'Log in'],
  ] as const) {
    if (shown === 'Sign up') await turnTo(page, shown)
    await expect(authCard(page, shown).heading).toBeVisible()
    await expect(authCard(page, hidden).submit).toBeHidden()
    const said = await page.getByRole('main').ariaSnapshot()
    expect(said).toContain(`heading "${shown}"`)
    expect(said).not.toContain(`heading "${hidden}"`)

    await page.getByRole('button', { name: 'Skip to content' }).press('Enter')
    const reached = new Set<string | undefined>()
    for (let step = 0; step < 15; step++) {
      await page.keyboard.press('Tab')
      reached.add(
        await page.evaluate(() => document.activeElement?.closest('form')?.querySelector('[type=submit]')?.textContent),
      )
    }
    expect(reached).toContain(shown)
    expect(reached).not.toContain(hidden)
  }
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`the keyboard stays on the card when it turns, with motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await page.goto('#/auth')
    await page.getByRole('button', { name: 'Sign up', pressed: false }).press('Enter')
    await expect(page.getByRole('button', { name: 'Sign up', pressed: true })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(authCard(page, 'Sign up').username).toBeFocused()
  })
}

test('the card turns in 400 ms; with reduced motion it just switches', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('#/auth')
  const card = page.locator('[data-side]')
  await expect(card).toHaveCSS('transition-duration', '0.4s')
  await turnTo(page, 'Sign up')
  await expect(card).toHaveCSS('transform', /^matrix3d\(-1, 0, /)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(card).toHaveCSS('transform', 'none')
  await expect(authCard(page, 'Log in').heading).toBeHidden()
  await page.getByRole('button', { name: 'Log in', pressed: false }).click()
  await expect(card).toHaveCSS('transform', 'none')
  await expect(authCard(page, 'Log in').heading).toBeVisible()
  await expect(authCard(page, 'Sign up').heading).toBeHidden()
})

test('each side leads to the Google sign-in of the backend', async ({ page }) => {
  await page.goto('#/auth')
  const google = page.getByRole('link', { name: 'Log In With Google' })
  await expect(google).toHaveAttribute('href', '/auth/google')
  await turnTo(page, 'Sign up')
  await expect(google).toHaveAttribute('href', '/auth/google')
})

test('log in: mistakes are named at their field, and the cursor goes to the first one', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('#/auth')
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  const { email, password, submit } = authCard(page, 'Log in')

  await submit.click()
  await expect(email).toHaveAccessibleDescription('Please enter your e-mail address.')
  await expect(password).toHaveAccessibleDescription('Please enter your password.')
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()

  await email.fill('ana at example')
  await submit.click()
  await expect(email).toHaveAccessibleDescription('This is not an e-mail address, like ana@example.com.')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()

  await email.fill('ana@example.com')
  await expect(email).not.toHaveAttribute('aria-invalid', 'true')
  await submit.click()
  await expect(password).toBeFocused()
  expect(calls).toEqual([])
})

test('sign up: mistakes are named at their field, and the cursor goes to the first one', async ({ page }) => {
  await page.goto('#/auth')
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  const { username, email, password, submit } = await turnTo(page, 'Sign up')

  await submit.click()
  await expect(username).toHaveAccessibleDescription('Please choose a username.')
  await expect(email).toHaveAccessibleDescription('Please enter your e-mail address.')
  await expect(password).toHaveAccessibleDescription('Please choose a password.')
  await expect(username).toBeFocused()

  await username.fill('Ana')
  await email.fill('ana@example')
  await password.fill('7 chars')
  await submit.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('This is not an e-mail address, like ana@example.com.')
  await expect(password).toHaveAccessibleDescription('At least 8 characters, please.')

  await email.fill('ana@example.com')
  await password.fill('x'.repeat(201))
  await submit.click()
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription('At most 200 characters, please.')
  expect(calls).toEqual([])
})

test('fields are required, of the right type, and named for password managers', async ({ page }) => {
  await page.goto('#/auth')
  const front = authCard(page, 'Log in')
  const back = authCard(page, 'Sign up')
  for (const [field, type, name] of [
    [front.email, 'email', 'username'],
    [front.password, 'password', 'current-password'],
    [back.username, 'text', 'nickname'],
    [back.email, 'email', 'username'],
    [back.password, 'password', 'new-password'],
  ] as const) {
    await expect(field).toHaveJSProperty('type', type)
    await expect(field).toHaveAttribute('autocomplete', name)
    await expect(field).toHaveAttribute('required', '')
  }
})

test('a password can be shown and hidden again, with the keyboard too', async ({ page }) => {
  await page.goto('#/auth')
  const { password, showPassword } = authCard(page, 'Log in')
  await password.fill('correct horse')
  await showPassword.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('correct horse')
  await password.press('Tab')
  await expect(showPassword).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(password).toHaveAttribute('type', 'password')
})

test('Caps Lock is pointed out while it is on', async ({ page }) => {
  await page.goto('#/auth')
  const { password } = authCard(page, 'Log in')
  // Playwright's keyboard has no Caps Lock: the event is the one that a browser sends while it is on.
  await password.dispatchEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true })
  await expect(password).toHaveAccessibleDescription('Caps Lock is on')
  await password.press('a')
  await expect(password).toHaveAccessibleDescription('')
})

test('a weak password gets advice, not a refusal', async ({ page }) => {
  const person = { ...newPerson(), username: 'Marguerite', password: 'password1' }
  await page.goto('#/auth')
  const { username, password, form } = await turnTo(page, 'Sign up')
  const advice = form.getByRole('status')
  await expect(advice).toHaveCount(0)
  await username.fill(person.username)
  await password.fill('marguerite rides')
  await expect(advice).toContainText('Leave out your name and e-mail.')
  await password.fill('tree house')
  await expect(advice).toContainText('Longer is stronger')
  await password.fill('purple Kettle 4 drum lagoon')
  await expect(advice).toContainText('Strong')
  await password.fill('password1')
  await expect(advice).toContainText('Very weak. This is among the first passwords that are tried.')
  await turnTo(page, 'Log in')
  await signUpOn(page, person)
  await expect(welcome(page, person)).toBeVisible()
})

for (const [what, password] of [
  ['of spaces only', ' '.repeat(12)],
  ['of 200 characters', '🔑'.repeat(100) + 'k'.repeat(100)],
] as const) {
  test(`a password ${what} opens the account that was made with it`, async ({ page, otherDevice }) => {
    const person = { ...newPerson(), password }
    await page.goto('#/auth')
    await signUpOn(page, person)
    await expect(welcome(page, person)).toBeVisible()
    const device = await otherDevice()
    await device.goto('#/auth')
    await logInOn(device, person)
    await expect(welcome(device, person)).toBeVisible()
  })
}

test('a refused login says why, keeps what was typed, and says it again the next time', async ({
  page,
  person,
  complaints,
}) => {
  await page.goto('#/auth')
  const card = await logInOn(page, { ...person, password: 'not the password' })
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Invalid credentials')
  await expect(card.email).toHaveValue(person.email)
  await expect(card.password).toHaveValue('not the password')
  await expectComplaints(complaints, 'status of 401')

  await alert.evaluate((element) => element.setAttribute('data-first', ''))
  await card.submit.click()
  await expect(page.locator('[role=alert]:not([data-first])')).toHaveText('Invalid credentials')
  await expect(alert).toHaveCount(1)
  await expectComplaints(complaints, 'status of 401')

  await card.password.fill(person.password)
  await card.submit.click()
  await expect(welcome(page, person)).toBeVisible()
})

test('a refused signup says why, and keeps what was typed', async ({ page, person, complaints }) => {
  await page.goto('#/auth')
  const card = await signUpOn(page, { ...person, username: 'Ana again' })
  await expect(page.getByRole('alert')).toHaveText('User already exists')
  await expect(card.username).toHaveValue('Ana again')
  await expect(card.email).toHaveValue(person.email)
  await expect(card.password).toHaveValue(person.password)
  await expectComplaints(complaints, 'status of 409')
})

test('who has an account already logs in instead, with the e-mail that was typed', async ({
  page,
  person,
  complaints,
}) => {
  await page.goto('#/auth')
  const signup = await signUpOn(page, { ...person, username: 'Ana again' })
  const instead = page.getByRole('button', { name: 'Log in instead' })
  await signup.email.fill('other@example.com')
  await expect(instead).toBeHidden()
  await signup.email.fill(person.email)
  await instead.click()
  const login = authCard(page, 'Log in')
  await expect(login.email).toHaveValue(person.email)
  await expect(login.password).toBeFocused()
  await login.password.fill(person.password)
  await page.keyboard.press('Enter')
  await expect(welcome(page, person)).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await expectComplaints(complaints, 'status of 409')
})

test('the cursor waits in the first field, except where it would bring up a keyboard', { tag: '@phone' }, async ({
  page,
  hasTouch,
}) => {
  await page.goto('#/auth')
  const { email } = authCard(page, 'Log in')
  await email.waitFor()
  if (hasTouch) await expect(email).not.toBeFocused()
  else await expect(email).toBeFocused()
})

for (const [name, submit] of [
  ['Login', logInOn],
  ['Signup', signUpOn],
] as const) {
  const url = `**/auth/${name.toLowerCase()}`

  test(`a server that refuses without a reason: '${name} failed'`, async ({ page, complaints }) => {
    await page.route(url, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('#/auth')
    await submit(page, newPerson())
    await expect(page.getByRole('alert')).toHaveText(`${name} failed`)
    await expectComplaints(complaints, 'status of 500')
  })

  test(`a server out of reach: logged as '${name} error', told, and nothing typed is lost`, async ({
    page,
    complaints,
  }) => {
    await page.route(url, (route) => route.abort())
    await page.goto('#/auth')
    const person = newPerson()
    const card = await submit(page, person)
    await expect(page.getByRole('alert')).toHaveText(
      'The server cannot be reached. Check your connection and try again.',
    )
    await expectComplaints(complaints, `${name} error`, 'net::ERR_FAILED')
    await expect(card.email).toHaveValue(person.email)
    await expect(card.password).toHaveValue(person.password)

    await page.unrouteAll()
    if (name === 'Login') await page.request.post('/auth/signup', { data: person })
    await card.submit.click()
    await expect(welcome(page, person)).toBeVisible()
  })
}

test('an error stays until it is dismissed, over a change of screens too', async ({ page, complaints }) => {
  await page.clock.install()
  await page.goto('#/auth')
  await logInOn(page, newPerson())
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Invalid credentials')
  await page.getByRole('link', { name: 'Taskdeck' }).click()
  await expect(page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' })).toBeVisible()
  await page.clock.fastForward('01:00:00')
  await expect(alert).toHaveText('Invalid credentials')
  await alert.getByRole('button', { name: 'Close' }).click()
  await page.clock.fastForward('01')
  await expect(alert).toBeHidden()
  await expectComplaints(complaints, 'status of 401')
})

test('a form that is on its way is not sent twice', async ({ page, person }) => {
  const release = await holdBack(page, '**/auth/login')
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/login')) calls++
  })
  await page.goto('#/auth')
  const { password, submit } = await logInOn(page, person)
  await expect(submit).toBeDisabled()
  await password.press('Enter')
  await password.press('Enter')
  release()
  await expect(welcome(page, person)).toBeVisible()
  expect(calls).toBe(1)
})

for (const [name, submit] of [
  ['logging in', logInOn],
  ['signing up', signUpOn],
] as const) {
  test(`a browser that does not keep the session after ${name} is told so`, async ({ page }) => {
    // As when the cookie is for https only, and the page was opened without it.
    await page.route('**/auth/{login,signup}', (route) => route.fulfill({ status: 200, json: { message: 'Welcome.' } }))
    await page.goto('#/auth')
    await submit(page, newPerson())
    await expect(page.getByRole('alert')).toHaveText(
      'Your browser did not keep the session. Open Taskdeck at its https address, and allow its cookies.',
    )
    await expect(page).toHaveURL(/#\/auth$/)
  })
}
