import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { found } from '../../../test/found.ts'
import { historyOf, redo, undo } from '../../../test/history.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import type { TaskQuery } from '../../contract/schemas/task-queries.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { amountFields } from '../../contract/task-fields.ts'
import { describeEvent } from '../../contract/words/event-words.ts'
import { rowForms } from '../backups/row-forms.ts'

const cases = engines.flatMap((engine) => amountFields.map((field) => ({ engine, name: field.field, field })))
const world = async (engine: Engine) => (await testApp({ engine })).as('ana')

test.for(cases)(
  '$engine: $name is set, filtered, sorted, changed for many tasks, and undone',
  async ({ engine, field }) => {
    const { field: name, max, unit } = field
    const ana = await world(engine)
    const none = await addTask(ana)
    const small = await addTask(ana, { [name]: 0 })
    const large = await addTask(ana, { [name]: max })
    expect([none[name], small[name], large[name]]).toEqual([undefined, 0, max])

    const query = (values: object) => found(ana, values as TaskQuery)
    expect(await query({ [`${name}From`]: '1' })).toEqual([3])
    expect(await query({ [`${name}To`]: '1' })).toEqual([2])
    expect(await query({ [`${name}From`]: '0', [`${name}To`]: '0' })).toEqual([2])
    expect(await query({ [name]: 'none' })).toEqual([1])
    expect(await query({ [name]: 'any' })).toEqual([3, 2])
    expect(await query({ [name]: 'none', [`${name}To`]: '5' })).toEqual([])
    const page = async (order: string) => {
      const { body } = await ana.get(`/tasks/page?sort=${name}&order=${order}`)
      return body.tasks.map(({ number }: Task) => number)
    }
    expect([await page('asc'), await page('desc')]).toEqual([
      [2, 3, 1],
      [3, 2, 1],
    ])

    const ids = ['1', '2', '3']
    expect((await ana.post('/tasks/bulkUpdateTasks', { ids, change: { [name]: 2 } })).status).toBe(200)
    expect((await listTasks(ana)).map((task) => task[name])).toEqual([2, 2, 2])
    await undo(ana)
    expect((await listTasks(ana)).map((task) => task[name])).toEqual([max, 0, undefined])
    await redo(ana)
    expect((await ana.post('/tasks/bulkUpdateTasks', { ids, change: { [name]: null } })).status).toBe(200)
    expect((await listTasks(ana)).map((task) => task[name])).toEqual([undefined, undefined, undefined])

    await ana.put('/tasks/updateTask/2', { [name]: 3 })
    await ana.put('/tasks/updateTask/2', { [name]: 4 })
    const [last, first] = await historyOf(ana, small._id)
    const words = [first, last].map((event) => event && describeEvent(event, 'iso', () => ''))
    expect(words).toEqual([
      `set the ${field.name} to 3 ${unit.sign}`,
      `changed the ${field.name} from 3 ${unit.sign} to 4 ${unit.sign}`,
    ])
  },
)

test.for(cases)(
  '$engine: $name is merged with changes of other fields, and conflicts with another value',
  async ({ engine, name }) => {
    const ana = await world(engine)
    const { version } = await addTask(ana, { [name]: 1 })
    const put = (values: object) =>
      ana.send('PUT', '/tasks/updateTask/1', values, { headers: { 'if-match': `"${version}"` } })
    await ana.put('/tasks/updateTask/1', { [name]: 5 })
    expect((await put({ title: 'Other' })).body.task).toMatchObject({ title: 'Other', [name]: 5 })
    const { status, body } = await put({ [name]: 3 })
    expect([status, body.conflicts]).toEqual([412, [expect.objectContaining({ fields: [name], base: { [name]: 1 } })]])
  },
)

test.for(amountFields)('$field takes whole numbers up to its limit only, and says so', async ({ field: name, max }) => {
  const ana = await world('sqlite')
  await addTask(ana)
  const refused = async (value: unknown) => {
    const { status, body } = await ana.put('/tasks/updateTask/1', { [name]: value })
    return [status, body.message]
  }
  expect(await refused(max + 1)).toEqual([400, `${name} must be at most ${max}.`])
  expect(await refused(-1)).toEqual([400, `${name} must be at least 0.`])
  expect(await refused(1.5)).toEqual([400, `${name} must be an integer or null.`])
  expect(await refused('3')).toEqual([400, `${name} must be an integer or null.`])
  const { status, body } = await ana.get(`/tasks/getTasks?${name}From=x`)
  expect([status, body.message]).toEqual([400, `${name}From must be a whole number, such as 3.`])
})

test.for(amountFields)('$field is part of a backup', ({ column }) => {
  const form = rowForms.tasks[column as 'estimate']
  expect([null, 0, 3, -1, 'x'].map((value) => form.fits(value))).toEqual([true, true, true, false, false])
})
