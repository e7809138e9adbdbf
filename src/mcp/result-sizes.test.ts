import { expect, test } from 'vitest'
import { agentOf } from '../../test/agent.ts'
import { uploadApp } from '../../test/uploads.ts'

/** The characters of a whole result, in words and as data, with room for longer times and numbers. */
const maxLengths = {
  next_tasks: 2_900,
  claim_task: 600,
  get_task: 1_900,
  update_task: 560,
  complete_tasks: 460,
}

test('the results of the five most used tools are short, because every conversation pays for them', async () => {
  const app = await uploadApp()
  const { client, use } = await agentOf(app.origin, app.as('ana'))
  const criteria = [{ text: 'Tests pass', command: 'npm test' }, { text: 'The page is clear' }]
  const description = 'Sessions end after 5 minutes. '.repeat(10).trim()
  const tasks = Array.from({ length: 10 }, (_, index) => ({
    title: `Fix the login timeout of client ${index}`,
    priority: 'High',
    dueDate: '2099-11-20',
    labels: ['auth'],
  }))
  await use('create_tasks', { tasks: [{ ...tasks[0], doneWhen: criteria, description }, ...tasks.slice(1)] })
  await use('add_note', { task: 1, text: 'The limiter stands before the router. Bursts of 20 stay allowed.' })
  const inputs: Record<keyof typeof maxLengths, object> = {
    next_tasks: {},
    claim_task: { task: 1 },
    get_task: { task: 1 },
    update_task: { task: 1, priority: 'Low' },
    complete_tasks: { tasks: [1] },
  }
  const lengths: Record<string, number> = {}
  for (const [name, input] of Object.entries(inputs)) {
    const result = await client.callTool({ name, arguments: { ...input } })
    expect(result.isError, name).toBeUndefined()
    lengths[name] = JSON.stringify(result).length
  }
  const tooLong = Object.entries(maxLengths).filter(([name, max]) => (lengths[name] ?? 0) > max)
  expect(tooLong, JSON.stringify(lengths)).toEqual([])
})
