import type { Terminal } from './terminal.ts'

/**
 * Lines for people with the numbers of the changes that they tell about, for `taskdeck undo --change`. Pipes get the lines alone, and so does
 * a command that has changed nothing.
 */
export function withChange({ columns, style }: Terminal, text: string, ...changes: (number | null)[]): string {
  const numbers = changes.filter((change) => change !== null)
  if (columns === undefined || !numbers.length) return text
  const [first = 0, ...more] = numbers
  const note = more.length
    ? `Changes ${new Intl.ListFormat('en').format(numbers.map(String))}. To take one back: taskdeck undo --change N`
    : `Change ${first}. To take it back: taskdeck undo --change ${first}`
  return `${text}\n${style('dim', note)}`
}
