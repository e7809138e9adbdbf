import type { Repeat } from '../repeat.ts'
import { momentsIn, timeAt, timesIn } from './days.ts'
import { isObject, numberOf, objectsIn, present, textOf, type Values } from './json-values.ts'
import type { Remark } from './remarks.ts'
import type { Source, SourceTask } from './source-task.ts'

/** The part of a backup with the tasks: newer versions wrap it in `data`. */
const dataOf = (value: Values): Values => (isObject(value.data) ? value.data : value)
const entitiesOf = (value: unknown): Values[] =>
  isObject(value) && isObject(value.entities) ? objectsIn(Object.values(value.entities)) : []

/** A backup of Super Productivity: Settings > Sync & Export > Export data. */
export const isSuperProductivity = (value: unknown): value is Values =>
  isObject(value) && isObject(dataOf(value).task) && isObject((dataOf(value).task as Values).entities)

/** The tasks of an archive, which newer versions have as a state within it. */
const archived = (value: unknown) => (isObject(value) ? entitiesOf(isObject(value.task) ? value.task : value) : [])

const weekdays = {
  monday: 'MO',
  tuesday: 'TU',
  wednesday: 'WE',
  thursday: 'TH',
  friday: 'FR',
  saturday: 'SA',
  sunday: 'SU',
}

function repeatOf(config: Values | undefined): Repeat | undefined {
  const frequency = textOf(config?.repeatCycle)
  if (!config || !['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(frequency)) return undefined
  const every = Math.min(999, Math.max(1, Math.floor(numberOf(config.repeatEvery) ?? 1)))
  const days = Object.entries(weekdays).flatMap(([name, day]) => (config[name] === true ? day : []))
  const settings = [
    `FREQ=${frequency}`,
    ...(every > 1 ? [`INTERVAL=${every}`] : []),
    ...(frequency === 'WEEKLY' && days.length ? [`BYDAY=${days.join()}`] : []),
  ]
  return { rule: settings.join(';'), from: 'due' }
}

/** Tasks of Super Productivity, with those of its archives. Projects and tags become labels. */
export function readSuperProductivity(backup: Values, timeZone: string): Source {
  const data = dataOf(backup)
  const momentOf = momentsIn(timeZone)
  const timeOf = timesIn(timeZone)
  const titles = (value: unknown, ...without: string[]) =>
    new Map(
      entitiesOf(value).flatMap(({ id, title }) => (without.includes(textOf(id)) ? [] : [[textOf(id), textOf(title)]])),
    )
  const projects = titles(data.project, 'INBOX_PROJECT')
  const tags = titles(data.tag, 'TODAY')
  const repeats = new Map(entitiesOf(data.taskRepeatCfg).map((config) => [textOf(config.id), config]))
  const remindAt = new Map(objectsIn(data.reminders).map(({ id, remindAt: at }) => [textOf(id), numberOf(at)]))
  const remarks: Remark[] = []
  const made = new Map<string, { task: SourceTask; parent: string }>()
  for (const entry of [
    ...entitiesOf(data.task),
    ...[data.archiveYoung, data.archiveOld, data.taskArchive].flatMap(archived),
  ]) {
    const id = textOf(entry.id)
    if (made.has(id)) continue
    const line = made.size + 1
    const done = entry.isDone === true
    const due = momentOf(numberOf(entry.dueWithTime) ?? numberOf(entry.plannedAt) ?? '')
    const dueDay = textOf(entry.dueDay) || due?.day
    const notes = textOf(entry.notes)
    const repeat = done ? undefined : repeatOf(repeats.get(textOf(entry.repeatCfgId)))
    const labels = Array.isArray(entry.tagIds) ? entry.tagIds.map((tag) => tags.get(textOf(tag)) ?? '') : []
    if (objectsIn(entry.attachments).length)
      remarks.push({ line, kind: 'file', message: 'Its attachments are left out.' })
    const reminder = timeOf(numberOf(entry.remindAt) ?? remindAt.get(textOf(entry.reminderId)) ?? '')
    if (textOf(entry.reminderId) && !reminder && !done)
      remarks.push({ line, kind: 'reminder', message: 'Its reminder is left out.' })
    made.set(id, {
      parent: textOf(entry.parentId),
      task: {
        ...{ line, id, isIdGlobal: true, title: textOf(entry.title), description: notes },
        labels: [...labels, projects.get(textOf(entry.projectId)) ?? ''].filter(Boolean),
        status: done ? 'Completed' : 'Pending',
        ...present({ dueDate: dueDay, dueTime: due?.time }),
        ...present({
          createdAt: timeAt(numberOf(entry.created) ?? -1),
          completedAt: timeAt(numberOf(entry.doneOn) ?? -1),
        }),
        ...present({ estimateHours: (numberOf(entry.timeEstimate) ?? 0) / 3_600_000 || undefined }),
        ...(reminder ? { reminders: [reminder] } : {}),
        ...(repeat ? { repeat } : {}),
      },
    })
  }
  for (const { task, parent } of made.values()) {
    const above = made.get(parent)?.task
    if (above && above !== task) task.parent = above
  }
  return { tasks: [...made.values()].map(({ task }) => task), problems: [], remarks }
}
