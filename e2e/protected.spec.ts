import { logInOn, signUpOn } from './auth-card.ts'
import {
  expect,
  expectComplaints,
  forgive,
  holdBack,
  keepNothing,
  logIn,
  navItems,
  newPerson,
  test,
  welcome,
  withoutLive,
} from './taskdeck.ts'
import { live } from './tasks.ts'

const screens = [
  ['#/dashboard', 'Welcome to the Dashboard'],
  ['#/add-task', 'Add a New Task'],
  ['#/profile', 'Profile'],
  ['#/settings', 'Settings'],
  ['#/device', 'Sign in a device'],
] as const

test('a protected screen redirects a visitor to the sign-in and back', { tag: '@core' }, async ({
  page,
  person,
  request,
  complaints,
}) => {
  const answer = await request.post('/tasks/createTask', {
    data: { title: 'Rotate the keys', description: 'All of them.', dueDate: '2026-11-12' },
  })
  const { task } = await answer.json()
  for (const [address, heading] of [...screens, [`#/task/${task._id}`, 'Rotate the keys']] as const) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page).toHaveURL(/#\/auth$/)
      await expect((await navItems(page)).getByRole('link', { name: 'Login / Signup' })).toBeVisible()
      await logInOn(page, person)
      await expect(page).toHaveURL(new RegExp(`${address}$`))
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await page.goto('about:blank')
      await page.request.post('/auth/logout')
    })
  }
  // A screen that is shown from what the browser keeps asks for its data before the session check is answered.
  forgive(complaints, 'status of 401')
})

test('a protected screen checks the session first, and shows that it is loading', async ({ page, signedIn: _ }) => {
  await keepNothing(page)
  for (const [address, heading] of screens) {
    await test.step(address, async () => {
      const release = await holdBack(page, '**/auth/verify')
      await page.goto('about:blank')
      await page.goto(address)
      const screen = page.getByRole('heading', { level: 1, name: heading })
      await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
      await expect(screen).toBeHidden()
      release()
      await expect(screen).toBeVisible()
      await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden()
      await expect((await navItems(page)).getByRole('button', { name: 'Profile' })).toBeVisible()
      await page.unrouteAll()
    })
  }
})

test('the requested page and its query survive a reload, an error and a sign-up, and are opened only once', async ({
  page,
  person,
  complaints,
}) => {
  await page.goto('#/settings?from=mail')
  await expect(page).toHaveURL(/#\/auth$/)
  await page.reload()
  await logInOn(page, { ...person, password: 'not the password' })
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
  await expectComplaints(complaints, 'status of 401')
  await signUpOn(page, newPerson())
  await expect(page).toHaveURL(/#\/settings\?from=mail$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  await page.goto('about:blank')
  await page.request.post('/auth/logout')
  await page.goto('#/auth')
  await logInOn(page, person)
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(welcome(page, person)).toBeVisible()
})

test("a session check that fails or gets no response is logged as 'Auth check failed', reported, and treated as signed out", async ({
  page,
  signedIn,
  complaints,
}) => {
  await keepNothing(page)
  for (const [answer, logged] of [
    [undefined, 'net::ERR_FAILED'],
    [{ status: 500, json: {} }, 'status of 500'],
  ] as const) {
    await page.route('**/auth/verify', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await page.goto('#/dashboard')
    await expect(page).toHaveURL(/#\/auth$/)
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Could not check whether you are signed in')
    await expect((await navItems(page)).getByRole('link', { name: 'Login / Signup' })).toBeVisible()

    await page.unrouteAll()
    await page.reload()
    await expect(welcome(page, signedIn)).toBeVisible()
    // The check is repeated until it gets a response.
    await expectComplaints(complaints, 'Auth check failed', logged)
    await live(page)
    await page.goto('about:blank')
  }
})

test('the sign-in screen repeats the session check while the server is unreachable, and redirects back once it responds', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await keepNothing(page)
  await page.goto('#/settings')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.route('**/auth/verify', (route) =>
    route.fulfill({ status: 503, json: { message: 'The database is away.', code: 'unavailable' } }),
  )
  await page.reload()
  await expect(page).toHaveURL(/#\/auth$/)
  await expect(page.getByRole('alert')).toContainText('Could not check whether you are signed in')
  await page.waitForResponse('**/auth/verify')
  await page.unrouteAll()
  await expect(page).toHaveURL(/#\/settings$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await expectComplaints(complaints, 'Auth check failed', 'status of 503')
})

test('a session that ended elsewhere redirects to the sign-in at the next request, and back', async ({
  page,
  signedIn,
  complaints,
  otherDevice,
}) => {
  await withoutLive(page)
  await page.goto('#/settings')
  await page.getByLabel('Dates').waitFor()
  const device = await otherDevice(signedIn)
  await expect(await device.request.delete('/auth/sessions')).toBeOK()

  await page.getByLabel('Dates').selectOption('2026-11-12')
  await expect(page).toHaveURL(/#\/auth$/)
  await expect((await navItems(page)).getByRole('link', { name: 'Login / Signup' })).toBeVisible()
  await expectComplaints(complaints, 'status of 401', 'Settings error')
  await logInOn(page, signedIn)
  await expect(page).toHaveURL(/#\/settings$/)
})

test('a session that ended elsewhere is detected when a protected screen is entered', async ({
  page,
  signedIn,
  complaints,
}) => {
  await page.goto('./')
  await expect((await navItems(page)).getByRole('button', { name: 'Profile' })).toBeVisible()
  await page.request.post('/auth/logout')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/#\/auth$/)
  await logInOn(page, signedIn)
  await expect(welcome(page, signedIn)).toBeVisible()
  // The screen may have requested its own data before the response arrived.
  forgive(complaints, 'status of 401', 'Error fetching tasks')
})

test('the back button skips a page that was refused; a user who signed in elsewhere in this browser is recognized when a protected screen is entered', async ({
  page,
  person,
}) => {
  await page.goto('./')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/#\/auth$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/taskdeck\/(#\/)?$/)
  await expect(page.getByRole('heading', { name: 'Manage Your Tasks Efficiently' })).toBeVisible()
  await logIn(page, person)
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(welcome(page, person)).toBeVisible()
  // A list that is interrupted by the end of the test would be logged.
  await page.getByText('No tasks available.').waitFor()
})
