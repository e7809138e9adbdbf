import type { Page } from '@playwright/test'
import { appStored, expect, pressSequence, test } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'

/** The URL of a part of the app that is loaded on demand, as named by the build. */
const part = (name: string) => new RegExp(`/assets/${name}-[^/]*\\.(js|css)$`)

async function openAddTask(page: Page) {
  await page.goto('#/add-task')
  await page.getByLabel('Title').fill('Half typed')
  await page.getByRole('heading', { level: 1 }).click()
}

test('a dialog says so when its part is not loaded, keeps the input, and works when it is retried', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  const dialogs = [
    ['?', 'help-list'],
    ['q', 'quick-add-body'],
  ] as const
  for (const [, name] of dialogs) await page.route(part(name), (route) => route.abort('internetdisconnected'))
  await openAddTask(page)
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false, configurable: true }))
  for (const [key, name] of dialogs) {
    await test.step(key, async () => {
      await page.keyboard.press(key)
      const dialog = page.getByRole('dialog')
      if (key !== '?') await page.keyboard.type('go board')
      await expect(dialog.getByRole('alert')).toContainText(
        'This part is not loaded yet, and you are offline. Try again when you are online.',
      )
      await expect(page.getByLabel('Title')).toHaveValue('Half typed')
      await page.unroute(part(name))
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(dialog.getByRole('alert')).toBeHidden()
      if (key !== '?') await expect(dialog.getByRole('textbox')).toHaveValue('go board')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })
  }
  complaints.length = 0
})

test('a task that is added while offline appears at once, and is sent when the network is back', {
  tag: ['@core', '@firefox'],
}, async ({ page, context, signedIn: _, complaints }) => {
  await page.goto('#/dashboard')
  await page.getByText('No tasks available.').waitFor()
  await page.keyboard.press('q')
  const line = page.getByLabel('New task')
  await line.fill('Typed offline')
  await page.getByRole('dialog').getByText('No date', { exact: true }).waitFor()
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Added Typed offline')
  await expect(line).toHaveValue('')
  await expect(cards(page)).toContainText('new')
  await context.setOffline(false)
  await expect(cards(page)).toContainText('#1')
  complaints.length = 0
})

test('a screen that did not load can be retried, without a reload and with its styles', { tag: '@core' }, async ({
  page,
  signedIn: _,
  complaints,
}) => {
  await page.route(part('overview'), (route) => route.abort('internetdisconnected'))
  await page.goto('#/dashboard')
  await page.getByText('No tasks available.').waitFor()
  await page.evaluate(() => document.body.setAttribute('data-same', ''))
  await pressSequence(page, 'g', 'o')
  await expect(page.getByRole('heading', { name: 'This screen is not loaded yet' })).toBeVisible()
  const failed = page.waitForEvent('requestfailed', (request) => part('overview').test(request.url()))
  await page.getByRole('button', { name: 'Try again' }).click()
  await failed
  await expect(page.getByRole('heading', { name: 'This screen is not loaded yet' })).toBeVisible()
  const styles = page.waitForResponse(/overview-[^/]*\.css$/)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await styles
  await expect(page.locator('body[data-same]')).toBeVisible()
  complaints.length = 0
})

test('Firefox, which remembers that a screen could not be loaded, shows it after a try when the server sends it again', {
  tag: '@firefox-only',
}, async ({ page, signedIn: _, complaints }) => {
  await page.route(part('overview'), (route) => route.abort('internetdisconnected'))
  await page.goto('#/dashboard')
  await page.getByText('No tasks available.').waitFor()
  await pressSequence(page, 'g', 'o')
  await expect(page.getByRole('heading', { name: 'This screen is not loaded yet' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  complaints.length = 0
})

test.describe('without a service worker', () => {
  test.use({ savesData: false, serviceWorkers: 'block' })

  test('the list of waiting changes is loaded soon after the start, and opens without the network', async ({
    page,
    context,
    signedIn: _,
    complaints,
  }) => {
    await addTasks(page, { title: 'Made at home' })
    const loaded = page.waitForEvent('requestfinished', (request) => /waiting-list-[^/]*\.js$/.test(request.url()))
    await page.goto('#/dashboard')
    await live(page)
    const address = (await loaded).url()
    // Until the parts that it imports are there, too.
    await page.evaluate((list) => import(list).then(() => {}), address)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Complete #1' }).click()
    await page.getByRole('button', { name: '1 change waiting' }).last().click()
    await expect(page.getByRole('list', { name: 'Waiting changes' })).toContainText('Pending → Completed')
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: '1 change waiting' })).toBeHidden()
    complaints.length = 0
  })
})

test.describe('with the service worker', () => {
  test.use({ savesData: false })

  test('the service worker stores every part, and they are available without the network; a screen without data says so, and loads by itself once the network is back', async ({
    page,
    context,
    signedIn: _,
    complaints,
  }) => {
    await openAddTask(page)
    await appStored(page)
    await context.setOffline(true)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('q')
    await expect(page.getByLabel('New task')).toBeFocused()
    await page.keyboard.press('Escape')
    await pressSequence(page, 'g', 'b')
    await expect(page.getByRole('heading', { level: 1, name: 'Board', exact: true })).toBeVisible()
    await pressSequence(page, 'g', 't')
    await expect(page.getByRole('heading', { level: 2, name: 'Could not load the trash' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('The trash is empty.')).toBeVisible()
    complaints.length = 0
  })

  test('a task is shown while offline, can be edited, and is saved once the network is back; a chosen file is kept', async ({
    page,
    context,
    signedIn: _,
    complaints,
  }) => {
    await addTasks(page, { title: 'Read me on the train', description: 'With **all** of it.' })
    await page.goto('#/dashboard')
    await live(page)
    await appStored(page)
    await context.setOffline(true)
    await cards(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Read me on the train' })).toBeVisible()
    await expect(page.getByText('With all of it.')).toBeVisible()
    await expect(page.getByText('The files are not loaded yet.')).toBeVisible()
    const upload = page.getByRole('group', { name: 'Upload a file' })
    await expect(upload).toContainText('The server cannot be reached. Files can be uploaded when it is back.')
    const file = { name: 'proof.txt', mimeType: 'text/plain', buffer: Buffer.from('done') }
    await page.getByLabel('Completion file', { exact: true }).setInputFiles(file)
    await expect(upload).toContainText('Chosen files stay here: upload them when the server is back.')
    await page.getByRole('button', { name: 'Upload File' }).click()
    await expect(upload).toContainText('proof.txt')
    await page.getByRole('button', { name: 'Do not upload proof.txt' }).click()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
    await page.getByRole('button', { name: 'Update Task' }).click()
    await expect(cards(page)).toContainText('Completed')
    await expect(page.getByRole('button', { name: '1 change waiting' }).last()).toBeVisible()
    await context.setOffline(false)
    await live(page)
    await expect(page.getByRole('button', { name: '1 change waiting' })).toBeHidden()
    await expect
      .poll(async () => (await (await page.request.get('/tasks/getTasks')).json()).tasks[0].status)
      .toBe('Completed')
    complaints.length = 0
  })
})
