import type { historyCalls } from '../../contract/calls/history.ts'
import type { Output } from '../../contract/endpoint.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { describeAuthor, describeEvent } from '../../contract/words/event-words.ts'
import type { LinkedName } from '../../contract/words/field-words.ts'
import { oneLine } from './clean.ts'
import type { PageStyle } from './task-page.ts'

type Events = Output<typeof historyCalls.ofTask>['events']

/** The changes of a task, one a line, with their numbers for `taskdeck undo --change`. */
export function activityText(events: Events, linkedName: LinkedName, { style, now, dateStyle }: PageStyle): string {
  const lines = events.map((event) => {
    const words = oneLine(`${describeAuthor(event.by, event)} ${describeEvent(event, dateStyle, linkedName)}`)
    return `  ${words} ${style('dim', `· ${timeAgo(event.at, now.getTime())} · change ${event.change}`)}`
  })
  return `${style('bold', 'Activity')}\n${lines.join('\n')}`
}
