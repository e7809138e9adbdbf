import { authCard, logInOn, signUpOn, turnTo } from './auth-card.ts'
import {
  expect,
  expectAccessible,
  expectComplaints,
  holdBack,
  navItems,
  newPerson,
  test,
  welcome,
  withoutLive,
} from './taskdeck.ts'

/** Passwords at the limits, which work like any other: one of only spaces, and one of 200 characters. */
const spaces = ' '.repeat(12)
const longest = '🔑'.repeat(100) + 'k'.repeat(100)

test('signing up opens the dashboard, also with a password of only spaces, and the session survives a reload', {
  tag: ['@phone', '@core', '@firefox'],
}, async ({ page }) => {
  const person = { ...newPerson(), password: spaces }
  await page.goto('#/auth')
  await signUpOn(page, person)
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(welcome(page, person)).toBeVisible()
  await expect((await navItems(page)).getByRole('button', { name: 'Profile' })).toBeVisible()
  await page.reload()
  await expect(welcome(page, person)).toBeVisible()
})

test('signing in opens the dashboard, and the session survives a reload; the sign-in screen redirects a signed-in user there, with either spelling of its path', {
  tag: '@core',
}, async ({ page, person }) => {
  await page.goto('#/Auth')
  await logInOn(page, person)
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(welcome(page, person)).toBeVisible()
  await page.reload()
  await expect(welcome(page, person)).toBeVisible()
  for (const address of ['#/auth', '#/Auth']) {
    await page.goto(address)
    await expect(page).toHaveURL(/#\/dashboard$/)
    await expect(welcome(page, person)).toBeVisible()
  }
})

test('a user who signs in after another user sees none of their data', async ({
  page,
  signedIn,
  person,
  complaints,
}) => {
  await withoutLive(page)
  await page.goto('#/profile')
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(signedIn.username)
  await page.getByRole('textbox', { name: 'Username' }).fill('Somebody else')
  // The session ends when the name is sent: before, another call could notice it and leave the screen.
  await page.route('**/auth/profile', async (route) => {
    await page.request.post('/auth/logout')
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save username' }).click()
  await logInOn(page, person)
  await expectComplaints(complaints, 'status of 401', 'Profile error')
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(person.username)
  await expect(page.getByText(`You sign in as ${person.email}.`)).toBeVisible()
})

test('if a kept session has ended, the sign-in screen keeps its input, although the dashboard was already on its way', async ({
  page,
  signedIn,
}) => {
  await page.goto('#/dashboard')
  await expect(welcome(page, signedIn)).toBeVisible()
  await page.goto('about:blank')
  await page.request.post('/auth/logout')
  // The kept session leads to the dashboard, whose code takes longer than the answer that the session has ended.
  const load = await holdBack(page, '**/signed-in-*.js')
  await page.goto('#/auth')
  await page.waitForFunction(() => localStorage.getItem('taskdeck-session') === null)
  const { email, password, submit } = authCard(page, 'Log in')
  await email.fill(signedIn.email)
  const loaded = page.waitForResponse('**/signed-in-*.js')
  load()
  await loaded
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await password.fill(signedIn.password)
  await expect(email).toHaveValue(signedIn.email)
  await submit.click()
  await expect(welcome(page, signedIn)).toBeVisible()
})

test('the sign-in screen shows a loading animation while the session is checked, and then a card, with either spelling of its path; the card turns between its sides, the hidden side cannot be reached, and the input is kept', async ({
  page,
}) => {
  const release = await holdBack(page, '**/auth/verify')
  await page.goto('#/auth')
  const loading = page.getByRole('status', { name: 'Loading' })
  const heading = page.getByRole('heading', { name: 'Log in' })
  await expect(loading).toBeVisible()
  await expect(heading).toBeHidden()
  release()
  await expect(heading).toBeVisible()
  await expect(loading).toBeHidden()
  await page.goto('#/')
  await expect(heading).toBeHidden()
  await page.goto('#/Auth')
  await expect(heading).toBeVisible()

  const front = authCard(page, 'Log in')
  await front.email.fill('ana@example.com')
  for (const [shown, hidden] of [
    ['Log in', 'Sign up'],
    ['Sign up', 'Log in'],
  ] as const) {
    if (shown === 'Sign up') await turnTo(page, shown)
    await expect(authCard(page, shown).heading).toBeVisible()
    await expect(authCard(page, hidden).heading).toBeHidden()
    await expect(authCard(page, hidden).email).toBeHidden()
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
  await turnTo(page, 'Log in')
  await expect(authCard(page, 'Sign up').username).toBeHidden()
  await expect(front.email).toHaveValue('ana@example.com')

  await test.step('the card turns in 400 ms, or at once with reduced motion, and keeps the focus in both cases', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const card = page.locator('[data-side]')
    const turnByKeyboard = async () => {
      await page.getByRole('button', { name: 'Sign up', pressed: false }).press('Enter')
      await expect(page.getByRole('button', { name: 'Sign up', pressed: true })).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(authCard(page, 'Sign up').username).toBeFocused()
    }
    await expect(card).toHaveCSS('transition-duration', '0.4s')
    await turnByKeyboard()
    await expect(card).toHaveCSS('transform', /^matrix3d\(-1, 0, /)

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(card).toHaveCSS('transform', 'none')
    await expect(authCard(page, 'Log in').heading).toBeHidden()
    await page.getByRole('button', { name: 'Log in', pressed: false }).click()
    await expect(card).toHaveCSS('transform', 'none')
    await expect(authCard(page, 'Log in').heading).toBeVisible()
    await expect(authCard(page, 'Sign up').heading).toBeHidden()
    await turnByKeyboard()
  })
})

test('the forms show hints; errors appear at their fields, and the first one gets the focus', { tag: '@core' }, async ({
  page,
  otherDevice,
}) => {
  await page.goto('#/auth')
  const front = authCard(page, 'Log in')
  const back = authCard(page, 'Sign up')

  await test.step('the first field has the focus, except where that would open an on-screen keyboard', async () => {
    await expect(front.email).toBeFocused()
    const phone = await otherDevice(undefined, { viewport: { width: 390, height: 844 }, hasTouch: true })
    await phone.goto('#/auth')
    const { email } = authCard(phone, 'Log in')
    await email.waitFor()
    await expect(email).not.toBeFocused()
  })

  await test.step('fields are required, of the right type, and named for password managers', async () => {
    for (const [field, type, name] of [
      [front.email, 'email', 'username webauthn'],
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

  await test.step('a password can be shown and hidden, also with the keyboard', async () => {
    const { password, showPassword } = front
    await password.fill('correct horse')
    await showPassword.click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveValue('correct horse')
    await password.press('Tab')
    await expect(showPassword).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(password).toHaveAttribute('type', 'password')
  })

  await test.step('a hint is shown while Caps Lock is on', async () => {
    const { password } = front
    // Playwright's keyboard has no Caps Lock, so this sends the event that a browser sends while it is on.
    await password.dispatchEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true })
    await expect(password).toHaveAccessibleDescription('Caps Lock is on')
    await password.press('a')
    await expect(password).toHaveAccessibleDescription('')
  })

  await test.step('each side links to the Google sign-in of the backend', async () => {
    const google = page.getByRole('link', { name: 'Log In With Google' })
    await expect(google).toHaveAttribute('href', '/auth/google')
    await turnTo(page, 'Sign up')
    await expect(google).toHaveAttribute('href', '/auth/google')
  })

  await turnTo(page, 'Log in')
  await front.password.fill('')
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))

  await test.step('errors of a log-in', async () => {
    const { email, password, submit } = authCard(page, 'Log in')
    await submit.click()
    await expect(email).toHaveAccessibleDescription('Please enter your email address.')
    await expect(password).toHaveAccessibleDescription('Please enter your password.')
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toBeFocused()

    await email.fill('ana at example')
    await submit.click()
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address, such as ana@example.com.')
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toBeFocused()

    await email.fill('ana@example.com')
    await expect(email).not.toHaveAttribute('aria-invalid', 'true')
    await submit.click()
    await expect(password).toBeFocused()
  })

  await test.step('errors of a sign-up', async () => {
    const { username, email, password, submit } = await turnTo(page, 'Sign up')
    await submit.click()
    await expect(username).toHaveAccessibleDescription('Please choose a username.')
    await expect(email).toHaveAccessibleDescription('Please enter your email address.')
    await expect(password).toHaveAccessibleDescription('Please choose a password.')
    await expect(username).toBeFocused()

    await username.fill('Ana')
    await email.fill('ana@example')
    await password.fill('7 chars')
    await submit.click()
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address, such as ana@example.com.')
    await expect(password).toHaveAccessibleDescription('Please use at least 8 characters.')

    await email.fill('ana@example.com')
    await password.fill('x'.repeat(201))
    await submit.click()
    await expect(password).toBeFocused()
    await expect(password).toHaveAccessibleDescription('Please use at most 200 characters.')
  })
  expect(calls).toEqual([])
})

test('a common password shows advice and is refused at its field; a message about a failed Google sign-in disappears when the user signs up', async ({
  page,
  complaints,
}) => {
  const person = { ...newPerson(), username: 'Marguerite', password: 'purple Kettle 4 drum lagoon' }
  await page.goto('#/auth?google=failed')
  const failed = page.getByRole('alert').filter({ hasText: 'The Google sign-in failed. Please try again.' })
  await expect(failed).toBeVisible()
  const { username, password, form } = await turnTo(page, 'Sign up')
  const advice = form.getByRole('status')
  await expect(advice).toHaveCount(0)
  await username.fill(person.username)
  await password.fill('marguerite 42')
  await expect(advice).toContainText('not made of your name, your email or “taskdeck”')
  await password.fill('marguerite rides')
  await expect(advice).toContainText('Leave out your name and email.')
  await password.fill('tree house')
  await expect(advice).toContainText('Longer is stronger')
  await password.fill('purple Kettle 4 drum lagoon')
  await expect(advice).toContainText('Strong')
  await password.fill('password1')
  await expect(advice).toContainText('Very weak. This is one of the first passwords that attackers try.')
  await turnTo(page, 'Log in')
  await expect(failed).toBeVisible()
  const card = await signUpOn(page, { ...person, password: 'password1' })
  await expect(card.password).toBeFocused()
  await expect(card.password).toHaveAccessibleDescription(/This password is too common/)
  await expectComplaints(complaints, 'status of 400')
  await card.password.fill(person.password)
  await card.submit.click()
  await expect(welcome(page, person)).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('a refused sign-in shows the reason and keeps the input, also when it is repeated; a password of only spaces is accepted', async ({
  page,
  request,
  complaints,
}) => {
  const person = { ...newPerson(), password: spaces }
  await expect(await request.post('/auth/signup', { data: person })).toBeOK()
  await page.goto('#/auth')
  const card = await logInOn(page, { ...person, password: 'not the password' })
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Invalid credentials')
  await expect(card.password).toHaveAccessibleDescription('Check the email and the password.')
  for (const field of [card.email, card.password]) await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(card.form.getByText('Forgot your password?')).toContainText('npm run reset-password')
  await expectAccessible(page)
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

test('a refused signup shows the reason and keeps the input; a user with an account can log in with that email instead', async ({
  page,
  person,
  complaints,
}) => {
  await page.goto('#/auth')
  const signup = await signUpOn(page, { ...person, username: 'Ana again' })
  await expect(page.getByRole('alert')).toHaveText('User already exists')
  await expect(signup.username).toHaveValue('Ana again')
  await expect(signup.email).toHaveValue(person.email)
  await expect(signup.password).toHaveValue(person.password)
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

for (const [name, submit] of [
  ['Login', logInOn],
  ['Signup', signUpOn],
] as const) {
  const url = `**/auth/${name.toLowerCase()}`

  test(`a refusal without a reason reads '${name} failed'; a missing response is logged as '${name} error' and reported, and no input is lost; a password of 200 characters is accepted`, async ({
    page,
    complaints,
  }) => {
    await page.route(url, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('#/auth')
    const person = { ...newPerson(), password: longest }
    const card = await submit(page, person)
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText(`${name} failed`)
    await expectComplaints(complaints, 'status of 500')

    await page.unrouteAll()
    await page.route(url, (route) => route.abort())
    await card.submit.click()
    await expect(alert).toHaveText('The server cannot be reached. Check your connection and try again.')
    if (name === 'Login') await expect(card.form.getByText('The server cannot be reached.')).toBeVisible()
    await expectComplaints(complaints, `${name} error`, 'net::ERR_FAILED')
    await expect(card.email).toHaveValue(person.email)
    await expect(card.password).toHaveValue(person.password)

    await page.unrouteAll()
    if (name === 'Login') await page.request.post('/auth/signup', { data: person })
    await card.submit.click()
    await expect(welcome(page, person)).toBeVisible()
  })
}

test('an error stays until it is dismissed, even on another screen', async ({ page, complaints }) => {
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

test('a browser that does not store the session cookie is reported after signing in and after signing up; a form is not sent twice while its request is pending', async ({
  page,
  person,
}) => {
  // This happens if the cookie is for https only and the page was opened without it.
  await page.route('**/auth/{login,signup}', (route) => route.fulfill({ status: 200, json: { message: 'Welcome.' } }))
  await page.goto('#/auth')
  const alert = page.getByRole('alert')
  for (const submit of [logInOn, signUpOn]) {
    await submit(page, newPerson())
    await expect(alert).toHaveText(
      'Your browser did not keep the session. Open Taskdeck at its https address and allow its cookies.',
    )
    await expect(page).toHaveURL(/#\/auth$/)
    await alert.getByRole('button', { name: 'Close' }).click()
    await expect(alert).toBeHidden()
  }
  await page.unrouteAll()

  const release = await holdBack(page, '**/auth/login')
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/login')) calls++
  })
  await turnTo(page, 'Log in')
  const { password, submit } = await logInOn(page, person)
  await expect(submit).toBeDisabled()
  await password.press('Enter')
  await password.press('Enter')
  release()
  await expect(welcome(page, person)).toBeVisible()
  expect(calls).toBe(1)
})
