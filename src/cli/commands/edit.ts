import { taskCalls } from '../../contract/calls/tasks.ts'
import { linkedValues } from '../../contract/links.ts'
import { inShortMonths } from '../../contract/quick-add/short-months.ts'
import type { Repeat } from '../../contract/repeat.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ManyChange, Task, TaskChange, TaskLink } from '../../contract/schemas/tasks.ts'
import { describeChange } from '../../contract/words/task-words.ts'
import { withChange } from '../change-note.ts'
import { changeTasks } from '../change-status.ts'
import type { Client } from '../client.ts'
import { type Context, defineCommand } from '../command.ts'
import { changedCriteria, changesCriteria } from '../criteria.ts'
import { editText } from '../edit-text.ts'
import { usageError } from '../errors.ts'
import { namingMissing } from '../missing-tasks.ts'
import { oneLine } from '../output/clean.ts'
import { linesAbout, withParts } from '../parts-choice.ts'
import { loadPreferences, readingOf, todayOf, type UsedPreferences } from '../preferences.ts'
import { changeIn, changeOptions, textIn } from '../task-change.ts'
import { nameOf, tasksOrCurrent } from '../tasks.ts'

/** Changes fields of tasks, or the text of one in an editor. */
export const command = defineCommand({
  synopsis: '[TASK…] [CHANGES]',
  about:
    'Without changes, opens the title and the description in your editor ($VISUAL or $EDITOR). All tasks of a command are one change, which taskdeck undo takes back.',
  examples: [
    ['taskdeck edit 12 --due friday --priority high', 'Change two fields'],
    ['taskdeck edit 12 13 --label auth --remove-label draft', 'Change the labels of two tasks'],
    ['taskdeck edit 12 --blocked-by 9 --related 7', 'Link tasks'],
    ['taskdeck edit 12 --remind "2 days before" --remind "friday 15:00"', 'Set two reminders'],
    ['taskdeck edit 12 13 --estimate 3', 'Estimate two tasks at three hours each'],
    ['taskdeck edit 12 --done-when "Tests pass :: npm test" --tick 1', 'Add a criterion, and tick the first one'],
    ['taskdeck edit 12', 'Edit title and description'],
  ],
  options: changeOptions,
  words: 'tasks',
  async run(context, values, words) {
    const ids = await tasksOrCurrent(context, words)
    const [only = '', ...more] = ids
    const isAnyGiven = Object.keys(values).some((name) => Object.hasOwn(changeOptions, name))
    if (!isAnyGiven) {
      if (more.length)
        throw usageError('What to change?', 'Give changes, such as --due friday. The editor takes one task.')
      return editText(context, only)
    }
    const preferences = await loadPreferences(context.client())
    const given = changeIn(values, readingOf(preferences, context.now()))
    const change = given.repeat
      ? { ...given, repeat: await repeatOf(context, ids, given.repeat, given.dueDate) }
      : given
    const text = textIn(values)
    const isOne = text !== undefined || changesCriteria(values)
    if (isOne && more.length) throw usageError('These changes are for one task.', 'Give the number of one task.')
    // Many fields may change at once, so there is no question about open parts, as taskdeck done has it.
    const openParts = change.status === 'Completed' ? (await withParts(context, ids, 'leave')).left : []
    const { did, ...done } = isOne
      ? await changeOne(context, only, text, change, { ...values, preferences })
      : await changeMany(context, ids, change, preferences.dateStyle)
    context.print({
      json: { ...done, openParts },
      text: () => withChange(context.terminal, [did, ...linesAbout(openParts)].join('\n'), done.change),
    })
  },
})

/** The repetition for these tasks. Tasks that are due on different days of the month share a rule without one. */
async function repeatOf({ client }: Context, ids: string[], repeat: Repeat, dueDate: ManyChange['dueDate']) {
  const daysOf = async () => {
    const find = (id: string) => client().call(taskCalls.find, { params: { id } })
    const tasks = await namingMissing(client(), ids, () => Promise.all(ids.map(find)))
    return tasks.map((task) => task.dueDate?.slice(0, 10))
  }
  const [day, ...others] = dueDate === undefined ? await daysOf() : [dueDate?.slice(0, 10)]
  return inShortMonths(repeat, others.every((other) => other?.slice(8) === day?.slice(8)) ? day : undefined)
}

async function changeMany(context: Context, ids: string[], change: ManyChange, dateStyle: Preferences['dateStyle']) {
  const done = await changeTasks(context, ids, change)
  return { ...done, did: oneLine(describeChange(done.tasks, change, dateStyle)) }
}

/** Changes the text of a task together with other fields. Lists depend on the task as it is, so the call names its version. */
async function changeOne(
  context: Context,
  id: string,
  text: TaskChange | undefined,
  change: ManyChange,
  { preferences, ...criteria }: Parameters<typeof changedCriteria>[1] & { preferences: UsedPreferences },
) {
  const client = context.client()
  const task = await namingMissing(client, [id], () => client.call(taskCalls.find, { params: { id } }))
  const { addLabels = [], removeLabels = [], addLinks = [], removeLinks = [], ...values } = change
  const body: TaskChange = {
    ...text,
    ...values,
    ...(changesCriteria(criteria) ? { doneWhen: changedCriteria(task.doneWhen ?? [], criteria) } : {}),
    ...(addLabels.length || removeLabels.length
      ? { labels: [...new Set([...task.labels.filter((label) => !removeLabels.includes(label)), ...addLabels])] }
      : {}),
    ...(await linksAfter(client, task, addLinks, removeLinks)),
    ...(change.status === 'Completed' ? { next: { today: todayOf(preferences, context.now()) } } : {}),
  }
  const answer = await client.call(taskCalls.update, { params: { id }, body }, { 'if-match': `"${task.version}"` })
  const nextTasks = answer.nextTask ? [answer.nextTask] : []
  return { tasks: [answer.task], nextTasks, change: answer.change, did: `Updated ${nameOf(answer.task)}` }
}

/** The links of a task after a change. Those that are removed may be named by number, and tasks have ids. */
async function linksAfter(client: Client, task: Task, added: TaskLink[], removed: TaskLink[]): Promise<TaskChange> {
  if (!added.length && !removed.length) return {}
  const idOf = async ({ kind, to }: TaskLink) => ({
    kind,
    to: (await namingMissing(client, [to], () => client.call(taskCalls.find, { params: { id: to } })))._id,
  })
  const [adds, removes] = await Promise.all([Promise.all(added.map(idOf)), Promise.all(removed.map(idOf))])
  // It is stored at one of both tasks. That of the other one is another change.
  if (removes.some(({ kind, to }) => kind === 'related' && !task.related?.includes(to))) {
    throw usageError('This related task cannot be removed together with the text.', 'Use two commands.')
  }
  return linkedValues(task, adds, removes)
}
