import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectComplaints, expectNoSidewaysScroll, expectUsable, test } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'
import { phone } from './touch.ts'

const activity = (page: Page) => page.getByRole('region', { name: 'Activity' })
const notes = (page: Page) => activity(page).getByRole('article')
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a note' })

test('a note is written, edited, deleted and brought back; those of agents appear live; lists and searches show them', {
  tag: ['@core', '@wide'],
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Move the limits' }, { title: 'Drain the queue' })
  const { token } = await (await page.request.post('/auth/tokens', { data: { name: 'codex', scope: 'write' } })).json()
  await page.goto('#/task/1')
  await live(page)
  await expect(notes(page)).toHaveCount(0)

  await test.step('a note is written by keyboard, and a draft of the next one survives a reload', async () => {
    await page.keyboard.press('m')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('Old limits **drain** over #2')
    await page.keyboard.press('Control+Enter')
    await expect(notes(page)).toContainText(/^You·.*Old limits drain over \s*#2 Drain the queue/)
    await expect(notes(page).locator('strong')).toHaveText('drain')
    await expect(activity(page).getByRole('button', { name: /^Notes/ })).toHaveText('Notes1')
    await expect(page.getByRole('alert')).toContainText('Added a note to #1')
    await expect(field(page)).toHaveValue('')
    await field(page).fill('Half a thought')
    await page.reload()
    await expect(field(page)).toHaveValue('Half a thought')
    await field(page).fill('')
    await expect(notes(page)).toHaveCount(1)
  })

  await test.step('an agent writes one while the page is open', async () => {
    await live(page)
    const written = await page.request.post('/mcp', {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream', cookie: '' },
      data: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'add_note', arguments: { task: 1, text: 'The queue is empty' } },
      },
    })
    await expect(written).toBeOK()
    await expect(notes(page)).toHaveText([/^You via codex \(agent\)·.*The queue is empty$/, /Old limits/])
    await activity(page)
      .getByRole('button', { name: /^Notes/ })
      .click()
    await expect(activity(page).getByRole('listitem')).toHaveCount(2)
    await activity(page).getByRole('button', { name: 'All' }).click()
    await expect(activity(page).getByRole('listitem').last()).toContainText('You created this task')
  })

  await test.step('notes are edited and deleted, and one undo takes back one of these changes', async () => {
    const own = notes(page).filter({ hasText: 'Old limits' })
    await own.hover()
    await own.getByRole('button', { name: 'Edit note' }).click()
    const editor = page.getByRole('textbox', { name: 'Edit note' })
    await expect(editor).toBeFocused()
    await editor.fill('Old limits drain in an hour')
    await page.keyboard.press('Control+Enter')
    await expect(notes(page).nth(1)).toContainText(/^You·.*· editedOld limits drain in an hour$/)
    await expect(page.getByRole('alert').filter({ hasText: 'Edited a note of #1' })).toBeVisible()
    await notes(page).first().hover()
    await notes(page).first().getByRole('button', { name: 'Delete note' }).click()
    await expect(notes(page)).toHaveCount(1)
    await expect(activity(page)).toContainText('You deleted the note “The queue is empty”')
    const deleted = page.getByRole('alert').filter({ hasText: 'Deleted a note of #1' })
    await deleted.getByRole('button', { name: 'Undo' }).click()
    await expect(notes(page)).toHaveText([/The queue is empty$/, /edited.*drain in an hour$/])
    await expectUsable(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('cards count the notes, and a search finds their words and says so', async () => {
    await page.goto('#/dashboard')
    await expect(
      cards(page).filter({ hasText: 'Move the limits' }).getByTitle('2 notes', { exact: true }),
    ).toBeVisible()
    await page.goto('#/list?q=empty')
    await expect(cards(page)).toHaveCount(1)
    await expect(page.getByTitle('2 notes, found in one: The queue is empty')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('queue is empty')
    await expect(page.getByRole('option', { name: /Move the limits/ })).toContainText('In a note')
  })
})

test('a note that is written offline waits, is changed and read there, and is sent later', {
  tag: '@every-width',
}, async ({ page, context, signedIn: _, complaints }) => {
  await addTasks(page, { title: 'Move the limits' })
  await expect(await page.request.post('/tasks/task/1/notes', { data: { text: 'From the office' } })).toBeOK()
  await page.goto('#/task/1')
  await live(page)
  await expect(notes(page)).toHaveCount(1)
  await context.setOffline(true)
  await field(page).fill('From the train')
  await activity(page).getByRole('button', { name: 'Add note' }).click()
  await expect(notes(page)).toHaveText([/^You·.*· waiting.*From the train$/, /From the office$/])
  const office = notes(page).last()
  await office.hover()
  await office.getByRole('button', { name: 'Edit note' }).click()
  await page.getByRole('textbox', { name: 'Edit note' }).fill('From the old office')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(notes(page).last()).toContainText('waiting')
  await context.setOffline(false)
  await expect(notes(page).filter({ hasText: 'waiting' })).toHaveCount(0)
  await expect(notes(page)).toHaveText([/From the train$/, /edited.*From the old office$/])
  const stored = async () => (await (await page.request.get('/tasks/task/1/notes')).json()).notes
  await expect.poll(stored).toMatchObject([{ text: 'From the train' }, { text: 'From the old office' }])
  complaints.length = 0
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a bar at the bottom edge completes the task and takes notes; only the field stays while a note is written', {
    tag: '@narrow',
  }, async ({ page, signedIn: _ }) => {
    await addTasks(page, { title: 'Move the limits' })
    await page.goto('#/task/1')
    await live(page)
    const bar = page.locator('[data-bottom-bar]')
    const complete = bar.getByRole('button', { name: 'Complete' })
    const send = bar.getByRole('button', { name: 'Add note' })
    await expect(send).toBeDisabled()
    expect((await complete.boundingBox())?.height).toBe(44)
    expect((await bar.boundingBox())?.y).toBeGreaterThan(760)
    await field(page).tap()
    await expect(complete).toBeHidden()
    await page.keyboard.type('Found on the way')
    await send.tap()
    await expect(notes(page)).toContainText('Found on the way')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
    await page.keyboard.press('Escape')
    await complete.tap()
    await expect(bar.getByRole('button', { name: 'Reopen' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    // The buttons of the form come last, above the bar.
    await page.getByRole('button', { name: 'Delete Task' }).scrollIntoViewIfNeeded()
    const [update, edge] = [
      await page.getByRole('button', { name: 'Update Task' }).boundingBox(),
      await bar.boundingBox(),
    ]
    expect((update?.y ?? 0) + (update?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0)
    expect(update?.y).toBeGreaterThan((await notes(page).boundingBox())?.y ?? 0)
  })
})

/** Fills the thread of the only task of the server with notes that were written one per minute. */
function fillThread({ folder }: { folder: string }, task: string, count: number) {
  const database = new DatabaseSync(join(folder, 'taskdeck.db'), { timeout: 5_000 })
  database
    .prepare(`insert into notes (user_id, task_id, number, id, kind, text, words, via, created_at, version)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      select t.user_id, t.id, i, t.id || '-' || i, 'note', 'Note ' || i, 'note ' || i, 'session',
        strftime('%Y-%m-%dT%H:%M:00.000Z', 'now', '-' || (? - i + 5) || ' minutes'), 1
      from n join tasks t on t.id = ?`)
    .run(count, count, task)
  database.prepare('update tasks set note_count = ?, last_note_number = ? where id = ?').run(count, count, task)
  database.close()
}

test('of 1,000 notes, the newest 50 are shown at once, and older ones on demand', { tag: '@every-width' }, async ({
  page,
  signedIn: _,
  taskdeck,
  complaints,
}) => {
  const [task] = await addTasks(page, { title: 'Move the limits' })
  fillThread(taskdeck, task?._id ?? '', 999)
  await expect(await page.request.post('/tasks/task/1/notes', { data: { text: 'The last one' } })).toBeOK()
  await page.goto('#/task/1')
  await activity(page)
    .getByRole('button', { name: /^Notes/ })
    .click()
  await expect(activity(page).getByRole('button', { name: /^Notes/ })).toHaveText('Notes1000')
  await expect(notes(page)).toHaveCount(50)
  await expect(notes(page).first()).toContainText('The last one')
  await activity(page).getByRole('button', { name: 'Show older notes' }).click()
  await expect(notes(page)).toHaveCount(100)
  await expect(notes(page).last()).toContainText('Note 901')
  await field(page).fill('One too many')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('has 1,000 notes, which is the maximum')
  await expectComplaints(complaints, 'Error changing a note', 'Failed to load resource')
})
