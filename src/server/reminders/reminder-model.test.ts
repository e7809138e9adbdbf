import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../test/cases.ts'
import { engines } from '../../../test/database.ts'
import { remindingApp, taken } from '../../../test/reminders.ts'
import { addTask } from '../../../test/tasks.ts'

const start = Date.parse('2026-10-24T12:00:00Z')
const day = 86_400_000
/** The clocks of the first two change around these days, in different directions and at different hours; those of the others never change. */
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', '']
const days = ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-31', '2026-11-01', '2026-11-02']
const times = ['00:00', '01:30', '02:30', '09:00', '23:59']
const reminders = ['due-0T09:00', 'due-1T02:30', ...days.flatMap((on) => times.map((time) => `${on}T${time}`))]
const titles = ['a', 'b', 'c']

const change = fc.oneof(
  fc.record({ reminders: fc.uniqueArray(fc.constantFrom(...reminders), { maxLength: 3 }) }),
  fc.record({ dueDate: fc.constantFrom(null, ...days) }),
  fc.record({ startDate: fc.constantFrom(null, '9999-12-31', ...days) }),
  fc.record({ status: fc.constantFrom('Pending' as const, 'Completed' as const) }),
  fc.constant({ title: undefined }),
)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ task: fc.nat(titles.length - 1), change }) },
  {
    weight: 3,
    arbitrary: fc.record({ wait: fc.constantFrom(1, 60, 600, 1_440, 4_000).map((minutes) => minutes * 60_000) }),
  },
  { weight: 1, arbitrary: fc.record({ zone: fc.constantFrom(...zones) }) },
  { weight: 2, arbitrary: fc.record({ look: fc.constant(true) }) },
)

/** A session ends after some days without use. */
const end = [1, 2, 3].flatMap(() => [{ wait: 5 * day }, { look: true }])

/** The time that a clock in a time zone shows. */
const shown = (zone: string, at: number) =>
  new Date(at)
    .toLocaleString('sv', { timeZone: zone || 'UTC' })
    .replace(' ', 'T')
    .slice(0, 16)

/** The first minute at which a clock has reached a time: it shows it, or has jumped over it. */
function firstMinute(zone: string, time: string): number {
  let at = Date.parse(`${time}Z`) - day
  while (shown(zone, at) < time) at += 60 * 60_000
  at -= 60 * 60_000
  while (shown(zone, at) < time) at += 60_000
  if (shown(zone, at) === time) return at
  // As long after the jump as the time is after the beginning of the hour that does not exist.
  return at + Number(time.slice(14)) * 60_000
}

interface Expected {
  task: number
  reminder: string
  time: string
  at: number
  isTold: boolean
}

/** A plain list of what a person expects to be told, and when. */
function person() {
  let now = start
  let zone = ''
  let list: Expected[] = []
  const tasks = titles.map(() => ({ reminders: [] as string[], due: '', begins: '', isDone: false }))
  const wanted = (index: number): [string, string][] => {
    const { reminders: all, due, begins, isDone } = tasks[index] as (typeof tasks)[number]
    if (isDone || begins === '9999-12-31') return []
    return all.flatMap((reminder): [string, string][] => {
      const [where = '', time] = reminder.split('T')
      const before = /^due-(\d)$/.exec(where)?.[1]
      if (before && !due) return []
      const on = before ? new Date(Date.parse(due) - Number(before) * day).toISOString().slice(0, 10) : where
      return [[reminder, `${begins > on ? begins : on}T${time}`]]
    })
  }
  return {
    change(task: number, values: Record<string, unknown>) {
      const own = tasks[task] as (typeof tasks)[number]
      if ('reminders' in values) own.reminders = values.reminders as string[]
      if ('dueDate' in values) own.due = (values.dueDate as string | null) ?? ''
      if ('startDate' in values) own.begins = (values.startDate as string | null) ?? ''
      if ('status' in values) own.isDone = values.status === 'Completed'
      const now_ = wanted(task)
      const isWanted = (one: Expected) =>
        one.task !== task || now_.some(([reminder, time]) => reminder === one.reminder && time === one.time)
      list = list.filter(isWanted)
      for (const [reminder, time] of now_) {
        const at = firstMinute(zone, time)
        const isKnown = list.some((one) => one.task === task && one.reminder === reminder)
        if (!isKnown && at > now) list.push({ task, reminder, time, at, isTold: false })
      }
    },
    wait: (ms: number) => {
      now += ms
      return now
    },
    travel(to: string) {
      zone = to
      // A reminder that is due already stays due.
      for (const one of list) if (one.at > now) one.at = firstMinute(zone, one.time)
    },
    look(): string[] {
      const told = list.filter(({ at, isTold }) => at <= now && !isTold)
      for (const one of told) one.isTold = true
      return told.map(({ task }) => titles[task] ?? '').sort()
    },
  }
}

test.for(engines)('%s: a person is told what a plain list says, when it says it', async (engine) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 40 }), async (steps) => {
      const { as, reach } = await remindingApp(engine, new Date(start).toISOString())
      const ana = as('ana')
      const model = person()
      for (const title of titles) await addTask(ana, { title, dueDate: null })
      for (const one of [...steps, ...end]) {
        if ('task' in one) {
          const values = 'title' in one.change ? { description: 'Edited.' } : one.change
          await ana.put(`/tasks/updateTask/${one.task + 1}`, values)
          model.change(one.task, values)
        } else if ('wait' in one) await reach(model.wait(one.wait))
        else if ('zone' in one) {
          await ana.put('/auth/preferences', { timeZone: one.zone })
          model.travel(one.zone)
          await reach(model.wait(0))
        } else expect(await taken(ana)).toEqual(model.look())
      }
    }),
    { numRuns: cases(2, 300) },
  )
})
