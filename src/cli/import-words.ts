import { formatNames } from '../contract/import-formats/format-names.ts'
import { groupRemarks, type Remark } from '../contract/import-formats/remarks.ts'
import { repeatWords } from '../contract/repeat-words.ts'
import type { ImportResult } from '../contract/schemas/imports.ts'
import { remindersInWords } from '../contract/words/reminder-words.ts'
import type { ImportFile } from './import-file.ts'
import { oneLine } from './output/clean.ts'

const listedRows = 10

/** A file of which a part is imported. */
export interface Planned extends ImportFile {
  /** The tasks that are left out because they are here already, and because they look like one here. */
  againCount: number
  alikeCount: number
  leftCount: number
}

/** The result with the lines of the file instead of those that were sent, and with what was found before. */
export type WithFile = Omit<ImportResult, 'problems' | 'remarks'> & { problems: Remark[]; remarks: Remark[] }

/** The tasks that are left out because of those here, in words. */
export function leftLines({ againCount, alikeCount }: Planned): string[] {
  const are = (count: number, one: string, many: string) => `${counted(count)} ${count === 1 ? one : many}`
  return [
    ...(againCount
      ? [`${are(againCount, 'is here already, and is', 'are here already, and are')} left out (--again skip).`]
      : []),
    ...(alikeCount
      ? [
          `${are(alikeCount, 'looks like a task here, and is', 'look like tasks here, and are')} left out: --alike import takes them as well.`,
        ]
      : []),
  ]
}

/** The format and the first tasks as they will be. */
export function rowsOf({ format, tasks }: ImportFile): string[] {
  if (!tasks) return []
  const rows = tasks.slice(0, listedRows).map(({ task }) => {
    const { title, status, priority, dueDate, labels = [], partOf, repeat, reminders } = task
    const facts = [
      status === 'Completed' && 'completed',
      priority,
      dueDate && `due ${dueDate}`,
      repeat && repeatWords(repeat, (day) => day),
      reminders?.length && `remind ${remindersInWords(reminders, 'iso')}`,
      partOf && 'as a part',
      ...labels.map((label) => `#${label}`),
    ]
    return `  ${oneLine([title ?? '', ...facts.filter(Boolean)].join(' · '))}`
  })
  const more = tasks.length > listedRows ? [`  … and ${tasks.length - listedRows} more`] : []
  return [`${formatNames[format]}:`, ...rows, ...more]
}

const placeOf = ({ line, file }: Remark) => [file, line ? `line ${line}` : ''].filter(Boolean).join(', ')
function textOf(remark: Remark): string {
  const place = placeOf(remark)
  return oneLine(place ? `${place[0]?.toUpperCase()}${place.slice(1)}: ${remark.message}` : remark.message)
}
export const problemLines = ({ problems }: WithFile) => problems.map(textOf)

/** Few remarks are shown one by one, many by their kinds. */
const maxRemarks = 10
const maxLines = 5

function remarkLines({ remarks }: WithFile): string[] {
  if (remarks.length <= maxRemarks) return remarks.map(textOf)
  return groupRemarks(remarks).map(({ title, reason, lines }) => {
    const more = lines.length > maxLines ? `, and ${lines.length - maxLines} more` : ''
    const places = lines.length ? ` Lines ${lines.slice(0, maxLines).join(', ')}${more}.` : ''
    return oneLine(`${title}${reason ? `: ${reason}` : ''}${places}`)
  })
}

const counted = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`

/** What is here from an earlier import of the same file, in words. */
function againLine({ format }: ImportFile, { updated, unchanged }: WithFile): string[] {
  if (format === 'lines' || (!updated && !unchanged)) return []
  const changes = updated ? `${counted(updated)} changed there since` : 'nothing changed there since'
  return [
    `${counted(updated + unchanged)} of the file ${updated + unchanged === 1 ? 'is' : 'are'} here already: ${changes}. None is made twice.`,
  ]
}

export const summaryOf = (file: Planned, result: WithFile) => [
  oneLine(result.message),
  ...leftLines(file),
  ...againLine(file, result),
  ...problemLines(result),
  ...remarkLines(result),
]
