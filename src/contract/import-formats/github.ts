import type { Remark } from './remarks.ts'
import type { Source, SourceTask } from './source-task.ts'

/** An issue as `gh issue list --json number,title,body,labels,state,url,createdAt,closedAt,milestone` prints it. */
type Issue = Partial<Record<string, unknown>>

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const isRecord = (value: unknown): value is Issue =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isGithub = (value: unknown): value is Issue[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isRecord(one) && 'title' in one && 'number' in one)

/** Issues of GitHub. The milestone becomes a label. */
export function readGithub(issues: Issue[]): Source {
  const remarks: Remark[] = []
  const tasks = issues.flatMap((issue, index): SourceTask | [] => {
    // The API lists change requests among the issues.
    if (isRecord(issue.pull_request)) {
      remarks.push({ line: index + 1, kind: 'request', message: 'A change request is no task.' })
      return []
    }
    const { number, title, body, labels, state, milestone } = issue
    // The answers of its API write the same names in another way.
    const [url, createdAt, closedAt] = [
      issue.html_url ?? issue.url,
      issue.createdAt ?? issue.created_at,
      issue.closedAt ?? issue.closed_at,
    ]
    const names = Array.isArray(labels) ? labels.map((label) => textOf(isRecord(label) ? label.name : label)) : []
    const place = textOf(url)
    const dueOn = isRecord(milestone) ? textOf(milestone.dueOn ?? milestone.due_on) : ''
    const isClosed = textOf(state).toLowerCase() === 'closed'
    return {
      line: index + 1,
      id: place || `#${number}`,
      isIdGlobal: place !== '',
      title: textOf(title),
      description: textOf(body).trim(),
      labels: [...names, ...(isRecord(milestone) ? [textOf(milestone.title)] : [])].filter(Boolean),
      page: place,
      status: isClosed ? 'Completed' : 'Pending',
      ...(dueOn ? { dueDate: dueOn } : {}),
      ...(textOf(createdAt) ? { createdAt: textOf(createdAt) } : {}),
      ...(isClosed && textOf(closedAt) ? { completedAt: textOf(closedAt) } : {}),
    }
  })
  return { tasks, problems: [], remarks }
}
