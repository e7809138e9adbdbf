import { expect, test } from 'vitest'
import { cliUser } from '../../test/cli.ts'
import { withMeetings } from '../../test/meetings.ts'
import { uploadApp } from '../../test/uploads.ts'

test('next says which tasks fit before the next meeting', async () => {
  const app = await uploadApp({ dependencies: { clock: () => Date.parse('2026-11-17T12:00:00Z') } })
  const { run, call } = await cliUser(app.origin, 'ana')
  for (const [title, estimate] of [
    ['Short', 1],
    ['Long', 2],
  ])
    await call('POST', '/tasks/createTask', { title, estimate })
  expect((await run('next')).stdout).not.toContain('fits')
  const { user } = await call('GET', '/auth/verify')
  await withMeetings(app.database, user._id, [{ start: '2026-11-17T13:30:00Z', end: '2026-11-17T14:00:00Z' }])
  const { stdout } = await run('next')
  expect(stdout.split('\n').filter((line) => line.includes('fits before your meeting at 13:30'))).toEqual([
    expect.stringContaining('Short'),
  ])
})
