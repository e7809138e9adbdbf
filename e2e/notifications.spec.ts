import type { BrowserContext, Page } from '@playwright/test'
import { appStored, asOnPhone, expect, expectAccessible, expectComplaints, test } from './taskdeck.ts'
import { addTasks, live } from './tasks.ts'

const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const auth = 'BTBZMqHH6r4Tts7J_aSIgg'

/** The test browser has no push service, and decides about the permission itself. */
const withPush = (context: BrowserContext, endpoint: string) =>
  context.addInitScript(
    ([address, key, secret]) => {
      const bytes = (text = '') =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
      let permission = 'default'
      let subscription: object | null = null
      const keys: Record<string, Uint8Array> = { p256dh: bytes(key), auth: bytes(secret) }
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => {
        permission = 'granted'
        return 'granted'
      }
      Object.defineProperty(PushManager.prototype, 'getSubscription', { value: async () => subscription })
      Object.defineProperty(PushManager.prototype, 'subscribe', {
        value: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
          if (String(applicationServerKey).length !== 87) throw new Error('No key')
          subscription = { endpoint: address, options: {}, getKey: (name: string) => keys[name]?.buffer }
          return subscription
        },
      })
    },
    [endpoint, p256dh, auth],
  )

const saved = (page: Page) => page.getByText('Saved', { exact: true })

