import type { Forge } from '../../contract/forges.ts'
import { readSource } from '../../contract/import-formats/source.ts'
import type { ImportedTask } from '../../contract/imports.ts'
import { issueAddress } from '../../contract/issue-sources.ts'
import { withoutHidden } from '../../contract/plain-names.ts'
import { isPageAddress } from '../../contract/source-page.ts'
import { changedValues } from '../../contract/task-changes.ts'
import type { TaskValues } from '../../contract/task-fields.ts'
import { defaults } from '../../contract/tasks.ts'
import type { Issue } from './dialects.ts'

/** The fields of a task that an issue sets, besides the status. */
const fromIssue = ['title', 'description', 'labels', 'dueDate'] as const
export type IssueValues = Pick<TaskValues, (typeof fromIssue)[number]>

/** An issue as the task that it becomes. Its id is the one that an import of the same issue gives. */
export function taskOfIssue(source: { forge: Forge; address: string }, issue: Issue): ImportedTask {
  const page = issueAddress(source, issue.number)
  const { tasks } = readSource(source.forge, '', {
    problems: [],
    remarks: [],
    tasks: [
      {
        line: 1,
        id: page,
        isIdGlobal: true,
        title: withoutHidden(issue.title, ' ').replace(/\s+/g, ' ').trim() || `Issue #${issue.number}`,
        description: issue.text,
        labels: issue.labels,
        ...(/^\d{4}-\d{2}-\d{2}$/.test(issue.due) ? { dueDate: issue.due } : {}),
        status: issue.isOpen ? 'Pending' : 'Completed',
        createdAt: issue.createdAt,
        ...(issue.isOpen ? {} : { completedAt: issue.closedAt }),
        ...(isPageAddress(page) ? { page } : {}),
      },
    ],
  })
  const [first] = tasks
  if (!first) throw new Error('An issue has become no task')
  return first.task
}

/** The values of these fields as a task has them, to compare them with those of the task and with earlier ones. */
export function valuesOfIssue({
  title = '',
  description = '',
  labels = [],
  dueDate = null,
}: ImportedTask): IssueValues {
  const before = { status: defaults.status, completedAt: null, startedAt: null }
  return changedValues({ title, description, labels, dueDate } as Partial<TaskValues>, before, '') as IssueValues
}

/** Values that were stored. Those of another form are left out, so that they count as unknown. */
export function storedValues(json: string): Partial<IssueValues> {
  const stored = JSON.parse(json) as Record<string, unknown>
  return Object.fromEntries(fromIssue.flatMap((name) => (name in stored ? [[name, stored[name]]] : [])))
}
