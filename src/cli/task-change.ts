import { localDay } from '../contract/calendar-day.ts'
import type { Reading } from '../contract/quick-add/days-in-words.ts'
import type { ManyChange, TaskChange, TaskLink } from '../contract/schemas/tasks.ts'
import { type AmountName, amountFields } from '../contract/task-fields.ts'
import { type LinkKind, priorities, statuses } from '../contract/tasks.ts'
import { amountOptions } from './amount-options.ts'
import { choiceOf, typedNames } from './choices.ts'
import type { Options, Values } from './command.ts'
import { criteriaOptions } from './criteria.ts'
import { labelIn } from './list-view.ts'
import { amountIn, dayIn, repeatIn, startIn } from './reading.ts'
import { remindersIn } from './remind-option.ts'
import { taskReference } from './tasks.ts'

const many = { type: 'string', multiple: true } as const
/** The options that change tasks. */
export const changeOptions = {
  title: { type: 'string', short: 't', help: 'Another title' },
  description: { type: 'string', short: 'm', help: 'Another description, in Markdown' },
  status: {
    type: 'string',
    short: 's',
    value: 'STATUS',
    choices: typedNames(statuses),
    help: 'pending, in-progress or completed',
  },
  priority: {
    type: 'string',
    short: 'p',
    value: 'PRIORITY',
    choices: typedNames(priorities),
    help: 'critical, high, medium or low',
  },
  due: { type: 'string', short: 'd', value: 'DAY', help: 'A day such as 2026-11-20 or friday, or none' },
  start: { type: 'string', value: 'DAY', help: 'The day on which it starts, someday, or none' },
  repeat: { type: 'string', value: 'RULE', help: 'A repetition such as "every 2 weeks", or none' },
  remind: {
    ...many,
    value: 'WHEN',
    help: 'Replace the reminders: "friday 15:00", "2 days before", or 9am, which is on the due day; or none',
  },
  ...amountOptions((field) => ({
    type: 'string',
    value: field.unit.name.toUpperCase(),
    help: `The ${field.name} in whole ${field.unit.name}, or none`,
  })),
  label: { ...many, short: 'l', value: 'LABEL', help: 'Add a label' },
  'remove-label': { ...many, value: 'LABEL', help: 'Remove a label' },
  'part-of': { type: 'string', value: 'TASK', help: 'Make it a part of another task, or none' },
  'blocked-by': { ...many, value: 'TASK', help: 'Mark it as blocked by another task' },
  unblock: { ...many, value: 'TASK', help: 'Remove a blocker' },
  related: { ...many, value: 'TASK', help: 'Mark it as related to another task' },
  unrelate: { ...many, value: 'TASK', help: 'Remove the link to a related task' },
  ...criteriaOptions,
} as const satisfies Options

/** The amounts that the options set; null for `none`. */
function amountsIn(values: ChangeValues): Partial<Record<AmountName, number | null>> {
  return Object.fromEntries(
    amountFields.flatMap((field) => {
      const text = values[field.field]
      return text === undefined ? [] : [[field.field, amountIn(text, field)]]
    }),
  )
}

type ChangeValues = Values<typeof changeOptions>

const linksTo = (kind: LinkKind, words: readonly string[] = []): TaskLink[] =>
  words.map((word) => ({ kind, to: taskReference(word) }))

/** Without knowing the tasks: days before the due date, and times alone, are counted from theirs. */
const replacedReminders = (texts: readonly string[], reading: Reading) =>
  texts.length === 1 && texts[0] === 'none' ? [] : remindersIn(texts, { dueDate: localDay(reading.now) }, reading)

/** The changes that can be made to many tasks at once. */
export function changeIn(values: ChangeValues, reading: Reading): ManyChange {
  const { status, priority, due, start, repeat, remind, label, 'remove-label': removed, 'part-of': partOf } = values
  const parents = partOf === undefined || partOf === 'none' ? [] : [partOf]
  const addLinks = [
    ...linksTo('blocked by', values['blocked-by']),
    ...linksTo('part of', parents),
    ...linksTo('related', values.related),
  ]
  const removeLinks = [...linksTo('blocked by', values.unblock), ...linksTo('related', values.unrelate)]
  return {
    ...(status === undefined ? {} : { status: choiceOf(status, statuses, '--status') }),
    ...(priority === undefined ? {} : { priority: choiceOf(priority, priorities, '--priority') }),
    ...(due === undefined ? {} : { dueDate: dayIn(due, reading, '--due') }),
    ...(start === undefined ? {} : { startDate: startIn(start, reading, '--start') }),
    ...(repeat === undefined ? {} : { repeat: repeatIn(repeat, reading) }),
    ...(remind === undefined ? {} : { reminders: replacedReminders(remind, reading) }),
    ...amountsIn(values),
    ...(label ? { addLabels: label.map(labelIn) } : {}),
    ...(removed ? { removeLabels: removed.map(labelIn) } : {}),
    ...(addLinks.length ? { addLinks } : {}),
    ...(removeLinks.length ? { removeLinks } : {}),
  }
}

/** The changes that only one task can have; undefined if there are none. */
export function textIn({ title, description, 'part-of': partOf }: ChangeValues): TaskChange | undefined {
  const change: TaskChange = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(partOf === 'none' ? { partOf: null } : {}),
  }
  return Object.keys(change).length ? change : undefined
}
