import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { test } from './gateway.ts'
import { startProxy } from './proxy.ts'
import { expect, expectAccessible, logIn, newPerson, type Person, startServer, welcome } from './taskdeck.ts'
import { addTasks, cards, live, tick } from './tasks.ts'
import { card, complete, direct, tasksOf, waiting } from './waiting.ts'

const decks = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

async function quickAdd(page: Page, line: string) {
  await page.keyboard.press('q')
  await page.getByLabel('New task').fill(line)
  await page.getByRole('dialog').getByText('No date', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('New task')).toHaveValue('')
  await page.keyboard.press('Escape')
}

test('changes without the server are shown at once, survive a reload, are listed, can be discarded, and are sent in order when it is back', {
  tag: '@core',
}, async ({ page, gateway, taskdeck, signedIn: _ }) => {
  await addTasks(page, { title: 'Rotate keys' }, { title: 'Read logs' })
  await page.goto('#/dashboard')
  await live(page)
  await quickAdd(page, 'Loads the parser')
  await expect(card(page, 'Loads the parser')).toContainText('#3')

  gateway.fail('drop')
  await complete(page, 1)
  await expect(card(page, 'Rotate keys')).toContainText('Completed')
  await quickAdd(page, 'Written on the train')
  await expect(card(page, 'Written on the train')).toContainText('new')
  await complete(page, 2)
  await expect(card(page, 'Read logs')).toContainText('Completed')
  await expect(waiting(page)).toHaveText('3 changes waiting')

  await page.reload()
  await expect(card(page, 'Rotate keys')).toContainText('Completed')
  await expect(card(page, 'Written on the train')).toContainText('new')
  await expect(waiting(page)).toHaveText('3 changes waiting')
  await waiting(page).click()
  await page.getByRole('button', { name: 'Discard: #2 Read logs' }).click()
  await expect(card(page, 'Read logs')).toContainText('Pending')
  await expect(waiting(page)).toHaveText('2 changes waiting')
  await expect(page.getByRole('list', { name: 'Waiting changes' }).getByRole('listitem')).toContainText([
    /#1 Rotate keys.*Pending → Completed/,
    /Written on the train.*New task, gets its number later/,
  ])
  expect((await tasksOf(page, taskdeck.origin)).find(({ number }) => number === 1)?.status).toBe('Pending')

  await page.getByRole('button', { name: 'Try now' }).click()
  gateway.recover()
  await expect(waiting(page)).toBeHidden()
  await expect(card(page, 'Written on the train')).toContainText('#4')
  await expect
    .poll(async () => (await tasksOf(page, taskdeck.origin)).map(({ title, status }) => `${title}: ${status}`))
    .toEqual([
      'Written on the train: Pending',
      'Loads the parser: Pending',
      'Read logs: Pending',
      'Rotate keys: Completed',
    ])
})

