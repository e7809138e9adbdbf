import { makeChange, withdrawChange } from '../deck/current-deck.ts'
import { withdrawFailure } from '../ui/alerts.tsx'
import { type ColourChange, colourSettings } from './label-colours.tsx'
import { reportProblem } from './use-change.ts'

const failure = 'Error changing the colour'

/** Gives a label a colour, or none. It is shown at once, and waits if the server cannot be reached, like the changes of tasks. */
export function useSetLabelColour() {
  const show = colourSettings.useApply()
  return async function set(change: ColourChange): Promise<void> {
    withdrawFailure(failure)
    const { id, outcome } = makeChange({ kind: 'colour', ...change })
    await show(change)
    const result = await outcome
    if (result.state !== 'problem') return
    await withdrawChange(id)
    const lead = `The colour of #${change.label} was not changed. `
    reportProblem(result.problem, { failure, lead, fallback: 'Please try again.' }, () => void set(change))
  }
}
