import { expect, test } from 'vitest'
import { cliUser, sharedServer } from '../../test/cli.ts'

const origin = sharedServer()

test('a task gets reminders in its line and by option, which replace those of several tasks', async () => {
  const { run, call } = await cliUser(origin(), 'rita')
  expect((await run('add', 'Call Ana 2027-01-08 remind 15:00', '--remind', '2 days before')).stdout).toBe(
    'Added #1 Call Ana  (due Jan 8, 2027, remind on the due day at 15:00 and 2 days before at 09:00)\n',
  )
  await run('add', 'Write', '--remind', '2027-01-07T08:00')
  expect((await run('show', '2')).stdout).toMatch(/Remind +Jan 7, 2027 at 08:00\n/)
  expect((await run('add', 'Later', '--remind', 'the day before')).stderr).toBe(
    'taskdeck: --remind “the day before” needs a task with a due date.\nUse a day and a time such as "friday 15:00" or 2026-11-20T15:00, or days before the due date such as "2 days before at 8:00".\n',
  )
  expect((await run('edit', '1', '2', '--remind', 'noon', '--remind', '2027-01-06 9am')).code).toBe(0)
  const remindersOf = async (id: number) => (await call('GET', `/tasks/task/${id}`)).reminders
  for (const id of [1, 2]) expect(await remindersOf(id)).toEqual(['2027-01-06T09:00', 'due-0T12:00'])
  expect((await run('edit', '1', '--remind', 'soon')).stderr).toContain('--remind does not understand “soon”.')
  await run('edit', '1', '--remind', 'none')
  expect(await remindersOf(1)).toBeUndefined()
})
