import { defaults, type Status } from '../../contract/tasks.ts'

export interface Line {
  text: string
  /** A pasted list may say what is done already. */
  status?: Status
}

const bullet = /^\s*(?:(?:[-*+•]|\d+[.)])\s+)?(?:\[([ xX])\]\s+)?/

/** The lines of a pasted text that say something, without their bullets and boxes. What was ticked off is completed. */
export function linesOf(text: string): Line[] {
  return text
    .split(/\r?\n/)
    .map((line): Line => {
      const [start = '', box = ' '] = bullet.exec(line) ?? []
      return { text: line.slice(start.length).trim(), status: box === ' ' ? defaults.status : 'Completed' }
    })
    .filter((line) => line.text)
}
