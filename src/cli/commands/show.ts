import { historyCalls } from '../../contract/calls/history.ts'
import { taskCalls } from '../../contract/calls/tasks.ts'
import { defineCommand } from '../command.ts'
import { usageError } from '../errors.ts'
import { linkNames } from '../link-names.ts'
import { namingMissing } from '../missing-tasks.ts'
import { loadNotes } from '../notes.ts'
import { activityText } from '../output/activity.ts'
import { notesText } from '../output/notes.ts'
import { taskPage } from '../output/task-page.ts'
import { loadPreferences, todayOf } from '../preferences.ts'
import { tasksOrCurrent } from '../tasks.ts'

/** Everything about one task. */
export const command = defineCommand({
  synopsis: '[TASK]',
  examples: [
    ['taskdeck show 12', 'All fields, links and files of a task, its description and its last 20 notes'],
    ['taskdeck show 12 --activity', 'With its changes'],
    ['taskdeck show 12 --json | jq -r .task.description', 'Only the description'],
  ],
  options: {
    notes: { type: 'boolean', help: 'All notes of the task, not only the last 20' },
    activity: { type: 'boolean', help: 'The changes of the task as well, newest first' },
  },
  words: 'tasks',
  async run(context, { activity = false, notes: areAllNotes = false }, words) {
    const [id = '', ...more] = await tasksOrCurrent(context, words)
    if (more.length) throw usageError('taskdeck show takes one task.', 'Show several with: taskdeck list')
    const client = context.client()
    const [task, { links, more: moreLinks = 0 }, events, preferences] = await namingMissing(client, [id], () =>
      Promise.all([
        client.call(taskCalls.find, { params: { id } }),
        client.call(taskCalls.links, { params: { id } }),
        activity ? client.call(historyCalls.ofTask, { params: { id }, query: {} }).then((answer) => answer.events) : [],
        loadPreferences(client),
      ]),
    )
    // Older servers know no notes.
    const thread = task.noteCount ? await loadNotes(client, id, areAllNotes) : undefined
    const linkedName = await linkNames(
      client,
      events.flatMap(({ before, after }) => [before, after]),
    )
    const { dateStyle } = preferences
    const now = context.now()
    const parts = { style: context.terminal.style, now, today: todayOf(preferences, now), dateStyle, moreLinks }
    context.print({
      json: {
        task,
        links,
        notes: thread?.notes ?? [],
        ...(moreLinks ? { moreLinks } : {}),
        ...(activity ? { events } : {}),
      },
      quiet: () => String(task.number),
      text: () =>
        [
          taskPage(task, links, parts),
          ...(thread ? [notesText(thread.notes, thread.older, id, parts)] : []),
          ...(activity ? [activityText(events, linkedName, parts)] : []),
        ].join('\n\n'),
    })
  },
})
