import type { historyCalls } from '../contract/calls/history.ts'
import type { Output } from '../contract/endpoint.ts'
import { describeStep } from '../contract/words/event-words.ts'
import { withChange } from './change-note.ts'
import type { Context } from './command.ts'
import { linkNames } from './link-names.ts'
import { oneLine } from './output/clean.ts'
import { loadPreferences } from './preferences.ts'

/** Prints what an undo or redo has reverted. */
export async function printStep(context: Context, verb: string, { step, change }: Output<typeof historyCalls.undo>) {
  const isText = context.format === 'text'
  const { dateStyle } = isText ? await loadPreferences(context.client()) : { dateStyle: 'iso' as const }
  const linkedName = isText ? await linkNames(context.client(), [step.before, step.after]) : String
  context.print({
    json: { step, change },
    text: () => withChange(context.terminal, oneLine(`${verb}: ${describeStep(step, dateStyle, linkedName)}`), change),
  })
}
