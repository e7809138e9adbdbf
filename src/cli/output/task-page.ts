import { isRecent } from '../../contract/claims.ts'
import type { Criterion } from '../../contract/done-when.ts'
import { fileSize } from '../../contract/file-size.ts'
import { formatDay, formatTime } from '../../contract/format-day.ts'
import { criterionState, isCriterionMet } from '../../contract/receipts.ts'
import { repeatWords } from '../../contract/repeat-words.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { LinkedTask, TaskWithFiles } from '../../contract/schemas/tasks.ts'
import { someday } from '../../contract/start-date.ts'
import { amountFields } from '../../contract/task-fields.ts'
import { dayOf, dueOf } from '../../contract/task-lists/due.ts'
import { amountOf } from '../../contract/words/amount-words.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { claimForProgram } from '../../contract/words/claim-words.ts'
import { stateWords } from '../../contract/words/receipt-words.ts'
import { reminderWords } from '../../contract/words/reminder-words.ts'
import { manyLines, oneLine } from './clean.ts'
import type { Style } from './style.ts'
import { markOf } from './task-table.ts'
import { padEnd } from './width.ts'

export interface PageStyle {
  style: Style
  now: Date
  today: string
  dateStyle: Preferences['dateStyle']
  /** Links that the server has counted and not listed. */
  moreLinks?: number
}

const roles: Record<string, string> = {
  'out part of': 'Part of',
  'in part of': 'Parts',
  'out blocked by': 'Blocked by',
  'in blocked by': 'Blocks',
  'out related': 'Related',
  'in related': 'Related',
}

/** All fields of a task, one a line, and its description. */
export function taskPage(
  task: TaskWithFiles,
  links: LinkedTask[],
  { style, now, today, dateStyle, moreLinks }: PageStyle,
): string {
  const start = task.startDate?.slice(0, 10)
  const rows: [string, string][] = [
    ['Status', oneLine(task.status)],
    ['Held', claimOf(task, now.toISOString())],
    ['Priority', oneLine(task.priority)],
    ['Due', dueWords(task, today, dateStyle)],
    ['Starts', start === someday ? 'someday' : start ? formatDay(start, dateStyle) : ''],
    ['Repeats', task.repeat ? repeatWords(task.repeat, (day) => formatDay(day, dateStyle)) : ''],
    ...(task.reminders ?? []).map((reminder): [string, string] => [
      'Remind',
      oneLine(reminderWords(reminder, dateStyle)),
    ]),
    ...amountFields.map((field): [string, string] => [capitalised(field.name), amountOf(task, field)]),
    ['Labels', task.labels.map((label) => style('cyan', `#${oneLine(label)}`)).join(' ')],
    ['Source', oneLine(task.source ?? '')],
    ...(task.doneWhen ?? []).map((criterion, index): [string, string] => [
      'Done when',
      criterionWords(criterion, index + 1, task.proof, style),
    ]),
    ...links.map((link): [string, string] => [
      roles[`${link.direction} ${link.kind}`] ?? oneLine(link.kind),
      linkWords(link, style),
    ]),
    ['More links', moreLinks ? `${Number(moreLinks)} are not listed` : ''],
    ...task.files.map(({ name, size }): [string, string] => ['File', `${oneLine(name)} (${fileSize(size)})`]),
    ['Created', formatTime(task.createdAt, dateStyle)],
    ['Changed', task.updatedAt === task.createdAt ? '' : formatTime(task.updatedAt, dateStyle)],
  ]
  const shown = rows.filter(([, value]) => value)
  const width = Math.max(...shown.map(([name]) => name.length))
  const lines = shown.map(([name, value], index) => {
    const isRepeated = shown[index - 1]?.[0] === name
    return `  ${style('dim', padEnd(isRepeated ? '' : name, width))}  ${value}`
  })
  const title = `${markOf(task.status, style)} ${style('bold', `#${task.number} ${oneLine(task.title)}`)}`
  return [title, lines.join('\n'), ...(task.description ? [manyLines(task.description)] : [])].join('\n\n')
}

function dueWords(task: TaskWithFiles, today: string, dateStyle: PageStyle['dateStyle']): string {
  const day = dayOf(task)
  if (day === undefined) return ''
  return task.status === 'Completed'
    ? formatDay(day, dateStyle)
    : `${formatDay(day, dateStyle)} (${dueOf(task, today).words})`
}

const stateStyles = { failed: 'red', stale: 'yellow', passed: 'green', checked: 'green' } as const

function criterionWords(criterion: Criterion, place: number, proof: TaskWithFiles['proof'], style: Style): string {
  const { id, text, command } = criterion
  const state = criterionState(criterion, proof)
  const words = stateWords(state, proof?.[id]?.kind)
  const mark = isCriterionMet(criterion, proof) ? style('green', '✓') : '○'
  const shown = state in stateStyles ? style(stateStyles[state as keyof typeof stateStyles], words) : words
  return `${mark} ${place} ${oneLine(text)}${command ? style('dim', `  $ ${oneLine(command)}`) : ''}  ${shown}`
}

const linkWords = ({ task }: LinkedTask, style: Style) =>
  `${markOf(task.status, style)} #${task.number} ${oneLine(task.title)}`

const claimOf = ({ claim }: Pick<TaskWithFiles, 'claim'>, now: string): string =>
  claim && isRecent(claim, now) ? oneLine(claimForProgram(claim, now)) : ''
