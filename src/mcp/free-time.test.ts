import { expect, test } from 'vitest'
import { agentOf } from '../../test/agent.ts'
import { withMeetings } from '../../test/meetings.ts'
import { addTask } from '../../test/tasks.ts'
import { uploadApp } from '../../test/uploads.ts'

test('an agent learns which tasks fit before the next meeting, and nothing else about it', async () => {
  const app = await uploadApp({ dependencies: { clock: () => Date.parse('2026-11-17T12:00:00Z') } })
  const ana = app.as('ana')
  for (const estimate of [2, 1, null]) await addTask(ana, { title: `Takes ${estimate}`, estimate })
  const { use } = await agentOf(app.origin, ana, { scope: 'read' })
  const before = await use('next_tasks')
  expect(before.text).not.toContain('fits')
  const meeting = { start: '2026-11-17T13:30:00Z', end: '2026-11-17T14:00:00Z', title: 'Secret plan' }
  await withMeetings(app.database, (await ana.user())._id, [meeting])
  const { data, text } = await use('next_tasks')
  const fitting = data.tasks.filter(({ reasons }) => reasons?.includes('fits before your meeting at 13:30'))
  expect(fitting.map(({ title }) => title)).toEqual(['Takes 1'])
  expect(text).toContain('fits before your meeting at 13:30')
  expect(text).not.toContain('Secret plan')
})
