import type { TaskConflict } from '../merge.ts'
import { type FieldName, taskFields } from '../task-fields.ts'
import { capitalised } from './capitalised.ts'

/** Whether the name of a field is a plural. */
const isList = (name: FieldName) => ['labels', 'tasks', 'criteria', 'reminders'].includes(taskFields[name].kind)

const maxTasksNamed = 3
const listed = new Intl.ListFormat('en')

/** Says which fields of which tasks were changed elsewhere. Not certain if the values are not known that the change was based on. */
export function conflictInWords(conflicts: Pick<TaskConflict, 'task' | 'fields'>[], isCertain = true): string {
  const named = conflicts
    .slice(0, maxTasksNamed)
    .map(
      ({ task, fields }) => `the ${listed.format(fields.map((name) => taskFields[name].name))} of task #${task.number}`,
    )
  const others = conflicts.length - named.length
  const rest = others > 1 ? `fields of ${others} other tasks` : 'fields of another task'
  const subject = listed.format(others ? [...named, rest] : named)
  const [only] = conflicts.flatMap(({ fields }) => fields)
  const isOne = conflicts.length === 1 && conflicts[0]?.fields.length === 1 && only && !isList(only)
  const verb = isCertain ? `${isOne ? 'was' : 'were'} changed` : 'may have been changed'
  return `${capitalised(subject)} ${verb} in the meantime. Nothing was overwritten.`
}
