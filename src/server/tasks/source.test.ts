import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { addTask } from '../../../test/tasks.ts'

const page = 'https://github.com/acme/app/issues/12'

test.for(engines)('%s: a task has the page that it was made from, and lists are filtered by it', async (engine) => {
  const { as } = await testApp({ engine })
  const ana = as('ana')
  const made = await addTask(ana, { title: 'Fix', source: page, repeat: { rule: 'FREQ=DAILY', from: 'due' } })
  const plain = await addTask(ana, { title: 'Write' })
  expect(made).toMatchObject({ source: page })
  expect(plain).not.toHaveProperty('source')
  const titles = async (query: string) =>
    (await ana.get(`/tasks/getTasks?${query}`)).body.tasks.map(({ title }: { title: string }) => title)
  expect(await titles('source=any')).toEqual(['Fix'])
  expect(await titles('source=none')).toEqual(['Write'])
  // The next task of a repetition was not made from the issue.
  const { nextTask } = (await ana.put(`/tasks/updateTask/${made._id}`, { status: 'Completed' })).body
  expect(nextTask).not.toHaveProperty('source')
  const refused = await ana.put(`/tasks/updateTask/${plain._id}`, { source: 'javascript:alert(1)' })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'source must be the complete address of a page, such as https://example.com/issues/12.',
  ])
})
