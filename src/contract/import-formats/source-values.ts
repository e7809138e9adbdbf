import { daysBetween } from '../calendar-day.ts'
import { isReminder, maxDaysBefore, reminderOf } from '../reminders.ts'
import { comesAgain } from '../repeat.ts'
import { isPageAddress } from '../source-page.ts'
import { taskLimits } from '../tasks.ts'
import { clockIn, dayIn, timeIn } from './days.ts'
import { labelOf } from './label-of.ts'
import type { RemarkKind } from './remarks.ts'
import type { SourceTask } from './source-task.ts'

export type Remarking = (kind: RemarkKind, message: string) => void

const maxHours = 999

/** The values of a task of a source in the form of an import. The rest goes to the description, and is remarked. */
export function valuesOf(source: SourceTask, title: string, remark: Remarking) {
  const { priority, status, createdAt, completedAt, estimateHours } = source
  const letters = [...title]
  const isLong = letters.length > taskLimits.title
  const lost: string[] = []
  const day = (name: string, value: string | undefined) => {
    if (!value?.trim()) return undefined
    const found = dayIn(value)
    if (found === undefined) {
      lost.push(`${name}: ${value.trim()}`)
      remark(
        'date',
        `${name} “${value.trim().slice(0, 40)}” is not a day that is understood. It is kept in the description.`,
      )
    }
    return found
  }
  const dueDate = day('Due date', source.dueDate)
  const startDate = day('Start date', source.startDate)
  const reminders = remindersOf(source, dueDate, remark)
  if (source.dueTime && !reminders.hasDueTime) {
    lost.push(`Due time: ${source.dueTime}`)
    remark('time', 'Dates have no time of day. It is kept in the description.')
  }
  const repeat = status === 'Completed' ? undefined : source.repeat
  const repeats = repeat && (dueDate === undefined || comesAgain(repeat, dueDate))
  const lostRepeat = source.lostRepeat ?? (repeat && !repeats ? repeat.rule : undefined)
  if (lostRepeat) {
    lost.push(`Repeats: ${lostRepeat}`)
    remark('repeat', `Its repetition “${lostRepeat.slice(0, 40)}” has no match here. It is kept in the description.`)
  }
  const texts = [isLong ? title : '', source.description?.trim() ?? '', lost.join('\n')]
  const description = texts.filter(Boolean).join('\n\n')
  if (isLong) remark('title', 'Its title is too long: all of it is in the description.')
  const isCut = description.length > taskLimits.description && [...description].length > taskLimits.description
  const kept = isCut ? [...description].slice(0, taskLimits.description).join('') : description
  if (isCut) remark('description', `Its description is cut after ${taskLimits.description} characters.`)
  const labels = [...new Set((source.labels ?? []).flatMap((label) => labelOf(label) ?? []))]
  for (const label of source.labels ?? [])
    if (label.trim() && !labelOf(label)) remark('label', `“${[...label].slice(0, 20).join('')}”`)
  if (labels.length > taskLimits.labels) remark('labels', `It keeps ${taskLimits.labels} of ${labels.length} labels.`)
  const estimate = estimateHours && estimateHours > 0 ? Math.min(maxHours, Math.ceil(estimateHours)) : undefined
  return {
    title: isLong ? `${letters.slice(0, taskLimits.title - 1).join('')}…` : title,
    ...(kept ? { description: kept } : {}),
    ...(labels.length ? { labels: labels.slice(0, taskLimits.labels) } : {}),
    ...(priority ? { priority } : {}),
    ...(dueDate ? { dueDate } : {}),
    ...(startDate ? { startDate } : {}),
    ...(reminders.own.length ? { reminders: reminders.own } : {}),
    ...(repeats ? { repeat } : {}),
    ...(estimate ? { estimate } : {}),
    ...(status ? { status } : {}),
    ...(source.page && isPageAddress(source.page) ? { source: source.page } : {}),
    ...timeOf('createdAt', createdAt),
    ...timeOf('completedAt', status === 'Completed' ? completedAt : undefined),
  }
}

/** The reminders of an open task. Those on days before the due date count from it. Without any, the time at which it is due is one. */
function remindersOf(
  { status, reminders = [], dueTime, repeat }: SourceTask,
  due: string | undefined,
  remark: Remarking,
) {
  if (status === 'Completed') return { own: [], hasDueTime: false }
  const given = new Set(
    reminders.map(({ day, time }) => {
      const days = due === undefined ? -1 : daysBetween(day, due)
      const isCounted = days >= 0 && days <= maxDaysBefore
      return reminderOf({ day: isCounted ? undefined : day, daysBefore: isCounted ? days : 0, time })
    }),
  )
  const understood = [...given].filter(isReminder).sort()
  if (understood.length > taskLimits.reminders) remark('reminder', `It keeps ${taskLimits.reminders} reminders.`)
  if (understood.length) return { own: understood.slice(0, taskLimits.reminders), hasDueTime: false }
  const time = due !== undefined || repeat ? clockIn(dueTime ?? '') : undefined
  if (time === undefined) return { own: [], hasDueTime: false }
  remark('alarm', 'Dates have no time of day. It becomes a reminder.')
  return { own: [reminderOf({ day: undefined, daysBefore: 0, time })], hasDueTime: true }
}

/** A time as it is sent, if it is one. */
function timeOf(name: 'createdAt' | 'completedAt', text: string | undefined) {
  const time = text === undefined ? undefined : timeIn(text)
  return time === undefined ? {} : { [name]: time }
}
