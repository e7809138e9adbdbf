import type { Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { asOnPhone, expect, expectAccessible, expectComplaints, test } from './taskdeck.ts'
import { addTasks, cards, live } from './tasks.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Labels' })
const rows = (page: Page) => section(page).getByRole('listitem')
const tag = (page: Page, label: string) => rows(page).filter({ hasText: label }).locator('span').first()

/** The labels of all tasks on the server, by title. */
async function stored(page: Page): Promise<Record<string, string[]>> {
  const { tasks } = (await (await page.request.get('/tasks/getTasks')).json()) as { tasks: Task[] }
  return Object.fromEntries(tasks.map(({ title, labels }) => [title, labels]))
}

async function edit(page: Page, label: string) {
  await section(page)
    .getByRole('button', { name: `Edit #${label}` })
    .click()
  return page.getByRole('dialog', { name: `Label #${label}` })
}

async function threeTasks(page: Page) {
  await addTasks(
    page,
    { title: 'one', labels: ['auth', 'web'] },
    { title: 'two', labels: ['auth'] },
    { title: 'three', labels: ['login'] },
  )
  await page.goto('#/settings/labels')
  await expect(rows(page)).toHaveText(['#auth2 tasksEdit', '#login1 taskEdit', '#web1 taskEdit'])
  await live(page)
}

