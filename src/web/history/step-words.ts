import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { describeStep } from '../../contract/words/event-words.ts'
import { linkedName } from './linked-name.ts'
import type { StepWords } from './undo-target.ts'

let describe: typeof describeStep | undefined

/** Loads the words for changes. Called when an undo is offered, so that they are there when the user takes it. */
export async function loadStepWords() {
  describe ??= (await import('../../contract/words/event-words.ts').catch(() => undefined))?.describeStep
}

/** A change in words, as far as they could be loaded. */
export const stepInWords = (step: StepWords | undefined, style: Preferences['dateStyle']): string =>
  (step && describe?.(step, style, linkedName)) ?? 'the change'
