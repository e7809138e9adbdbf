import type { Page } from '@playwright/test'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { typedDays, typedReminders, typedRepeats } from '../test/typed-texts.ts'
import { expect, test } from './taskdeck.ts'
import { addTasks, cards, focusedCard, live } from './tasks.ts'

/** All texts on a slow processor and in the run at every width, otherwise one of each form: a menu takes seconds, and what a text means is tested without a browser. */
const count = process.env.SLOW_PROCESSOR || process.env.EVERY_WIDTH ? 30 : 12
const allDays: typeof typedDays = [['Tom', '2026-11-19'], ['2', '2026-11-19'], ...typedDays]
const days = allDays.slice(0, count)

/** The second option of the menu for the start date. */
const starts = days.map(([text, day]): [string, string] => (text === '2' ? [text, '2026-11-23'] : [text, day]))

const repeats = typedRepeats.slice(0, count)
const reminders = typedReminders.slice(0, count)

const numbers = days.map((_, index) => String(index + 1).padStart(2, '0'))

/** Many keys and many changes: a busy machine needs its time for them. */
const maxMs = 300_000

const codes: Record<string, number> = { Enter: 13, Escape: 27 }

/** Presses keys one after another without waiting for any of them: all are sent before the browser has handled the first one. */
async function pressAll(page: Page, keys: string[]) {
  const client = await page.context().newCDPSession(page)
  await Promise.all(
    keys.flatMap((key) => {
      const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined
      const code = codes[key] ?? key.toUpperCase().charCodeAt(0)
      const event = { key, windowsVirtualKeyCode: code, ...(text ? { text } : {}) }
      return [
        client.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', ...event }),
        client.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: code }),
      ]
    }),
  )
  await client.detach()
}

/** Opens a menu for each task in turn and types into it, as quickly as a machine can. */
async function typeIntoEach(page: Page, key: string, texts: string[], last: string[] = ['Enter']) {
  const [first = '', ...others] = texts
  await pressAll(page, [key, ...first, ...last])
  // The first text waits until there is something that can read it.
  await expect(page.getByRole('dialog')).toBeHidden()
  await pressAll(
    page,
    others.flatMap((text) => ['j', key, ...text, ...last]),
  )
}

/** A task for each text in a list in which they stay where they are, and what the server has of them. */
async function tasksForTexts(page: Page) {
  // Time does not pass, so that a digit waits for the next one, however slow the machine is.
  await page.clock.install({ time: new Date('2026-11-18T09:00:00') })
  // All rows are on the screen: a list that scrolls renders the next one only with the next frame.
  await page.setViewportSize({ width: 1000, height: 2600 })
  const tasks = await addTasks(page, ...numbers.map((number) => ({ title: `a task ${number}`, estimate: 40 })))
  const goals = await addTasks(page, ...numbers.map((number) => ({ title: `xcd ${number}` })))
  await page.goto('#/list?group=none&sort=title&order=asc')
  await live(page)
  await expect(cards(page).first()).toContainText('a task 01')
  await page.clock.pauseAt(new Date('2026-11-18T12:00:00'))
  const toFirst = async () => {
    await pressAll(page, Array(numbers.length).fill('k'))
    await expect(focusedCard(page)).toContainText('a task 01')
  }
  const stored = async (): Promise<Task[]> => {
    const all: Task[] = (await (await page.request.get('/tasks/getTasks')).json()).tasks
    return tasks.flatMap(({ _id }) => all.find((task) => task._id === _id) ?? [])
  }
  /** Nothing but the given fields has changed. */
  const expectOnly = async (changed: (keyof Task)[]) => {
    const rest = (task: Task) =>
      Object.fromEntries(Object.entries(task).filter(([name]) => !['version', 'updatedAt', ...changed].includes(name)))
    expect((await stored()).map(rest)).toEqual(tasks.map(rest))
  }
  return { goals, toFirst, stored, expectOnly }
}

test('the menus for the due date and the start take text after text as quickly as a machine types, and no key reaches the page behind', {
  tag: '@widest',
}, async ({ page, signedIn: _ }) => {
  test.setTimeout(maxMs)
  const { toFirst, stored, expectOnly } = await tasksForTexts(page)
  await toFirst()
  await typeIntoEach(
    page,
    'd',
    days.map(([text]) => text),
  )
  // On the page of a task, J leads to the next one.
  await toFirst()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'a task 01', level: 1 }).waitFor()
  await typeIntoEach(
    page,
    'z',
    starts.map(([text]) => text),
  )
  await expect(page.getByRole('heading', { name: `a task ${numbers.at(-1)}`, level: 1 })).toBeVisible()
  await page.clock.resume()
  await expect
    .poll(async () => (await stored()).map(({ startDate }) => startDate?.slice(0, 10)), { timeout: maxMs })
    .toEqual(starts.map(([, day]) => day))
  expect((await stored()).map(({ dueDate }) => dueDate?.slice(0, 10))).toEqual(days.map(([, day]) => day))
  await expectOnly(['dueDate', 'startDate'])
})

test('the menus for repetition, reminders, labels, links and estimate take text after text as quickly as a machine types, and no key reaches the page behind', {
  tag: '@widest',
}, async ({ page, signedIn: _ }) => {
  test.setTimeout(maxMs)
  const { goals, toFirst, stored, expectOnly } = await tasksForTexts(page)
  const menus: [key: string, texts: string[], last?: string[]][] = [
    ['r', repeats.map(([text]) => text)],
    ['i', reminders.map(([text]) => text)],
    ['l', numbers.map((number) => `dc-${number}`), ['Enter', 'Escape']],
    ['b', numbers.map((number) => `xcd ${number}`)],
    ['h', numbers.map((number) => `${Number(number)}h`)],
  ]
  for (const [key, texts, last] of menus) {
    await toFirst()
    await typeIntoEach(page, key, texts, last)
  }
  await page.clock.resume()
  await expect
    .poll(async () => (await stored()).map(({ estimate }) => estimate), { timeout: maxMs })
    .toEqual(numbers.map(Number))
  const now = await stored()
  expect(now.map(({ repeat }) => repeat?.rule)).toEqual(repeats.map(([, rule]) => rule))
  expect(now.map((task) => task.reminders)).toEqual(reminders.map(([, reminder]) => [reminder]))
  expect(now.map(({ labels }) => labels)).toEqual(numbers.map((number) => [`dc-${number}`]))
  expect(now.map(({ blockedBy }) => blockedBy)).toEqual(goals.map(({ _id }) => [_id]))
  await expectOnly(['repeat', 'reminders', 'labels', 'blockedBy', 'estimate'])
})
