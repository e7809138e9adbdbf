import type { Page } from '@playwright/test'
import { logInOn } from './auth-card.ts'
import {
  accountMenu,
  asOnPhone,
  expect,
  expectAccessible,
  expectComplaints,
  navItems,
  test,
  withoutLive,
} from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'
import { waiting } from './waiting.ts'

const editor = (page: Page) => page.getByRole('form', { name: 'Edit task' })
const titleOf = (page: Page) => editor(page).getByLabel('Title')
const descriptionOf = (page: Page) => editor(page).getByLabel('Description')
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

test('title and description are edited in place, saved with Ctrl+S, and restored by undo; the toolbar and its keys format the text, lists continue, and a preview shows the result', {
  tag: ['@phone', '@every-width'],
}, async ({ page, signedIn: _ }) => {
  await addTasks(page, { title: 'Fix it', description: 'It broke.' })
  await page.goto('#/task/1')
  await page.getByRole('heading', { name: 'Fix it' }).waitFor()
  await page.keyboard.press('e')
  await expect(titleOf(page)).toBeFocused()
  await titleOf(page).fill('x'.repeat(201))
  await expect(editor(page).getByText('1 character too many.')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(editor(page).getByText('Please use at most 200 characters.')).toBeVisible()
  await titleOf(page).fill('Mend it')
  await descriptionOf(page).fill('It **broke** again.')
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect(editor(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Mend it' })).toBeVisible()
  await expect(page.locator('strong', { hasText: 'broke' })).toBeVisible()
  await expect(page).toHaveURL(/#\/task\/1$/)
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()

  await test.step('a click on the text edits it where it was clicked', async () => {
    await page.getByText('It broke.').click()
    await expect(descriptionOf(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Fix it' }).click()
    await expect(titleOf(page)).toBeFocused()
    await descriptionOf(page).fill('')
    await editor(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Add a description' }).click()
    await expect(descriptionOf(page)).toBeFocused()
  })

  const field = descriptionOf(page)
  await field.pressSequentially('see the log')
  await field.selectText()
  await page.keyboard.press('Control+b')
  await expect(field).toHaveValue('**see the log**')
  await page.keyboard.press('Control+z')
  await expect(field).toHaveValue('see the log')

  await test.step('with a selection, Ctrl+K makes a link; without one, it opens the palette', async () => {
    await field.selectText()
    await page.keyboard.press('Control+k')
    await expect(field).toHaveValue('[see the log](url)')
    await page.keyboard.type('https://example.com')
    await expect(field).toHaveValue('[see the log](https://example.com)')
    await page.keyboard.press('End')
    await page.keyboard.press('Control+k')
    await expect(page.getByLabel('Search or jump to')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Search or jump to')).toBeHidden()
    await expect(field).toBeFocused()
  })
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await editor(page).getByRole('button', { name: 'Checklist' }).click()
  await page.keyboard.type('one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('end')
  await expect(field).toHaveValue('[see the log](https://example.com)\n\n- [ ] one\n- [ ] two\nend')

  const preview = editor(page).getByRole('button', { name: 'Preview' })
  await preview.click()
  await expect(
    editor(page).getByRole('region', { name: 'Preview' }).getByRole('checkbox', { name: 'one' }),
  ).toBeVisible()
  await expect(field).toBeHidden()
  await expectAccessible(page)
  await preview.click()
  await expect(field).toBeVisible()
})

const storedText = async (page: Page) => {
  const [{ title, description }] = (await (await page.request.get('/tasks/getTasks')).json()).tasks
  return { title, description }
}
const saved = (page: Page) => editor(page).getByText('Saved', { exact: true })

test('text saves itself after a pause, as one step of undo, and on every way out; discarding takes back what was saved', {
  tag: ['@core', '@every-width'],
}, async ({ page, context, signedIn: _, complaints }) => {
  await addTasks(page, { title: 'Fix it', description: 'It broke.' })
  await page.goto('#/dashboard')
  await cards(page).click()
  await page.getByRole('heading', { level: 1, name: 'Fix it' }).waitFor()
  await live(page)
  await page.getByText('It broke.').click()
  await expect(descriptionOf(page)).toBeFocused()
  await test.step('after a pause, also what is typed behind a space', async () => {
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText(' Twice. ')
    await expect(saved(page)).toBeVisible()
    await expect(descriptionOf(page)).toHaveValue('It broke. Twice. ')
    await page.keyboard.insertText('At night.')
    await expect.poll(async () => (await storedText(page)).description).toBe('It broke. Twice. At night.')
    await expect(saved(page)).toBeVisible()
  })
  await test.step('each pause is one step of undo', async () => {
    await titleOf(page).press('Enter')
    await expect(editor(page)).toBeHidden()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('It broke. Twice.', { exact: true })).toBeVisible()
  })
  await test.step('Escape asks, and takes back what was saved', async () => {
    await page.keyboard.press('e')
    await titleOf(page).fill('Mend it')
    await expect(saved(page)).toBeVisible()
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()
    await expect.poll(async () => (await storedText(page)).title).toBe('Fix it')
    await page.getByRole('alert').filter({ hasText: 'Discarded' }).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { name: 'Mend it' })).toBeVisible()
  })
  await test.step('leaving the field', async () => {
    await page.keyboard.press('e')
    await titleOf(page).fill('Leave the field')
    await page.getByLabel('Priority', { exact: true }).focus()
    await expect.poll(async () => (await storedText(page)).title).toBe('Leave the field')
  })
  await test.step('going back, without a question', async () => {
    await titleOf(page).fill('Go back')
    await page.goBack()
    await expect(cards(page)).toContainText('Go back')
    await expect.poll(async () => (await storedText(page)).title).toBe('Go back')
  })
  await test.step('without the server, and closing the tab', async () => {
    await cards(page).click()
    await page.getByRole('heading', { level: 1, name: 'Go back' }).waitFor()
    await page.keyboard.press('e')
    await titleOf(page).waitFor()
    await context.setOffline(true)
    await titleOf(page).fill('Wait for the server')
    await expect(editor(page).getByText('Waiting for the server', { exact: true })).toBeVisible()
    await titleOf(page).fill('Close the tab')
    const next = await context.newPage()
    const closed = page.waitForEvent('close')
    // The browser may ask while the last words are being stored.
    page.on('dialog', (dialog) => dialog.accept())
    await page.close({ runBeforeUnload: true })
    await closed
    await context.setOffline(false)
    await next.goto('#/task/1')
    await expect(next.getByRole('heading', { name: 'Close the tab' })).toBeVisible()
    await expect.poll(async () => (await storedText(next)).title).toBe('Close the tab')
    complaints.length = 0
  })
})

test('text that cannot be saved is not discarded without a question, on any way out', { tag: '@core' }, async ({
  page,
  signedIn: _,
}) => {
  await addTasks(page, { title: 'Fix it' })
  await page.goto('#/dashboard')
  await cards(page).click()
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  const long = 'Mend it '.repeat(30)
  await edit.click()
  await expect(titleOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeHidden()
  await edit.click()
  await titleOf(page).fill(long)
  await expect(editor(page).getByText('Not saved yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(titleOf(page)).toHaveValue(long)

  const address = page.url()
  const stays = async () => {
    await leaving(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(leaving(page)).toBeHidden()
    await expect(page).toHaveURL(address)
    await expect(titleOf(page)).toHaveValue(long)
  }
  for (const isNarrow of [false, true]) {
    if (isNarrow) await asOnPhone(page)
    await test.step('the back button', async () => {
      await page.goBack()
      await stays()
    })
    await test.step('a link', async () => {
      await (await navItems(page)).getByRole('link', { name: 'Dashboard' }).click()
      await stays()
    })
    await test.step('an address that is edited by hand', async () => {
      await page.evaluate(() => {
        window.location.hash = '#/board'
      })
      await stays()
      // The history is as it was.
      await page.goBack()
      await stays()
    })
  }
  await test.step('Logout', async () => {
    await (await accountMenu(page)).getByRole('menuitem', { name: 'Logout' }).click()
    const logout = page.getByRole('dialog', { name: 'Sign out without saving?' })
    await logout.getByRole('button', { name: 'Cancel' }).click()
    await expect(logout).toBeHidden()
    await expect(titleOf(page)).toHaveValue(long)
  })
  await test.step('closing the tab', async () => {
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expect(titleOf(page)).toHaveValue(long)
  })
  await test.step('the user agrees to leave by an edited address', async () => {
    await page.evaluate(() => {
      window.location.hash = '#/board'
    })
    await leaving(page).getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/#\/board$/)
    await expect(page.getByRole('heading', { name: 'Board', exact: true })).toBeVisible()
    await cards(page).first().click()
    await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()
    await expect(editor(page)).toBeHidden()
  })
})

test('typed text survives a reload and the end of the session, also if it cannot be saved', async ({
  page,
  signedIn,
  complaints,
}) => {
  await addTasks(page, { title: 'Fix it' })
  await page.goto('#/task/1')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await titleOf(page).fill('')
  await descriptionOf(page).fill('Half a sentence')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(titleOf(page)).toHaveValue('')
  await expect(descriptionOf(page)).toHaveValue('Half a sentence')
  await expect(page.getByText('You typed this earlier.')).toBeVisible()

  await page.request.post('/auth/logout')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await logInOn(page, signedIn)
  await expect(titleOf(page)).toHaveValue('')
  await expect(descriptionOf(page)).toHaveValue('Half a sentence')
  await page.getByText('You typed this earlier.').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(editor(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Fix it' })).toBeVisible()
  await expect(editor(page)).toBeHidden()
  complaints.length = 0
})

test('of a conflicting title and of conflicting lines the user chooses one, all other lines are merged, and the question closes with its page', async ({
  page,
  signedIn: _,
  complaints,
}) => {
  const [task] = await addTasks(await withoutLive(page), { title: 'Fix it', description: 'a\nb\nc\nd\ne' })
  await page.goto('#/dashboard')
  await cards(page).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: { title: 'Theirs' } })
  await titleOf(page).fill('Mine')
  // Nothing interrupts the typing.
  await expect(editor(page).getByText('Changed elsewhere too.')).toBeVisible()
  await editor(page).getByRole('button', { name: 'Choose' }).click()
  const conflict = page.getByRole('dialog', { name: 'This task was changed elsewhere' })
  await expect(conflict.getByRole('radio', { name: /Mine Yours/ })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(conflict).toBeHidden()
  await expect(titleOf(page)).toHaveValue('Mine')

  await editor(page).getByRole('button', { name: 'Save' }).click()
  await expect(conflict).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(conflict).toBeHidden()
  // The text is not lost with its page.
  await waiting(page).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Theirs From elsewhere' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save my choice' }).click()
  await page.keyboard.press('Escape')
  await expect(waiting(page)).toBeHidden()
  await expect(cards(page)).toContainText('Theirs')

  await cards(page).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const theirs = { title: 'Theirs again', description: 'A\nb\ntheir line\nd\ne' }
  await page.request.put(`/tasks/updateTask/${task?._id}`, { data: theirs })
  await titleOf(page).fill('Mine')
  await descriptionOf(page).fill('a\nb\nmy line\nd\nE')
  await editor(page).getByRole('button', { name: 'Save' }).click()
  await expect(conflict.getByRole('radio', { name: 'my line Yours' })).toBeChecked()
  await expectAccessible(page)
  // By keyboard, on a phone in the dark.
  await asOnPhone(page)
  await conflict.getByRole('radio', { name: 'my line Yours' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(conflict.getByRole('radio', { name: 'their line From elsewhere' })).toBeChecked()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible()
  await expect
    .poll(async () => (await (await page.request.get(`/tasks/task/${task?._id}`)).json()).description)
    .toBe('A\nb\ntheir line\nd\nE')
  // The server refuses the text, unless the page has loaded the other one before.
  expect(complaints.filter((text) => !text.includes('status of 412'))).toEqual([])
  complaints.length = 0
})

test('unsaved text is kept when its task is deleted elsewhere', async ({ page, signedIn: _, complaints }) => {
  const [task] = await addTasks(page, { title: 'Fix it' })
  await page.goto('#/task/1')
  await live(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await titleOf(page).fill('Mend it')
  await page.request.delete(`/tasks/deleteTask/${task?._id}`)
  await expect(page.getByText('This task was deleted')).toBeVisible()
  await editor(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('That task is in the trash. Restore it first.')
  await expect(titleOf(page)).toHaveValue('Mend it')
  await expectComplaints(complaints, 'status of 404', 'Error updating task')
})
