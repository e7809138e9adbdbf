import { expect, test } from 'vitest'
import type { Task } from '../contract/schemas/tasks.ts'
import { amountFields, initialValues } from '../contract/task-fields.ts'
import { allTools } from './server.ts'
import { listedData } from './task-data.ts'
import { taskLine } from './task-text.ts'

const task = (values: object): Task => ({
  ...{ _id: '1', number: 1, title: 'Task', version: 1, createdAt: '', updatedAt: '', completedAt: null },
  ...{ position: 1, fileCount: 0 },
  ...initialValues,
  ...values,
})

test.for(amountFields)('agents see $field', ({ field: name, name: words, unit }) => {
  expect(listedData(task({ [name]: 0 }))).toMatchObject({ [name]: 0 })
  expect(listedData(task({}))).not.toHaveProperty(name)
  expect(taskLine(listedData(task({ [name]: 3 })))).toContain(` · ${words} 3 ${unit.sign}`)
})

test.for(amountFields)('agents can set $field, and filter and sort by it', ({ field: name, max }) => {
  const input = (tool: string) => {
    const found = allTools.find((each) => each.name === tool)
    return JSON.stringify(found?.input['~standard'].jsonSchema.input({ target: 'draft-2020-12' }))
  }
  for (const tool of ['create_tasks', 'update_task'])
    expect(input(tool)).toMatch(new RegExp(`"${name}":{[^}]*"maximum":${max}`))
  expect(input('list_tasks')).toContain(`"${name}From"`)
  expect(input('list_tasks')).toMatch(new RegExp(`"sort":{[^}]*"${name}"`))
  expect(input('search_tasks')).toContain(`"${name}To"`)
})
