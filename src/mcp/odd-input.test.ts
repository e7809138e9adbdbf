import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agentOf } from '../../test/agent.ts'
import { cases } from '../../test/cases.ts'
import { oddTexts } from '../../test/malformed.ts'
import { withdraw } from '../../test/questions.ts'
import { uploadApp } from '../../test/uploads.ts'
import { allTools } from './server.ts'

interface Schema {
  type?: string | string[]
  enum?: string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

const texts = fc.oneof(
  { arbitrary: fc.constantFrom('1', '#2', '3', 'auth', '2026-11-20'), weight: 4 },
  fc.constantFrom(...oddTexts),
  fc.string({ maxLength: 20 }),
)
const anything = fc.oneof({ maxDepth: 2 }, fc.jsonValue({ maxDepth: 2 }), texts)

/** Values that fit a schema, or nearly. */
function near({ type, enum: values, properties, required = [], items }: Schema): fc.Arbitrary<unknown> {
  const types = [type ?? []].flat()
  if (values) return fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 8 }, anything)
  if (properties) {
    const fields: Record<string, fc.Arbitrary<unknown>> = {}
    for (const [name, schema] of Object.entries(properties)) fields[name] = near(schema)
    const fitting = fc.record(fields, { requiredKeys: required })
    return fc.oneof({ arbitrary: fitting, weight: 12 }, anything)
  }
  if (types.includes('array'))
    return fc.oneof({ arbitrary: fc.array(near(items ?? {}), { maxLength: 3 }), weight: 8 }, anything)
  if (types.includes('integer'))
    return fc.oneof({ arbitrary: fc.integer({ min: 0, max: 20 }), weight: 6 }, fc.double(), anything)
  if (types.includes('boolean')) return fc.oneof({ arbitrary: fc.boolean(), weight: 6 }, anything)
  return fc.oneof({ arbitrary: texts, weight: 6 }, fc.constant(null), anything)
}

test('whatever an agent sends, a tool answers, or says why not', async () => {
  const app = await uploadApp()
  const { client, use } = await agentOf(app.origin, app.as('ana'))
  await use('create_tasks', { tasks: [{ title: 'One' }, { title: 'Two' }, { title: 'Three', labels: ['auth'] }] })
  let done = 0
  const closeQuestions = async () => {
    for (const { task, number } of (await app.as('ana').get('/tasks/questions')).body.questions)
      await withdraw(app.as('ana'), task.number, number)
  }
  for (const { name, input } of allTools) {
    // An open one would be waited for.
    if (name === 'wait_for_answer') await closeQuestions()
    const schema = input['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as Schema
    await fc.assert(
      fc.asyncProperty(near(schema), async (given) => {
        const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
        fc.pre(isObject)
        const answer = await client
          .callTool({ name, arguments: given as Record<string, unknown> })
          .catch((error: Error) => ({ isError: true, content: [{ type: 'text', text: error.message }] }))
        const [part] = answer.content
        const text = part?.type === 'text' && 'text' in part ? part.text : ''
        expect(text).toMatch(/\S/)
        expect(text).not.toMatch(/went wrong on the server|Output validation|undefined|\[object|Cannot read/)
        if (!answer.isError) done++
      }),
      { seed: 1, numRuns: Number(process.env.FUZZ_RUNS ?? cases(15, 150)) },
    )
  }
  // Some calls must succeed, or this test would prove nothing.
  expect(done).toBeGreaterThan(allTools.length)
  expect((await app.app.inject('/health/ready')).statusCode).toBe(200)
})