test('without the server, tasks are opened, edited, moved on the board, deleted, restored, and all of it is undone and redone', async ({
  page,
  gateway,
  taskdeck,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Known before' }, { title: 'Deleted there' })
  await page.goto('#/dashboard')
  await live(page)
  await quickAdd(page, 'Loads the parser')
  await cards(page).first().click()
  await expect(page.getByRole('button', { name: 'Update Task' })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(3)

  gateway.fail(503)
  await quickAdd(page, 'Born offline')
  await card(page, 'Born offline').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Born offline' })).toBeVisible()
  await page.getByLabel('Priority', { exact: true }).selectOption('Critical')
  await page.getByRole('button', { name: 'Update Task' }).click()
  await expect(card(page, 'Born offline')).toContainText('Critical')
  await page.keyboard.press('Control+z')
  await expect(card(page, 'Born offline')).toContainText('Medium')
  await page.keyboard.press('Control+Shift+z')
  await expect(card(page, 'Born offline')).toContainText('Critical')
  await complete(page, 1)
  await expect(card(page, 'Known before')).toContainText('Completed')
  await page.keyboard.press('Control+z')
  await expect(card(page, 'Known before')).toContainText('Pending')

  for (const title of ['Deleted there', 'Born offline']) {
    await card(page, title).focus()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Task' }).press('Enter')
    await expect(card(page, title)).toHaveCount(0)
  }
  await page.goto('#/trash')
  const trash = page.getByRole('list', { name: 'Deleted tasks' }).getByRole('listitem')
  await expect(trash).toHaveCount(2)
  await trash.filter({ hasText: 'Born offline' }).getByRole('button', { name: 'Restore' }).click()
  await expect(trash).toHaveCount(1)

  await page.goto('#/board')
  const column = (status: string) => page.getByRole('list', { name: `${status} tasks` }).getByRole('link')
  await expect(column('Pending')).toHaveCount(3)
  await card(page, 'Born offline').focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await expect(column('In Progress')).toContainText(['Born offline'])
  await page.goto('#/dashboard')
  await expect(card(page, 'Born offline')).toContainText('In Progress')

  gateway.recover()
  await live(page)
  await expect(waiting(page)).toBeHidden()
  const valuesOf = ({ title, priority, status }: Task) => `${title}: ${priority}, ${status}`
  await expect
    .poll(async () => (await tasksOf(page, taskdeck.origin)).map(valuesOf))
    .toEqual([
      'Born offline: Critical, In Progress',
      'Loads the parser: Medium, Pending',
      'Known before: Medium, Pending',
    ])
})

test('changes of different fields are merged; for the same field the user chooses; a task deleted elsewhere can be restored with the change', async ({
  page,
  gateway,
  taskdeck,
  signedIn: _,
}) => {
  const list = '- [ ] one\n- [ ] two\n- [ ] three'
  const [merged, chosen, kept, deleted, ticked] = await addTasks(
    page,
    { title: 'Merged' },
    { title: 'Chosen' },
    { title: 'Kept' },
    { title: 'Deleted' },
    { title: 'Ticked', description: list },
  )
  await page.goto('#/dashboard')
  await live(page)
  // Loads what the page of a task needs.
  await card(page, 'Ticked').click()
  await expect(page.getByRole('checkbox', { name: 'one', exact: true })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(5)
  gateway.fail('drop')
  for (const number of [1, 2, 3, 4]) await complete(page, number)
  await card(page, 'Ticked').click()
  await tick(page.getByRole('checkbox', { name: 'one', exact: true }))
  await expect(waiting(page)).toHaveText('5 changes waiting')
  await page.goBack()
  await expect(cards(page)).toHaveCount(5)
  const put = (task: Task | undefined, data: object) =>
    page.request.put(`${direct(taskdeck.origin)}/tasks/updateTask/${task?._id}`, { data })
  await put(merged, { priority: 'High' })
  await put(chosen, { status: 'In Progress' })
  await put(kept, { status: 'In Progress' })
  await page.request.delete(`${direct(taskdeck.origin)}/tasks/deleteTask/${deleted?._id}`)
  await put(ticked, { description: '- [ ] one, on Monday\n- [ ] two\n- [x] three\n- [ ] four' })
  gateway.recover()
  await live(page)

  await expect(waiting(page)).toHaveText('4 changes need you')
  await expect(page.getByRole('status', { name: 'Decisions' })).toHaveText('4 changes need you')
  await expect(card(page, 'Merged')).toContainText('High')
  await expect(card(page, 'Merged')).toContainText('Completed')
  await expect(card(page, 'Chosen')).toContainText('In Progress')
  await waiting(page).click()
  const entries = page.getByRole('list', { name: 'Waiting changes' })
  const entry = (name: string) => entries.getByRole('listitem').filter({ hasText: name })
  const save = (name: string) => entry(name).getByRole('button', { name: 'Save my choice' })
  await expect(entry('Chosen').getByRole('group', { name: 'Status' }).getByRole('radio')).toHaveCount(2)
  // Only the line that both have changed is shown, and decided.
  await expect(entry('Ticked').getByRole('radio', { name: '- [x] one Yours', exact: true })).toBeChecked()
  await expect(entry('Ticked').getByRole('radio', { name: '- [ ] one, on Monday From elsewhere' })).toBeVisible()
  await expectAccessible(page)
  await save('Chosen').click()
  await expect(card(page, 'Chosen')).toContainText('Completed')
  await expect(entry('Kept').getByRole('radio', { name: 'Completed Yours' })).toBeFocused()
  await entry('Kept').getByRole('radio', { name: 'In Progress From elsewhere' }).check()
  await save('Kept').click()
  await entry('Deleted').getByRole('button', { name: 'Restore and apply' }).click()
  await expect(card(page, 'Deleted')).toContainText('Completed')
  await save('Ticked').click()
  await expect(waiting(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect
    .poll(async () => (await tasksOf(page, taskdeck.origin)).map(({ title, status }) => `${title}: ${status}`))
    .toEqual(['Ticked: Pending', 'Deleted: Completed', 'Kept: In Progress', 'Chosen: Completed', 'Merged: Completed'])
  await expect
    .poll(async () => (await tasksOf(page, taskdeck.origin))[0]?.description)
    .toBe('- [x] one\n- [ ] two\n- [x] three\n- [ ] four')
})

test('both texts of a conflict can be kept, and text for a task that no longer exists becomes a new one', async ({
  page,
  gateway,
  taskdeck,
  signedIn: _,
}) => {
  const [both, gone] = await addTasks(page, { title: 'Fix login' }, { title: 'Read logs' })
  await page.goto('#/dashboard')
  await live(page)
  const rename = async (from: string, to: string, description = '') => {
    await card(page, from).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    // At once, because a pause between them would save them one by one.
    await page.getByRole('form', { name: 'Edit task' }).evaluate(
      (form, texts) => {
        for (const [index, text] of texts.entries()) {
          const field = form.querySelectorAll('textarea')[index] as HTMLTextAreaElement
          field.focus()
          field.select()
          if (text) document.execCommand('insertText', false, text)
        }
      },
      [to, description],
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: to })).toBeVisible()
    await page.goBack()
    await expect(cards(page)).toHaveCount(2)
  }
  // Loads the editor of the page. The server must have the change before it is away.
  await rename('Fix login', 'Fix the login')
  await expect
    .poll(async () => (await tasksOf(page, taskdeck.origin)).map(({ title }) => title))
    .toContain('Fix the login')
  await expect(waiting(page)).toBeHidden()
  gateway.fail('drop')
  await rename('Fix the login', 'Fix login with passkeys')
  await rename('Read logs', 'Read logs of November', 'Only the errors\nof the last week')
  await expect(waiting(page)).toHaveText('2 changes waiting')
  const address = direct(taskdeck.origin)
  await page.request.put(`${address}/tasks/updateTask/${both?._id}`, { data: { title: 'Fix login on phones' } })
  await page.request.delete(`${address}/tasks/deleteTask/${gone?._id}`)
  await page.request.delete(`${address}/tasks/trash/${gone?._id}`)
  gateway.recover()
  await live(page)
  await expect(waiting(page)).toHaveText('2 changes need you')
  await waiting(page).click()
  const entries = page.getByRole('list', { name: 'Waiting changes' })
  const entry = (name: string) => entries.getByRole('listitem').filter({ hasText: name })
  await expect(entry('Read logs').getByRole('definition')).toHaveText([
    'Read logs of November',
    'Only the errors\nof the last week',
  ])
  await expect(entry('Read logs')).toContainText('This task no longer exists.')
  await expectAccessible(page)
  await entry('Fix login').getByRole('radio', { name: 'Both' }).check()
  await entry('Fix login').getByRole('button', { name: 'Save my choice' }).click()
  await entry('Read logs').getByRole('button', { name: 'Keep as a new task' }).click()
  await expect(waiting(page)).toBeHidden()
  await expect
    .poll(async () => (await tasksOf(page, taskdeck.origin)).map(({ title, description }) => [title, description]))
    .toEqual([
      ['Read logs of November', 'Only the errors\nof the last week'],
      ['Fix login on phones / Fix login with passkeys', expect.any(String)],
    ])
})

test('one tab holds the connection for all; when it closes, another takes over and loses nothing', async ({
  page,
  context,
  gateway,
  signedIn: _,
}) => {
  const [task] = await addTasks(page, { title: 'Shared' })
  const streams: string[] = []
  context.on('request', (request) => request.url().includes('/tasks/events') && streams.push(request.url()))
  await page.goto('#/dashboard')
  await live(page)
  const other = await context.newPage()
  await other.goto('#/dashboard')
  await live(other)
  await expect(card(other, 'Shared')).toBeVisible()
  expect(streams).toHaveLength(1)

  await complete(other, 1)
  await expect(card(page, 'Shared')).toContainText('Completed')
  await expect(other.getByRole('alert')).toContainText('Completed #1 Shared')

  gateway.fail('drop')
  await complete(other, 1)
  await expect(card(page, 'Shared')).toContainText('Pending')
  await expect(waiting(other)).toHaveText('1 change waiting')
  const takenOver = context.waitForEvent('request', (request) => request.url().includes('/tasks/events'))
  const closedAt = performance.now()
  await page.close()
  await takenOver
  // The browser hands the lock over at once. A leading tab that is only silent would keep it for five seconds.
  expect(performance.now() - closedAt).toBeLessThan(2_500)
  gateway.recover()
  await live(other)
  await expect(waiting(other)).toBeHidden()
  await other.request.put(`/tasks/updateTask/${task?._id}`, { data: { title: 'Renamed elsewhere' } })
  await expect(card(other, 'Renamed elsewhere')).toContainText('Pending')
})

test('a change is made once, although the server is killed before its response arrives', async ({ otherDevice }) => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-killed-'))
  let server = await startServer(folder)
  const proxy = await startProxy(() => server.origin)
  const tab = await otherDevice(undefined, { baseURL: `${proxy.origin}/taskdeck/` })
  await expect(await tab.request.post('/auth/signup', { data: newPerson() })).toBeOK()
  await tab.goto('#/dashboard')
  await live(tab)
  await quickAdd(tab, 'Loads the parser')
  await expect(card(tab, 'Loads the parser')).toContainText('#1')
  // The request reaches the server; its response is held back until the server is gone.
  const reached = Promise.withResolvers<void>()
  await tab.route('**/tasks/createTask', async (route) => {
    await route.fetch()
    reached.resolve()
    await route.abort('connectionreset')
  })
  await quickAdd(tab, 'Only once')
  await reached.promise
  await server.stop('SIGKILL')
  await expect(waiting(tab)).toHaveText('1 change waiting')
  // The app may be repeating the request right now.
  await tab.unrouteAll({ behavior: 'ignoreErrors' })
  server = await startServer(folder)
  await live(tab)
  await expect(waiting(tab)).toBeHidden()
  await expect(card(tab, 'Only once')).toHaveCount(1)
  await expect
    .poll(async () => (await tasksOf(tab, server.origin)).map(({ title }) => title))
    .toEqual(['Only once', 'Loads the parser'])
  await tab.close()
  await proxy.close()
  await server.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

for (const [fault, message] of [
  ['blocked', 'This browser does not allow it'],
  ['full', 'This device has no room left'],
] as const) {
  test(`with storage that is ${fault}, the app says so and works while the server can be reached`, async ({
    page,
    signedIn: _,
  }) => {
    await page.addInitScript((kind) => {
      if (kind === 'blocked') {
        IDBFactory.prototype.open = () => {
          throw new DOMException('Not allowed', 'SecurityError')
        }
      } else {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('No room', 'QuotaExceededError')
        }
      }
    }, fault)
    await addTasks(page, { title: 'Still here' })
    await page.goto('#/dashboard')
    await expect(card(page, 'Still here')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await live(page)
    await complete(page, 1)
    await expect(card(page, 'Still here')).toContainText('Completed')
    await expect(page.getByRole('alert').filter({ hasText: 'Completed #1 Still here' })).toBeVisible()
    await page.reload()
    await expect(card(page, 'Still here')).toContainText('Completed')
    await live(page)
    await page.context().setOffline(true)
    await complete(page, 1)
    await waiting(page).click()
    await expect(page.getByText('Your changes are kept as long as this tab is open')).toBeVisible()
    await page.context().setOffline(false)
    await expect(waiting(page)).toBeHidden()
  })
}

test('storage that becomes full while changes wait loses none of them, in this tab or after a reload', async ({
  page,
  gateway,
  taskdeck,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Stored in time' }, { title: 'Too late' }, { title: 'Discarded' })
  await page.goto('#/dashboard')
  await live(page)
  gateway.fail('drop')
  await complete(page, 1)
  await complete(page, 3)
  await expect(waiting(page)).toHaveText('2 changes waiting')
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
  })
  await complete(page, 2)
  await expect(page.getByRole('alert').filter({ hasText: 'This device has no room left' })).toBeVisible()
  await expect(waiting(page)).toHaveText('3 changes waiting')
  await waiting(page).click()
  await page.getByRole('button', { name: 'Discard: #3 Discarded' }).click()
  gateway.recover()
  await live(page)
  await expect(waiting(page)).toBeHidden()
  const statuses = async () => (await tasksOf(page, taskdeck.origin)).map(({ title, status }) => `${title}: ${status}`)
  const expected = ['Discarded: Pending', 'Too late: Completed', 'Stored in time: Completed']
  await expect.poll(statuses).toEqual(expected)
  // The first changes were stored before, and must not come back.
  await expect.poll(() => page.evaluate(storedChanges)).toBe(0)
  await page.request.put(`/tasks/updateTask/1`, { data: { status: 'In Progress' } })
  await page.reload()
  await live(page)
  await expect(card(page, 'Stored in time')).toContainText('In Progress')
  await expect(waiting(page)).toBeHidden()
  await expect.poll(statuses).toEqual([...expected.slice(0, 2), 'Stored in time: In Progress'])
})

/** The number of unsent changes that this browser has stored. */
async function storedChanges() {
  const [{ name = '' } = {}] = await indexedDB.databases()
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => resolve(opening.result)
  })
  const counting = db.transaction('changes').objectStore('changes').count()
  await new Promise((resolve) => {
    counting.onsuccess = resolve
  })
  db.close()
  return counting.result
}

test('unsent changes survive a crash of the browser and a new version of the app, which loads the tasks again', async ({
  gateway,
  taskdeck,
}, { project }) => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-profile-'))
  const person = newPerson()
  const start = async () => {
    const { launchOptions, viewport } = project.use
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...(viewport && { viewport }),
      baseURL: `${gateway.origin}/taskdeck/`,
    })
    await context.addInitScript(watchDurability)
    return { context, page: context.pages()[0] ?? (await context.newPage()) }
  }
  const first = await start()
  await expect(await first.page.request.post('/auth/signup', { data: { ...person, timeZone: 'UTC' } })).toBeOK()
  await addTasks(first.page, { title: 'Survivor' })
  await first.page.goto('#/dashboard')
  await live(first.page)
  await expect(card(first.page, 'Survivor')).toBeVisible()
  gateway.fail('drop')
  await complete(first.page, 1)
  await expect(waiting(first.page)).toHaveText('1 change waiting')
  // On the disk, and not only on its way there.
  expect(await first.page.evaluate(() => [...new Set(Reflect.get(window, 'durabilities'))])).toEqual(['strict'])
  await first.page.evaluate(pretendOlderVersion)
  const gone = first.context.waitForEvent('close')
  const client = await first.context.newCDPSession(first.page)
  await client.send('Browser.crash').catch(() => {})
  await gone

  gateway.recover()
  const second = await start()
  // A browser writes cookies later than tasks.
  await logIn(second.page, person)
  await second.page.goto('#/dashboard')
  await expect(card(second.page, 'Survivor')).toContainText('Completed')
  await live(second.page)
  await expect(waiting(second.page)).toBeHidden()
  await expect.poll(async () => (await tasksOf(second.page, taskdeck.origin))[0]?.status).toBe('Completed')
  await second.context.close()
  await rm(folder, { recursive: true, force: true })
})

