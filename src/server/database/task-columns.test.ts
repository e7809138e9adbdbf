import { expect, onTestFinished, test } from 'vitest'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { taskColumns } from '../tasks/fields.ts'
import { openDatabase } from './open.ts'

test.for(engines)('%s: the table of tasks has the columns of all fields, and no others', async (engine) => {
  const database = openDatabase(await migratedDatabase(engine))
  onTestFinished(() => database.close())
  const tables = await database.db.introspection.getTables()
  const columns = tables.find(({ name }) => name === 'tasks')?.columns.map(({ name }) => name) ?? []
  const fields = Object.keys(taskColumns)
  const missing = fields.filter((name) => !columns.includes(name))
  const unknown = columns.filter((name) => !fields.includes(name))
  expect(missing, 'add these columns in a migration in src/server/database/migrations').toEqual([])
  expect(unknown, 'describe these columns in src/contract/task-fields.ts').toEqual([])
})
