import type { Terminal } from './terminal.ts'

/** Lines for people with the number of the change that they tell about, for `taskdeck undo --change`. Pipes get the lines alone. */
export const withChange = ({ columns, style }: Terminal, text: string, change: number | null) =>
  columns === undefined || change === null
    ? text
    : `${text}\n${style('dim', `Change ${change}. To take it back: taskdeck undo --change ${change}`)}`