test('a label is renamed, merged and deleted on all its tasks by keyboard, each with one undo', {
  tag: '@core',
}, async ({ page, signedIn: _ }) => {
  await threeTasks(page)
  const rename = async (label: string, name: string) => {
    await section(page)
      .getByRole('button', { name: `Edit #${label}` })
      .focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  const undo = (message: string) =>
    page.getByRole('alert').filter({ hasText: message }).getByRole('button', { name: 'Undo' }).click()
  await rename('auth', 'no spaces')
  await expect(page.getByText('“no spaces” cannot be a label')).toBeVisible()
  await page.keyboard.press('Escape')

  await rename('auth', '#Identity')
  await expect(page.getByRole('alert')).toContainText('Renamed #auth to #identity on 2 tasks')
  await expect(rows(page)).toHaveText(['#identity2 tasksEdit', '#login1 taskEdit', '#web1 taskEdit'])
  await expect.poll(() => stored(page)).toEqual({ one: ['web', 'identity'], two: ['identity'], three: ['login'] })
  await undo('Renamed #auth to #identity on 2 tasks')
  await expect(rows(page)).toHaveText(['#auth2 tasksEdit', '#login1 taskEdit', '#web1 taskEdit'])
  await expect.poll(() => stored(page)).toEqual({ one: ['auth', 'web'], two: ['auth'], three: ['login'] })

  await rename('auth', 'login')
  const question = page.getByRole('dialog', { name: 'Merge #auth into #login?' })
  await expect(question).toContainText('#login is already used by #3 three. It replaces #auth on 2 tasks.')
  await question.getByRole('button', { name: 'Merge' }).press('Enter')
  await expect(rows(page)).toHaveText(['#login3 tasksEdit', '#web1 taskEdit'])
  await expect.poll(() => stored(page)).toEqual({ one: ['web', 'login'], two: ['login'], three: ['login'] })

  await (await edit(page, 'login')).getByRole('button', { name: 'Delete label' }).press('Enter')
  await page.getByRole('button', { name: 'Delete label' }).last().press('Enter')
  await expect(rows(page)).toHaveText(['#web1 taskEdit'])
  await expect.poll(() => stored(page)).toEqual({ one: ['web'], two: [], three: [] })
  await undo('Removed #login from 3 tasks')
  await expect(rows(page)).toHaveText(['#login3 tasksEdit', '#web1 taskEdit'])
})

test('a colour appears at once and on other devices; without the server, a colour and a renamed label wait with the other changes', async ({
  page,
  signedIn,
  otherDevice,
  complaints,
}) => {
  await threeTasks(page)
  const device = await otherDevice(signedIn)
  await device.goto('#/settings/labels')
  await live(device)
  const teal = 'rgb(11, 107, 107)'
  const pink = 'rgb(168, 47, 119)'
  const dialog = await edit(page, 'auth')
  await dialog.getByRole('radio', { name: 'teal' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  for (const screen of [page, device]) await expect(tag(screen, '#auth')).toHaveCSS('color', teal)

  // A renamed label takes its colour along.
  for (const address of ['**/labels/colours', '**/tasks/bulkUpdateTasks'])
    await page.route(address, (route) => route.abort())
  await (await edit(page, 'auth')).getByLabel('Name').fill('identity')
  await page.keyboard.press('Enter')
  await expect(tag(page, '#identity')).toHaveCSS('color', teal)
  await (await edit(page, 'identity')).getByRole('radio', { name: 'pink' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.reload()
  await expect(rows(page).first()).toHaveText('#identity2 tasksEdit')
  await expect(tag(page, '#identity')).toHaveCSS('color', pink)
  await page.getByRole('button', { name: '3 changes waiting' }).last().click()
  await expect(page.getByRole('list', { name: 'Waiting changes' }).getByRole('listitem')).toContainText([
    /2 tasks/,
    /#identity.*Colour: teal/,
    /#identity.*Colour: pink/,
  ])
  await expect(page.getByRole('alert').filter({ hasText: 'was not changed' })).toHaveCount(0)
  // In this order: without the outage, the changes may be sent before the click.
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.unrouteAll()
  for (const screen of [page, device]) await expect(tag(screen, '#identity')).toHaveCSS('color', pink)
  await expect.poll(() => stored(page)).toMatchObject({ one: ['web', 'identity'], two: ['identity'] })
  await expect(page.getByRole('button', { name: /changes? waiting/ })).toHaveCount(0)
  await expectComplaints(complaints, 'net::ERR_FAILED')
})

test('the labels of selected tasks are changed by keyboard in one menu, with one undo for each label', async ({
  page,
  signedIn: _,
}) => {
  await addTasks(
    page,
    { title: 'one', labels: ['auth', 'web'] },
    { title: 'two', labels: ['auth'] },
    { title: 'three', labels: ['auth'] },
  )
  await page.goto('#/dashboard')
  await expect(cards(page)).toHaveCount(3)
  await live(page)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('l')
  const field = page.getByRole('combobox', { name: 'Find or create a label' })
  await expect(field).toBeFocused()
  const option = (name: string) => page.getByRole('listbox', { name: 'Labels' }).getByRole('option', { name })
  await expect(option('#auth')).toHaveAttribute('aria-checked', 'true')
  await expect(option('#web')).toHaveAttribute('aria-checked', 'mixed')
  await expect(option('#web')).toContainText('1 of 3')
  await expectAccessible(page)

  // A mixed label is added to all, one that all have is removed from all.
  await page.keyboard.type('we')
  await expect(option('#auth')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(option('#web')).toHaveAttribute('aria-checked', 'true')
  await expect.poll(() => stored(page)).toEqual({ one: ['auth', 'web'], two: ['auth', 'web'], three: ['auth', 'web'] })
  await page.keyboard.press('Enter')
  await expect(option('#auth')).toHaveAttribute('aria-checked', 'false')
  await expect.poll(() => stored(page)).toEqual({ one: ['web'], two: ['web'], three: ['web'] })

  await page.keyboard.type('no!')
  await expect(page.getByText('“no!” cannot be a label')).toBeVisible()
  await field.fill('#New')
  await expect(option('Create #new')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => stored(page)).toEqual({ one: ['web', 'new'], two: ['web', 'new'], three: ['web', 'new'] })
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => stored(page)).toEqual({ one: ['web'], two: ['web'], three: ['web'] })

  await asOnPhone(page)
  await page.keyboard.press('l')
  await expect(field).toBeFocused()
  await page.keyboard.type('ops')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => stored(page)).toEqual({ one: ['web', 'ops'], two: ['web', 'ops'], three: ['web', 'ops'] })
})

test('labels in every colour are accessible on narrow and wide screens, in both themes', async ({
  page,
  signedIn: _,
}) => {
  const colours = ['violet', 'blue', 'teal', 'green', 'lime', 'amber', 'brown', 'pink']
  await addTasks(page, { labels: [...colours, 'plain'] })
  for (const colour of colours) await page.request.put('/labels/colours', { data: { label: colour, colour } })
  await page.goto('#/settings/labels')
  await expect(rows(page)).toHaveCount(9)
  const lookAtAll = async () => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect(tag(page, '#violet')).not.toHaveCSS('background-color', 'rgb(255, 255, 255)')
        // The themes differ only in colours.
        await expectAccessible(page, colorScheme === 'dark' ? ['color-contrast'] : undefined)
      }
    }
  }
  await lookAtAll()
  await edit(page, 'teal')
  await expect(page.getByRole('radio', { name: 'teal' })).toBeChecked()
  await lookAtAll()
})
