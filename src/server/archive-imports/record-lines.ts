import { archiveImportLimits } from '../../contract/archives.ts'
import { refusal } from './zip-file.ts'

/** A line of `tasks.jsonl`. */
export interface RecordLine {
  line: number
  text: string
}

const newLine = 0x0a
/** Records are flat: no value of a task is nested deeper than this. */
const maxDepth = 20

export const problemOn = (line: number, problem: string) =>
  refusal(`line ${line.toLocaleString('en')} of tasks.jsonl: ${problem}`)

/** The lines of a file, each of a limited length, without empty ones. Fails with `invalid_input` if they are not UTF-8. */
export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<RecordLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  let rest: Buffer[] = []
  let restBytes = 0
  const decoded = (parts: Buffer[]): string => {
    try {
      const [only] = parts
      return decoder.decode(parts.length === 1 ? only : Buffer.concat(parts))
    } catch {
      throw problemOn(line, 'it is not UTF-8')
    }
  }
  for await (const chunk of bytes) {
    let first = 0
    for (let end = chunk.indexOf(newLine); end >= 0; end = chunk.indexOf(newLine, first)) {
      const text = decoded([...rest, chunk.subarray(first, end)])
      rest = []
      restBytes = 0
      first = end + 1
      if (text.length > archiveImportLimits.lineBytes) throw problemOn(line, 'it is too long')
      if (text.trim()) yield { line, text }
      line++
    }
    if (first === chunk.length) continue
    restBytes += chunk.length - first
    if (restBytes > archiveImportLimits.lineBytes) throw problemOn(line, 'it is too long')
    rest.push(chunk.subarray(first))
  }
  const last = decoded(rest)
  if (last.trim()) yield { line, text: last }
}

/** The JSON object on a line. Fails with `invalid_input` if it is nested deeply, which would exhaust the stack of functions that walk through it. */
export function recordIn({ line, text }: RecordLine): Record<string, unknown> {
  if (isDeep(text)) throw problemOn(line, 'it is nested too deeply')
  if (text.includes('"__proto__"')) throw problemOn(line, '__proto__ is not allowed')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw problemOn(line, 'it is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw problemOn(line, 'it is not an object')
  return value as Record<string, unknown>
}

function isDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInText) {
      // A backslash, and the end of the text.
      if (code === 0x5c) at++
      else if (code === 0x22) isInText = false
    } else if (code === 0x22) isInText = true
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return true
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return false
}
