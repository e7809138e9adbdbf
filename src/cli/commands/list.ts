import { defineCommand } from '../command.ts'
import { listOptions } from '../list-view.ts'
import { printList } from '../print-list.ts'

/** The tasks that match filters, sorted. */
export const command = defineCommand({
  synopsis: '[WORDS…] [FILTERS]',
  about: [
    'Open tasks, by due date, unless told otherwise. An option with several values, such as --status pending,completed, finds tasks with one of them.',
    'Words are searched as in the web app, with the same conditions: login, is:blocked, no:date, has:files, label:auth, estimate:2..4, due:2026-11-20.., starts:..2026-12-01, part:#12, related:#3, took:..3, and -draft after a --.',
    'In a pipe, each line has values with tabs between them: number, status, priority, due date, title, labels.',
  ].join('\n'),
  examples: [
    ['taskdeck list', 'Open tasks, the earliest due date first'],
    ['taskdeck list --due overdue,today', 'What is late, and what is for today'],
    ['taskdeck list -l auth --sort priority', 'Tasks with the label auth, the most important first'],
    ['taskdeck list --estimate ..2', 'Tasks that take at most two hours'],
    ['taskdeck list --view "This sprint"', 'The tasks of a saved view'],
    ['taskdeck list --json | jq -r ".tasks[].title"', 'All titles, for a script'],
  ],
  options: listOptions,
  run: (context, values, words) => printList(context, values, words),
})
