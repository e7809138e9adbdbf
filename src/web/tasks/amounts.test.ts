import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Task } from '../../contract/schemas/tasks.ts'
import { amountFields, initialValues, isShownIn } from '../../contract/task-fields.ts'
import { columns } from '../../contract/task-lists/view-address.ts'
import { amountCommand, commandIds, commands } from '../commands/commands.ts'
import { filterOptions } from '../views/filter-choices.tsx'
import { AmountMarks, Sums } from './amount-marks.tsx'

const task = (values: object): Task => ({
  ...{ _id: '1', number: 1, title: 'Task', version: 1, createdAt: '', updatedAt: '', completedAt: null },
  ...{ position: 1, fileCount: 0 },
  ...initialValues,
  ...values,
})

test.for(amountFields)(
  '$field has a mark on cards, a column, a sum and a field on the page',
  ({ field: name, unit }) => {
    const some = task({ [name]: 3 })
    expect(renderToStaticMarkup(createElement(AmountMarks, { task: some }))).toContain(`3 ${unit.sign}`)
    expect(renderToStaticMarkup(createElement(Sums, { tasks: [some, some] }))).toContain(`6 ${unit.sign}`)
    expect(columns).toContain(name)
    expect(isShownIn('page', name)).toBe(true)
  },
)

test.for(amountFields)(
  '$field has filters, and a command with a key that no other command has',
  ({ field: name, unit }) => {
    expect(filterOptions([]).some(({ field }) => field === name)).toBe(true)
    const command = amountCommand(name)
    expect(commands[command].keys).toEqual([unit.key])
    const others = commandIds.filter((id) => id !== command && commands[id].keys.includes(unit.key))
    expect(others, `choose another key for ${name} in src/contract/task-fields.ts`).toEqual([])
    const sameSign = amountFields.filter((other) => other.unit.sign === unit.sign)
    expect(sameSign, `choose another sign for ${name} in src/contract/task-fields.ts`).toHaveLength(1)
  },
)