/** Notes how durable each write of changes is. */
function watchDurability() {
  const noted: string[] = []
  Reflect.set(window, 'durabilities', noted)
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...args) {
    const made = transaction.apply(this, args)
    if (String(args[0]) === 'changes' && args[1] === 'readwrite') noted.push(made.durability)
    return made
  }
}

/** Stores the tasks like an older version of the app, whose format this one cannot read. Changes had no format number then. */
async function pretendOlderVersion() {
  const [{ name = '' } = {}] = await indexedDB.databases()
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => resolve(opening.result)
  })
  const tx = db.transaction(['state', 'tasks', 'changes'], 'readwrite')
  tx.objectStore('state').put({ format: '0.1', seq: 1, tasks: 'elsewhere' }, 'deck')
  tx.objectStore('tasks').put('[{"name":"Of another time"}]', 0)
  tx.objectStore('changes').getAll().onsuccess = ({ target }) => {
    for (const { format: _, ...change } of (target as IDBRequest).result) tx.objectStore('changes').put(change)
  }
  await new Promise((resolve) => {
    tx.oncomplete = resolve
  })
  db.close()
}

test('an ended session hides the tasks and keeps unsent changes, which are sent after the same user has signed in again; Logout deletes everything', async ({
  page,
  gateway,
  taskdeck,
  signedIn,
}) => {
  await addTasks(page, { title: 'Private' })
  await page.goto('#/dashboard')
  await live(page)
  gateway.fail('drop')
  await complete(page, 1)
  await expect(waiting(page)).toHaveText('1 change waiting')
  const elsewhere = await logInElsewhere(page, direct(taskdeck.origin), signedIn)
  await elsewhere.dispose()
  gateway.recover()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(page.getByText('Private')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()

  await logIn(page, signedIn)
  await page.goto('#/dashboard')
  await expect(welcome(page, signedIn)).toBeVisible()
  await expect(card(page, 'Private')).toContainText('Completed')
  await expect(waiting(page)).toBeHidden()
  await expect.poll(async () => (await tasksOf(page, taskdeck.origin))[0]?.status).toBe('Completed')

  await expect.poll(() => decks(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Login / Signup' })).toBeVisible()
  await expect.poll(() => decks(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('taskdeck-session'))).toBeNull()
})

/** Ends all other sessions of a user, from another browser. */
async function logInElsewhere(page: Page, origin: string, { email, password }: { email: string; password: string }) {
  const { request } = await import('@playwright/test')
  const other = await request.newContext({ baseURL: origin })
  await expect(await other.post('/auth/login', { data: { email, password } })).toBeOK()
  await expect(await other.delete('/auth/sessions')).toBeOK()
  expect((await page.request.get(`${origin}/auth/verify`)).status()).toBe(401)
  return other
}

test('changes of one user are never sent for another who has signed in meanwhile, and are sent when their user is back', async ({
  page,
  gateway,
  taskdeck,
  signedIn,
  person,
}) => {
  await addTasks(page, { title: 'Of the first user' })
  await page.goto('#/dashboard')
  await live(page)
  gateway.fail('drop')
  await complete(page, 1)
  await expect(waiting(page)).toHaveText('1 change waiting')
  const logInAs = async ({ email, password }: Person) =>
    expect(await page.request.post(`${direct(taskdeck.origin)}/auth/login`, { data: { email, password } })).toBeOK()
  await logInAs(person)
  gateway.recover()
  await expect(welcome(page, person)).toBeVisible()
  await expect(page.getByText('No tasks available.')).toBeVisible()
  await live(page)
  await expect(waiting(page)).toBeHidden()
  expect(await tasksOf(page, taskdeck.origin)).toEqual([])

  await logInAs(signedIn)
  await page.reload()
  await expect(welcome(page, signedIn)).toBeVisible()
  await expect(card(page, 'Of the first user')).toContainText('Completed')
  await expect.poll(async () => (await tasksOf(page, taskdeck.origin))[0]?.status).toBe('Completed')
})

test('a device that keeps nothing stores nothing, and says before Logout what would be lost', async ({
  page,
  gateway,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Shared computer' })
  await page.goto('#/settings/preferences')
  await live(page)
  const keep = page.getByLabel('Keep my tasks on this device')
  await expect(keep).toBeChecked()
  await expect.poll(() => decks(page)).toHaveLength(1)
  await keep.uncheck()
  await expect.poll(() => decks(page)).toEqual([])
  await page.goto('#/dashboard')
  await page.reload()
  await expect(card(page, 'Shared computer')).toBeVisible()
  expect(await decks(page)).toEqual([])
  await live(page)
  gateway.fail('drop')
  await complete(page, 1)
  await expect(card(page, 'Shared computer')).toContainText('Completed')
  await expect(waiting(page)).toHaveText('1 change waiting')
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign out and lose one change?' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(waiting(page)).toHaveText('1 change waiting')
  gateway.recover()
  await live(page)
  await expect(waiting(page)).toBeHidden()
})

test('without the server, Logout offers to delete everything from this device, in all tabs; the session ends when the server is back', async ({
  page,
  context,
  gateway,
  taskdeck,
  signedIn,
}) => {
  await addTasks(page, { title: 'Private' })
  await page.goto('#/dashboard')
  await live(page)
  const other = await context.newPage()
  await other.goto('#/dashboard')
  await expect(card(other, 'Private')).toBeVisible()
  gateway.fail('drop')
  await complete(page, 1)
  await expect(waiting(page)).toHaveText('1 change waiting')
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: 'your tasks are still on this device' })
  await alert.getByRole('button', { name: 'delete them now' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out without the server?' })
  await expect(question).toContainText('The server has not received one change of yours: it is lost.')
  expect(await decks(page)).toHaveLength(1)
  await question.getByRole('button', { name: 'Delete and sign out' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Login / Signup' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('You are signed out here.')
  await expect.poll(() => decks(page)).toEqual([])
  await expect(other.getByText('Private')).toBeHidden()
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).not.toContain('Private')
  expect(kept).not.toContain(signedIn.email)
  // The cookie still belongs to the session, and must not sign the user in again.
  expect((await page.request.get(`${direct(taskdeck.origin)}/auth/verify`)).status()).toBe(200)
  await other.close()
  await page.goto('#/dashboard')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()

  gateway.recover()
  await expect.poll(async () => (await page.request.get(`${direct(taskdeck.origin)}/auth/verify`)).status()).toBe(401)
  await logIn(page, signedIn)
  await page.reload()
  await expect(card(page, 'Private')).toContainText('Pending')
  await live(page)

  // A deletion that fails is not silent.
  await page.evaluate(() => {
    const { deleteDatabase } = IDBFactory.prototype
    IDBFactory.prototype.deleteDatabase = () => {
      IDBFactory.prototype.deleteDatabase = deleteDatabase
      throw new DOMException('Not now', 'UnknownError')
    }
  })
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'could not be deleted from this device' })
  await expect(failed).toBeVisible()
  expect(await decks(page)).toHaveLength(1)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => decks(page)).toEqual([])
  await expect(failed).toHaveCount(0)
})
