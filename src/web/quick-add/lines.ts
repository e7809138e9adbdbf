import { defaults, type Status } from '../../contract/tasks.ts'

export interface Line {
  text: string
  /** A pasted checklist marks completed lines. */
  status?: Status
}

const bullet = /^\s*(?:(?:[-*+•]|\d+[.)])\s+)?(?:\[([ xX])\]\s+)?/

/** The non-empty lines of a pasted text, without bullets and checkboxes. A checked line is a completed task. */
export function linesOf(text: string): Line[] {
  return text
    .split(/\r?\n/)
    .map((line): Line => {
      const [start = '', box = ' '] = bullet.exec(line) ?? []
      return { text: line.slice(start.length).trim(), status: box === ' ' ? defaults.status : 'Completed' }
    })
    .filter((line) => line.text)
}
