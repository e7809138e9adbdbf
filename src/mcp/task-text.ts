import { daysBetween } from '../contract/calendar-day.ts'
import { criterionLine } from '../contract/done-when.ts'
import { repeatWords } from '../contract/repeat-words.ts'
import { amountFields } from '../contract/task-fields.ts'
import { isOpen } from '../contract/task-lists/link-index.ts'
import { amountOf } from '../contract/words/amount-words.ts'
import { shortName } from '../contract/words/reference-words.ts'
import type { ListedTask, WholeTask } from './task-data.ts'

/**
 * Everything that some program takes for the end of a line, such as NEL, VT, FF and the separators of ASCII, and all other control
 * characters except for the tab.
 */
const lineBreaks = /\r\n|[\p{Cc}\u2028\u2029]/gu
/** Characters that are not seen, or that change the order of those beside them: text for agents that no person reads. */
const invisible = /[\p{Cf}\u{e0000}-\u{e0fff}]/gu

/** Text of the user within a line of ours. The dot separates the fields of a line, so it is replaced by another one. */
export const inLine = (text: string) =>
  text.replace(lineBreaks, ' ').replace(invisible, visible).replaceAll('·', '•').replace(/\s+/g, ' ').trim()

/** Text of the user as a quotation. Each line is marked, so that no text can end the quotation and pass for ours. */
export const quoted = (text: string) =>
  text
    .replaceAll('\t', '    ')
    .split(lineBreaks)
    .map((line) => `> ${line.replace(invisible, visible)}`.trimEnd())
    .join('\n')

/** Joiners are part of words in some languages, and of emoji. */
const visible = (character: string) => (character === '\u200d' || character === '\u200c' ? character : '')

export const nameOf = ({ number, title = '' }: Pick<ListedTask, 'number' | 'title'>) => `#${number} ${inLine(title)}`

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function dueWords({ dueDate, status }: ListedTask, today: string | undefined): string {
  if (!dueDate) return ''
  if (today === undefined) return `due ${dueDate}`
  const days = daysBetween(today, dueDate)
  const distance =
    status && !isOpen({ status })
      ? ''
      : days < 0
        ? ` (overdue ${plural(-days, 'day')})`
        : days === 0
          ? ' (today)'
          : days === 1
            ? ' (tomorrow)'
            : ` (in ${days} days)`
  return `due ${dueDate}${distance}`
}

function factsOf(task: ListedTask, today: string | undefined): string[] {
  const { status, priority, startDate, labels, reminders, repeat, claim, fileCount, noteCount, openQuestions } = task
  return [
    status ?? '',
    claim ? inLine(claim) : '',
    priority ?? '',
    dueWords(task, today),
    startDate && (today === undefined || startDate > today) ? `starts ${startDate}` : '',
    repeat ? `repeats ${repeatWords(repeat, (day) => day)}` : '',
    reminders ? `reminders ${inLine(reminders.join(' '))}` : '',
    ...amountFields.map((field) => (task[field.field] === undefined ? '' : `${field.name} ${amountOf(task, field)}`)),
    fileCount ? plural(fileCount, 'file') : '',
    noteCount ? plural(noteCount, 'note') : '',
    openQuestions ? plural(openQuestions, 'open question') : '',
    (labels ?? []).map((label) => `#${inLine(label)}`).join(' '),
  ].filter(Boolean)
}

/** A task in one line: `#12 Fix login · Pending · High · due 2026-11-20 (in 4 days) · #auth`. Without today, it says no distances. */
export function taskLine(task: ListedTask, today?: string, reasons: readonly string[] = []): string {
  const why = reasons.length ? [`why: ${reasons.join(', ')}`] : []
  return [nameOf(task), ...factsOf(task, today), ...why].join(' · ')
}

const linkWords: Record<string, string> = {
  'part of out': 'Part of',
  'part of in': 'Has part',
  'blocked by out': 'Blocked by',
  'blocked by in': 'Blocks',
  'related out': 'Related to',
  'related in': 'Related to',
}

const listOf = (heading: string, lines: string[]) =>
  lines.length ? `## ${heading}\n\n${lines.map((line) => `- ${line}`).join('\n')}` : ''

const andMore = (count = 0) => (count ? [`${count} more`] : [])

function referenceLine(reference: WholeTask['git'][number]): string {
  const { kind, title, url, state } = reference
  const facts = [`${kind} ${inLine(shortName(reference))}`, inLine(title), state, url && inLine(url)]
  return facts.filter(Boolean).join(' · ')
}

/** A task with all that belongs to it, as Markdown. */
export function taskMarkdown(task: WholeTask, today: string): string {
  const {
    number,
    description,
    source,
    doneWhen,
    createdAt,
    updatedAt,
    completedAt,
    version,
    files,
    links,
    git,
    more = {},
  } = task
  const times = [
    `Created ${createdAt}`,
    `changed ${updatedAt}`,
    completedAt ? `completed ${completedAt}` : '',
    `version ${version}`,
  ].filter(Boolean)
  const sections = [
    `# ${nameOf(task)}`,
    factsOf(task, today).join(' · '),
    source ? `Source: ${inLine(source)}` : '',
    description ? `## Description\n\n${quoted(description)}` : '',
    listOf(
      'Done when',
      (doneWhen ?? []).map((criterion) =>
        inLine(`${criterionLine(criterion)}${criterion.proof ? `: ${criterion.proof}` : ''}`),
      ),
    ),
    listOf('Links', [
      ...links.map((link) => `${linkWords[`${link.kind} ${link.direction}`]} ${nameOf(link)} (${link.status})`),
      ...(more.links ? [`${more.links} more. To list its parts, call list_tasks with partOf ${number}.`] : []),
    ]),
    listOf('Git', [...git.map(referenceLine), ...andMore(more.git)]),
    listOf('Files', [
      ...files.map(({ name, size, type }) => `${inLine(name)} (${inLine(type)}, ${size} bytes)`),
      ...andMore(more.files),
    ]),
    times.join(', '),
  ]
  return sections.filter(Boolean).join('\n\n')
}
