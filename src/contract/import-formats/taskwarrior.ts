import type { Repeat } from '../repeat.ts'
import type { Priority } from '../tasks.ts'
import { type LocalMoment, momentsIn } from './days.ts'
import { isListWith, objectsIn, present, textOf, type Values } from './json-values.ts'
import type { Remark } from './remarks.ts'
import type { Source, SourceTask } from './source-task.ts'

/** The output of `task export`. */
export const isTaskwarrior = (value: unknown): value is Values[] => isListWith(value, 'uuid', 'description', 'status')

const priorities: Partial<Record<string, Priority>> = { H: 'High', M: 'Medium', L: 'Low' }
const named: Partial<Record<string, string>> = {
  ...{ daily: 'FREQ=DAILY', day: 'FREQ=DAILY', weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', weekly: 'FREQ=WEEKLY' },
  ...{ biweekly: 'FREQ=WEEKLY;INTERVAL=2', fortnight: 'FREQ=WEEKLY;INTERVAL=2', monthly: 'FREQ=MONTHLY' },
  ...{
    bimonthly: 'FREQ=MONTHLY;INTERVAL=2',
    quarterly: 'FREQ=MONTHLY;INTERVAL=3',
    semiannual: 'FREQ=MONTHLY;INTERVAL=6',
  },
  ...{
    annual: 'FREQ=YEARLY',
    yearly: 'FREQ=YEARLY',
    biannual: 'FREQ=YEARLY;INTERVAL=2',
    biyearly: 'FREQ=YEARLY;INTERVAL=2',
  },
}
const units: [RegExp, string][] = [
  [/^(d|days?)$/, 'DAILY'],
  [/^(w|wks?|weeks?)$/, 'WEEKLY'],
  [/^(m|mo|mths?|months?)$/, 'MONTHLY'],
  [/^(y|yrs?|years?)$/, 'YEARLY'],
]

/** A period such as `weekly`, `3d`, `2 weeks` or `P1M` as a rule. */
function ruleOf(recur: string): Repeat | undefined {
  const word = recur.trim().toLowerCase()
  const [, count, unit = ''] = /^p?(\d{1,3}) ?([a-z]+)$/.exec(word) ?? []
  const frequency = units.find(([names]) => names.test(unit))?.[1]
  const isCount = count !== undefined && Number(count) > 0 && frequency
  const rule =
    named[word] ?? (isCount ? `FREQ=${frequency}${count === '1' ? '' : `;INTERVAL=${Number(count)}`}` : undefined)
  return rule ? { rule, from: 'due' } : undefined
}

/** Its moments are written as 20261117T150000Z. */
const isoOf = (text: string) => text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z')

/** Tasks of Taskwarrior. Of a repeating one, only the open task is imported, with its repetition. */
export function readTaskwarrior(exported: Values[], timeZone: string): Source {
  const momentOf = momentsIn(timeZone)
  const at = (value: unknown): LocalMoment | undefined => momentOf(isoOf(textOf(value)))
  const remarks: Remark[] = []
  const made = new Map<string, { task: SourceTask; depends: string[] }>()
  const repeating = new Set(
    exported.flatMap(({ parent, status }) => (textOf(status) === 'pending' ? textOf(parent) : [])).filter(Boolean),
  )
  const repeated = new Set<string>()
  for (const [index, entry] of exported.entries()) {
    const line = index + 1
    const [uuid, status, template, recur] = [entry.uuid, entry.status, entry.parent, entry.recur].map(textOf) as [
      string,
      string,
      string,
      string,
    ]
    if (status === 'deleted') {
      remarks.push({ line, kind: 'removed', message: 'It was deleted there, and is left out.' })
      continue
    }
    // A template with an open task is that task's repetition, and so are the tasks after the first open one.
    const isOpen = status === 'pending' || status === 'waiting'
    if ((status === 'recurring' && repeating.has(uuid)) || (isOpen && template && repeated.has(template))) {
      remarks.push({
        line,
        kind: 'template',
        message: 'It belongs to a repeating task, of which only the open one is imported.',
      })
      continue
    }
    if (isOpen && template) repeated.add(template)
    const due = at(entry.due)
    const repeat = status === 'completed' ? undefined : ruleOf(recur)
    const notes = objectsIn(entry.annotations).map(({ description }) => textOf(description))
    const depends = Array.isArray(entry.depends) ? entry.depends.map(textOf) : textOf(entry.depends).split(',')
    const tags = Array.isArray(entry.tags) ? entry.tags.map(textOf) : []
    const priority = priorities[textOf(entry.priority)]
    made.set(uuid, {
      depends: depends.filter(Boolean),
      task: {
        ...{ line, id: uuid, isIdGlobal: true, title: textOf(entry.description), description: notes.join('\n\n') },
        labels: [...tags, textOf(entry.project)].filter(Boolean),
        status: status === 'completed' ? 'Completed' : entry.start ? 'In Progress' : 'Pending',
        ...present({
          priority,
          dueDate: due?.day,
          dueTime: due?.time,
          startDate: (at(entry.wait) ?? at(entry.scheduled))?.day,
        }),
        ...present({ createdAt: isoOf(textOf(entry.entry)), completedAt: isoOf(textOf(entry.end)) }),
        ...(repeat ? { repeat } : recur && status !== 'completed' ? { lostRepeat: recur } : {}),
      },
    })
  }
  for (const { task, depends } of made.values()) task.blockedBy = depends.flatMap((uuid) => made.get(uuid)?.task ?? [])
  return { tasks: [...made.values()].map(({ task }) => task), problems: [], remarks }
}
