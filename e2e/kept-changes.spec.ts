import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { test } from './gateway.ts'
import { expect, logIn, newPerson } from './taskdeck.ts'
import { addTasks, live } from './tasks.ts'
import { card, complete, statusesOf, waiting } from './waiting.ts'

/** The number of unsent changes that this browser has stored. */
async function storedChanges() {
  const [{ name = '' } = {}] = await indexedDB.databases()
  if (!name) return 0
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

/** Tells the test when a card is shown as completed, and how many changes were on the disk by then. */
function watchCards() {
  let stored = 0
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...args) {
    const made = transaction.apply(this, args)
    if (String(args[0]) === 'changes' && args[1] === 'readwrite') made.addEventListener('complete', () => stored++)
    return made
  }
  const observer = new MutationObserver(() => {
    const [link] = document.querySelectorAll('a[href*="#/task/"]')
    if (!link?.textContent?.includes('Completed')) return
    observer.disconnect()
    void Reflect.get(window, 'onCompleted')(stored)
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

test('a change is on the disk before it is shown: a browser that is killed at that moment has it after a restart', async ({
  gateway,
}, { project }) => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-profile-'))
  const person = newPerson()
  const start = async () => {
    const { launchOptions, viewport } = project.use
    const options = { ...launchOptions, ...(viewport && { viewport }), baseURL: `${gateway.origin}/taskdeck/` }
    const context = await chromium.launchPersistentContext(folder, options)
    return { context, page: context.pages()[0] ?? (await context.newPage()) }
  }
  const first = await start()
  const gone = first.context.waitForEvent('close')
  const shown = Promise.withResolvers<number>()
  const client = await first.context.newCDPSession(first.page)
  await first.page.exposeFunction('onCompleted', (stored: number) => {
    shown.resolve(stored)
    void client.send('Browser.crash').catch(() => {})
  })
  await first.page.addInitScript(watchCards)
  await expect(await first.page.request.post('/auth/signup', { data: { ...person, timeZone: 'UTC' } })).toBeOK()
  await addTasks(first.page, { title: 'Survivor' })
  await first.page.goto('#/dashboard')
  await live(first.page)
  gateway.fail('drop')
  // The browser is gone before the click is reported.
  await complete(first.page, 1).catch(() => {})
  expect(await shown.promise).toBe(1)
  await gone

  gateway.recover()
  const second = await start()
  // A browser writes cookies later than tasks.
  await logIn(second.page, person)
  await second.page.goto('#/dashboard')
  await expect(card(second.page, 'Survivor')).toContainText('Completed')
  await expect.poll(() => statusesOf(second.page, gateway.origin)).toEqual(['Completed'])
  await second.context.close()
  await rm(folder, { recursive: true, force: true })
})

test('changes that are made while others are being stored are stored together', async ({
  page,
  gateway,
  signedIn: _,
}) => {
  const titles = Array.from({ length: 8 }, (_, index) => ({ title: `Task ${index}` }))
  await addTasks(page, ...titles)
  await page.goto('#/dashboard')
  await live(page)
  gateway.fail('drop')
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype
    Reflect.set(window, 'writes', 0)
    IDBDatabase.prototype.transaction = function (...args) {
      if (String(args[0]) === 'changes' && args[1] === 'readwrite')
        Reflect.set(window, 'writes', Reflect.get(window, 'writes') + 1)
      return transaction.apply(this, args)
    }
    for (const button of document.querySelectorAll<HTMLElement>('button[aria-label^="Complete #"]')) button.click()
  })
  await expect(waiting(page)).toHaveText('8 changes waiting')
  // The first one, the others, and the first one again when it is sent.
  expect(await page.evaluate(() => Reflect.get(window, 'writes'))).toBeLessThanOrEqual(4)
  expect(await page.evaluate(storedChanges)).toBe(8)
})

test('deleted site data does not sign out: open tabs store their tasks and unsent changes again, and say so', async ({
  page,
  context,
  gateway,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'One' }, { title: 'Two' })
  await page.goto('#/dashboard')
  await live(page)
  const other = await context.newPage()
  await other.goto('#/dashboard')
  await live(other)
  gateway.fail('drop')
  await complete(page, 1)
  await expect(waiting(page)).toHaveText('1 change waiting')
  const client = await context.newCDPSession(page)
  await client.send('Storage.clearDataForOrigin', { origin: gateway.origin, storageTypes: 'indexeddb,local_storage' })
  const told = 'Taskdeck has stored your tasks and one unsent change again'
  await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible()
  await expect(other.getByRole('alert').filter({ hasText: told })).toBeVisible()
  expect(await page.evaluate(storedChanges)).toBe(1)
  await complete(page, 2)
  await expect(waiting(page)).toHaveText('2 changes waiting')
  await expect.poll(() => page.evaluate(storedChanges)).toBe(2)
  gateway.recover()
  await expect(waiting(page)).toBeHidden()
  await expect.poll(() => statusesOf(page, gateway.origin)).toEqual(['Completed', 'Completed'])
})

test('with a device that is full, changes in memory are named, offered as a file, and not lost with the tab without a question', async ({
  page,
  gateway,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Before' }, { title: 'After' })
  await page.goto('#/dashboard')
  await live(page)
  gateway.fail('drop')
  await complete(page, 1)
  await expect(waiting(page)).toHaveText('1 change waiting')
  const questions: string[] = []
  const answer = Promise.withResolvers<void>()
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type())
    await dialog.dismiss()
    answer.resolve()
  })
  // Stored changes need no question.
  await page.reload()
  await expect(waiting(page)).toHaveText('1 change waiting')
  expect(questions).toEqual([])

  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
  })
  await complete(page, 2)
  const alert = page.getByRole('alert').filter({ hasText: 'Your tasks cannot be kept on this device' })
  await expect(alert).toBeVisible()
  await expect(alert).toContainText('This device has no room left')
  await expect(waiting(page)).toHaveText('2 changes waiting')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    alert.getByRole('button', { name: 'Download my tasks' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^taskdeck-.*\.md$/)
  await waiting(page).click()
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
  await page.close({ runBeforeUnload: true })
  await answer.promise
  expect(questions).toEqual(['beforeunload'])

  gateway.recover()
  await expect(waiting(page)).toBeHidden()
  await expect.poll(() => statusesOf(page, gateway.origin)).toEqual(['Completed', 'Completed'])
})

test('the browser is asked to keep its storage when a change waits, and not before', async ({
  page,
  gateway,
  signedIn: _,
}) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'asked', 0)
    StorageManager.prototype.persist = async () => {
      Reflect.set(window, 'asked', Reflect.get(window, 'asked') + 1)
      return true
    }
  })
  const asked = () => page.evaluate(() => Reflect.get(window, 'asked'))
  await addTasks(page, { title: 'One' }, { title: 'Two' })
  await page.goto('#/dashboard')
  await live(page)
  await complete(page, 1)
  await expect(page.getByRole('alert')).toContainText('Completed #1')
  expect(await asked()).toBe(0)
  gateway.fail('drop')
  await complete(page, 2)
  await expect(waiting(page)).toHaveText('1 change waiting')
  await expect.poll(asked).toBe(1)
  gateway.recover()
  await expect(waiting(page)).toBeHidden()
})
