import { type ArchivedTask, dayOf, type linkNames } from './archived-task.ts'

type Links = ReturnType<ReturnType<typeof linkNames>>

/** Programs run a cell that begins like this as a formula, also after spaces, and some with the wide signs of East Asian keyboards. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/
/** The same after what some programs divide cells or rows at, although it stands in quotes: they look for quotes elsewhere. */
const innerFormula = /([;|\t\r\n]["\p{Zs}]*)(?=[=+\-@＝＋－＠])/gu

/** The columns of `tasks.csv`. */
const columns: Record<string, (task: ArchivedTask, links: Links) => string | number | undefined> = {
  Number: ({ number }) => number,
  Title: ({ title }) => title,
  Status: ({ status }) => status,
  Priority: ({ priority }) => priority,
  Due: ({ dueDate }) => dayOf(dueDate),
  Start: ({ startDate }) => dayOf(startDate),
  Labels: ({ labels }) => labels.join(', '),
  'Estimate (hours)': ({ estimate }) => estimate ?? '',
  Repeats: ({ repeat }) => (repeat ? JSON.stringify(repeat) : ''),
  Reminders: ({ reminders = [] }) => reminders.join(', '),
  'Part of': (_, { partOf }) => partOf,
  'Blocked by': (_, { blockedBy }) => blockedBy,
  Related: (_, { related }) => related,
  'Done when': ({ doneWhen = [] }) => doneWhen.map(({ text, isMet }) => `${isMet ? '[x]' : '[ ]'} ${text}`).join('\n'),
  Description: ({ description }) => description,
  Source: ({ source }) => source ?? '',
  Notes: ({ noteCount = 0 }) => noteCount,
  Files: ({ fileCount }) => fileCount,
  Created: ({ createdAt }) => createdAt,
  Updated: ({ updatedAt }) => updatedAt,
  Completed: ({ completedAt }) => completedAt ?? '',
  'In the trash since': ({ trashedAt }) => trashedAt ?? '',
}

/** With a byte order mark, from which programs know that it is UTF-8. */
export const sheetHead = `\uFEFF${Object.keys(columns).map(cell).join()}\r\n`

export const sheetRow = (task: ArchivedTask, links: Links): string =>
  `${Object.values(columns)
    .map((read) => cell(read(task, links)))
    .join()}\r\n`

/** A cell of RFC 4180. A text that would be a formula gets an apostrophe, as spreadsheets write it. */
export function cell(value: string | number | undefined): string {
  const text = typeof value === 'string' ? guarded(value) : `${value ?? ''}`
  return /["\r\n,;|\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function guarded(text: string): string {
  return `${formula.test(text) ? "'" : ''}${text.replace(innerFormula, "$1'")}`
}
