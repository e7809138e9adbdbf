import { forgeShortNames } from '../../contract/forges.ts'
import { noteLimits } from '../../contract/notes.ts'
import { pageName } from '../../contract/source-page.ts'
import type { FieldName, TaskValues } from '../../contract/task-fields.ts'
import type { IssueSourceRow } from '../database/schema.ts'
import type { IssueValues } from './issue-values.ts'

type Place = Pick<IssueSourceRow, 'forge' | 'choice' | 'label'>

/** Why an issue is followed no more. */
export type Leaving = 'not chosen' | 'missing'

/** The note on a task whose issue is followed no more. */
export function leavingNote({ forge, choice, label }: Place, page: string, why: Leaving): string {
  const place = `${pageName(page)} at ${forgeShortNames[forge]}`
  const chosen = choice === 'label' ? `no longer has the label ${label}` : 'is no longer assigned to you'
  const happened = why === 'missing' ? 'was deleted or moved, or the token may not see it any more' : chosen
  return `${place} ${happened}. This task stays as it is, and no longer follows the issue.`
}

const inWords: Partial<Record<FieldName, (value: unknown) => string>> = {
  title: (title) => `, to “${title}”`,
  dueDate: (day) => (day ? `, to ${String(day).slice(0, 10)}` : ', to none'),
}
const names: Partial<Record<FieldName, string>> = {
  title: 'title',
  description: 'description',
  dueDate: 'due date',
  labels: 'labels',
}

/** The note on a task with fields that were changed both here and at the source. It contains the values of the source, so that none is lost. */
export function conflictNote({ forge }: Place, fields: FieldName[], values: IssueValues): string {
  const lines = fields.map((field) => {
    const value = (values as Partial<TaskValues>)[field]
    const kept = `The ${names[field] ?? field} was also changed at ${forgeShortNames[forge]}`
    return `${kept}${inWords[field]?.(value) ?? ''}. Yours stays.`
  })
  const text = fields.includes('description') ? [...lines, 'The description there:', values.description] : lines
  return text.join('\n\n').slice(0, noteLimits.text).toWellFormed().trimEnd()
}
