import { expect, test } from 'vitest'
import { agentOf } from '../../test/agent.ts'
import { uploadApp } from '../../test/uploads.ts'
import { apiCalls } from '../contract/calls/api.ts'
import { settableFields } from '../contract/task-fields.ts'
import { allTools } from './server.ts'

const inputOf = (name: string) => {
  const tool = allTools.find((each) => each.name === name)
  return tool?.input['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as {
    properties: Record<string, { items?: { properties: object } }>
  }
}

test('agents can set every field of a task that users can set, except for its place on the board and its source', () => {
  const fields = settableFields
    .map(([name]) => name as string)
    .filter((name) => name !== 'position' && name !== 'source')
  expect(Object.keys(inputOf('update_task').properties).sort()).toEqual([...fields, 'task', 'version'].sort())
  expect(Object.keys(inputOf('create_tasks').properties.tasks?.items?.properties ?? {}).sort()).toEqual(fields.sort())
})

test('agents can filter lists by everything that the call can filter by', () => {
  const query = apiCalls.find(({ path }) => path === '/tasks/getTasks')?.schema.query as { properties: object }
  expect(Object.keys(inputOf('search_tasks').properties)).toEqual(expect.arrayContaining(Object.keys(query.properties)))
})

test('the schemas have no formats, which some models refuse, and no input that is ignored', () => {
  for (const { name } of allTools) {
    const text = JSON.stringify(inputOf(name))
    expect(text).not.toContain('"format"')
    expect(text).toContain('"additionalProperties":false')
  }
  expect(JSON.stringify(inputOf('update_task'))).toContain('Must be a day that exists, such as 2026-11-14.')
})

test('the list of tools is short, because every conversation pays for it', async () => {
  const app = await uploadApp()
  const { client } = await agentOf(app.origin, app.as('ana'))
  const { tools } = await client.listTools()
  expect(JSON.stringify(tools).length).toBeLessThan(24_000)
})
