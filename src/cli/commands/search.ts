import { defineCommand } from '../command.ts'
import { usageError } from '../errors.ts'
import { listOptions } from '../list-view.ts'
import { printList } from '../print-list.ts'

/** A list of open and completed tasks with some words, the best matches first. */
export const command = defineCommand({
  synopsis: 'WORDS… [FILTERS]',
  about:
    'Searches titles, descriptions, labels and notes of all tasks, the best matches first. Conditions such as is:open or label:auth narrow it.',
  examples: [
    ['taskdeck search login', 'Tasks with words that begin with login'],
    ['taskdeck search is:open timeout -- -draft', 'Open tasks with timeout, without draft'],
  ],
  options: listOptions,
  async run(context, values, words) {
    if (!words.length) throw usageError('What to search for?', 'Give words, as in: taskdeck search login')
    await printList(context, values.status || values.view ? values : { ...values, all: true }, words)
  },
})
