import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentGuide } from '../contract/agent-guide.ts'

/** The files in which agents look for instructions, the most common first. */
const names = ['AGENTS.md', 'CLAUDE.md']

/** One character for each byte, so that a file in any encoding stays as it is. The guide is plain ASCII. */
const bytes = 'latin1'

/** The begin says whether the section has made the file, so that removing it leaves nothing behind. */
const begin = '<!-- taskdeck agent-guide: begin -->'
const beginNew = '<!-- taskdeck agent-guide: begin, new file -->'
const end = '<!-- taskdeck agent-guide: end -->'
/** Git and editors change the ends of lines, and remove the last one. */
const section =
  /(?:\r?\n)?<!-- taskdeck agent-guide: begin(, new file)? -->\r?\n[\s\S]*?<!-- taskdeck agent-guide: end -->(?:\r?\n|$)/

/** One level deeper than the guide itself, because the file has a heading of its own. */
const guide = agentGuide.replace(/^#/, '##')

export type Done = 'added' | 'updated' | 'removed' | 'unchanged'

/** The file of a folder for the instructions of agents. */
export const guideFile = (folder: string) =>
  join(folder, names.find((name) => existsSync(join(folder, name))) ?? (names[0] as string))

/** Adds the guide as a section, or brings it up to date. */
export function addSection(path: string): Done {
  const text = existsSync(path) ? readFileSync(path, bytes) : undefined
  const found = section.exec(text ?? '')
  const isNew = text === undefined || found?.[1] !== undefined
  // The empty line before it belongs to the section, so that the text before is as it was without it.
  const lines = `${isNew ? beginNew : `\n${begin}`}\n${guide}${end}\n`
  const added = text?.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines
  const next = found ? (text ?? '').replace(section, () => added) : (text ?? '') + added
  if (next === text) return 'unchanged'
  writeFileSync(path, next, bytes)
  return found ? 'updated' : 'added'
}

/** Removes the section. A file that was made for it is deleted if nothing else is in it. */
export function removeSection(path: string): Done {
  const text = existsSync(path) ? readFileSync(path, bytes) : ''
  const found = section.exec(text)
  if (!found) return 'unchanged'
  const rest = text.replace(section, '')
  if (rest === '' && found[1]) rmSync(path)
  else writeFileSync(path, rest, bytes)
  return 'removed'
}