test('push is allowed in the settings when the user wants it, tested, switched off and removed; ntfy is added; quiet hours are kept', async ({
  page,
  context,
  signedIn: _,
  complaints,
}) => {
  // Nothing listens there, and it is no address that Taskdeck calls.
  await withPush(context, 'https://push.test.invalid/phone')
  await page.goto('#/settings/reminders')
  const ways = page.getByRole('list', { name: 'Ways' })
  await expect(ways).toContainText('Your browser asks you for the permission.')
  await expect(page.getByText('until its operator sets PUSH_CONTACT')).toBeVisible()
  await ways.getByRole('button', { name: 'Allow push' }).click()
  await expect(ways.getByRole('switch', { name: 'Push on this device' })).toBeChecked()
  await expect(ways).toContainText('nothing sent yet')
  await ways.getByRole('button', { name: 'Test Push on this device' }).click()
  await expect(page.getByText('The test failed: There is no host named push.test.invalid.')).toBeVisible()
  await expect(ways).toContainText('failed just now: There is no host named push.test.invalid.')
  // Not uncheck(), which expects the change at once.
  await ways.getByRole('switch').click()
  await expect(ways.getByRole('switch')).not.toBeChecked()
  await expect(saved(page)).toBeVisible()

  await page.getByRole('button', { name: 'Add a way' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a way' })
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Please enter the address.')
  await dialog.getByLabel('Address').fill('http://127.0.0.1/tasks')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('ALLOWED_HOOK_HOSTS')
  await expectComplaints(complaints, 'status of 400', 'Settings error')
  await dialog.getByLabel('Address').fill('https://ntfy.example.com/ana-tasks')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(ways).toContainText('ntfy.example.com/ana-tasks')

  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect(page.getByLabel('From', { exact: true })).toBeEnabled()
  const saving = page.waitForResponse('**/auth/preferences')
  await page.getByLabel('From', { exact: true }).fill('21:30')
  await page.getByLabel('From', { exact: true }).blur()
  await saving
  const kept = page.waitForResponse('**/auth/preferences')
  await page.getByLabel('and all weekend').click()
  await kept
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Quiet hours' })).toBeChecked()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30')
  await expect(page.getByLabel('and all weekend')).toBeChecked()
  await expect(ways.getByRole('switch', { name: 'Push on this device' })).not.toBeChecked()
  await asOnPhone(page)
  await expectAccessible(page)
  await ways.getByRole('button', { name: 'Remove ntfy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(ways).not.toContainText('ntfy')
})

/** What the service worker has shown. The test browser shows no notifications. */
interface Shown {
  title: string
  options: { body: string; tag: string; data: unknown; actions: { action: string; title: string }[] }
}
type Recording = typeof globalThis & {
  shown: Shown[]
  closedTags: string[]
  openedUrls: string[]
  clients: { openWindow: unknown }
  WindowClient: { prototype: { focus: unknown } }
  registration: { showNotification: unknown; getNotifications: unknown }
}

/** The service worker of a page, with notifications that it only records, and a way to push messages to it. */
async function recordedWorker(page: Page) {
  const context = page.context()
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker.')
  await worker.evaluate(() => {
    const scope = self as unknown as Recording
    scope.shown = []
    scope.registration.showNotification = async (title: string, options: Shown['options']) =>
      void scope.shown.push({ title, options })
    scope.closedTags = []
    scope.registration.getNotifications = async () =>
      scope.shown.map(({ options: { tag, data } }) => ({ tag, data, close: () => scope.closedTags.push(tag) }))
    // A click that is not a user's may not focus a page, nor open one.
    scope.WindowClient.prototype.focus = async () => {}
    scope.openedUrls = []
    scope.clients.openWindow = async (url: string) => void scope.openedUrls.push(url)
  })
  const client = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await client.send('ServiceWorker.enable')
  const registrationId = await registered
  const origin = new URL(page.url()).origin
  const push = async (message: object) =>
    client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
  const shown = () => worker.evaluate(() => (self as unknown as Recording).shown)
  /** The browser would send this event when the user presses a button of the notification. */
  const press = (action: string, message?: object) =>
    worker.evaluate(
      async ([name, data]) => {
        const event = new Event('notificationclick')
        let done: Promise<unknown> = Promise.resolve()
        const waitUntil = (work: Promise<unknown>) => (done = work)
        for (const [key, value] of Object.entries({ action: name, notification: { data, close() {} }, waitUntil }))
          Object.defineProperty(event, key, { value })
        self.dispatchEvent(event)
        await done
      },
      [action, message] as const,
    )
  const closed = () => worker.evaluate(() => [...new Set((self as unknown as Recording).closedTags)])
  return { worker, origin, push, shown, press, closed }
}

test.describe(() => {
  test.use({ savesData: false })

  test('a push message becomes a notification; Done completes its task without the app, and waits while there is no network; one that was handled elsewhere goes with the next message', async ({
    page,
    context,
    signedIn: _,
    complaints,
  }) => {
    await addTasks(page, { title: 'Check the backup' }, { title: 'Call Ana' })
    const { tasks } = await (await page.request.get('/tasks/getTasks')).json()
    const { user } = await (await page.request.get('/auth/verify')).json()
    await page.goto('#/dashboard')
    await appStored(page)
    await live(page)
    const { origin, push, shown, press, closed } = await recordedWorker(page)
    const messages = (tasks as { _id: string; title: string }[]).map(({ _id, title }) => {
      const url = `${origin}/taskdeck/#/task/${_id}`
      return { owner: user._id, tag: `task ${_id}`, title, body: 'Due today', url, task: _id, dayStart: 0 }
    })
    for (const message of messages) await push(message)
    await expect.poll(async () => (await shown()).map(({ title }) => title)).toEqual(messages.map(({ title }) => title))
    expect((await shown())[0]?.options).toMatchObject({
      ...{ body: 'Due today', tag: messages[0]?.tag },
      actions: [
        { action: 'done', title: 'Done' },
        { action: 'tomorrow', title: 'Tomorrow' },
      ],
    })
    const statusOf = async (index: number) =>
      (await (await page.request.get(`/tasks/task/${tasks[index]._id}`)).json()).status
    await press('done', messages[0])
    await expect.poll(() => statusOf(0)).toBe('Completed')

    await context.setOffline(true)
    await press('done', messages[1])
    expect(await statusOf(1)).toBe('Pending')
    await context.setOffline(false)
    await push(messages[0] ?? {})
    await expect.poll(() => statusOf(1)).toBe('Completed')
    await expectComplaints(complaints, 'ERR_INTERNET_DISCONNECTED')

    const task = tasks[1]._id
    const { token } = await (
      await page.request.post('/auth/tokens', { data: { name: 'codex', scope: 'write' } })
    ).json()
    await page.request.put(`/tasks/updateTask/${task}`, { data: { status: 'Pending' } })
    const headers = { authorization: `Bearer ${token}`, cookie: '' }
    const data = { text: 'Now?', choices: ['Yes', 'No'] }
    const asked = await (await page.request.post(`/tasks/task/${task}/questions`, { headers, data })).json()
    messages.push({
      ...messages[1],
      question: { id: asked.note._id, answers: data.choices },
    } as (typeof messages)[number])
    await push(messages[2] ?? {})
    await expect
      .poll(async () => (await shown()).at(-1)?.options.actions.map(({ title }) => title))
      .toEqual(['Yes', 'No'])
    // The first task is completed, so its notification goes; that of the other one has just been replaced.
    await expect.poll(closed).toEqual([messages[0]?.tag])
    await press('Yes', messages[2])
    await expect.poll(async () => (await (await page.request.get('/tasks/questions')).json()).questions).toEqual([])
  })

  test('a later message leaves an unread summary alone, which goes when all of its tasks are handled; another reminder of the same task takes the place of the first; Tomorrow puts it off, and a click opens it', async ({
    page,
    context,
    signedIn: _,
  }) => {
    await addTasks(page, { title: 'Check the backup' }, { title: 'Call Ana' })
    const { tasks } = await (await page.request.get('/tasks/getTasks')).json()
    const { user } = await (await page.request.get('/auth/verify')).json()
    await page.goto('#/dashboard')
    await appStored(page)
    await live(page)
    const { worker, origin, push, shown, press, closed } = await recordedWorker(page)
    const [first, second] = (tasks as { _id: string }[]).map(({ _id }) => _id)
    const about = (tag: string, fields: object) => ({
      ...{ owner: user._id, tag, title: tag, body: '', dayStart: 0 },
      url: `${origin}/taskdeck/#/today`,
      ...fields,
    })
    const single = (tag: string) => about(tag, { task: first, url: `${origin}/taskdeck/#/task/${first}` })
    const tags = async () => (await shown()).map(({ options: { tag } }) => tag)
    const summary = about('reminders 1', { tasks: [first, second], asked: [] })
    await push(summary)
    await push(single('task 1'))
    await push(single('task 2'))
    await expect.poll(tags).toEqual(['reminders 1', 'task 1', 'task 2'])
    await expect.poll(closed).toEqual(['task 1'])

    await press('tomorrow', single('task 2'))
    const task = async () => (await page.request.get(`/tasks/task/${first}`)).json()
    const tomorrow = await page.evaluate(() => {
      const day = new Date()
      day.setDate(day.getDate() + 1)
      return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => `${part}`.padStart(2, '0')).join('-')
    })
    await expect.poll(async () => (await task()).startDate?.slice(0, 10)).toBe(tomorrow)
    expect((await task()).status).toBe('Pending')
    expect(await closed()).toEqual(['task 1'])
    // The page is open, so it learns at once that the rest of the summary is done, and lets the worker close what is handled.
    await page.evaluate((data) => {
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
      ServiceWorkerRegistration.prototype.getNotifications = async () => [
        { data, close() {} } as unknown as Notification,
      ]
    }, summary)
    await page.request.put(`/tasks/updateTask/${second}`, { data: { status: 'Completed' } })
    await expect.poll(async () => (await closed()).toSorted()).toEqual(['reminders 1', 'task 1', 'task 2'])

    await press('', single('task 2'))
    await expect(page).toHaveURL(new RegExp(`#/task/${first}$`))
    await expect(page.getByRole('heading', { name: tasks[0].title, level: 1 })).toBeVisible()
    const other = await context.newPage()
    await page.close()
    await press('', single('task 2'))
    await expect
      .poll(() => worker.evaluate(() => (self as unknown as Recording).openedUrls))
      .toEqual([`${origin}/taskdeck/#/task/${first}`])
    await other.close()
  })
})
