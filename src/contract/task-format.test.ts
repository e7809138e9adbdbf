import { expect, test } from 'vitest'
import { allFields, taskFormat } from './task-fields.ts'

/** The fields of the current format, in their order. */
const known = {
  format: 13,
  fields:
    'title labels description doneWhen priority dueDate startDate reminders repeat estimate status completedAt startedAt claim partOf blockedBy related source position',
}

test('the format of stored tasks is raised with every change of their fields', () => {
  const fields = allFields.map(([name]) => name).join(' ')
  const problem = 'raise taskFormat in src/contract/task-fields.ts, and write the fields and the format here'
  expect({ format: taskFormat, fields }, problem).toEqual(known)
})
