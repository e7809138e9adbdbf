import { oneLine } from './output/clean.ts'

const maxBytes = 200

/**
 * The name under which a file of a task is saved: no folders, no hidden file, no option of a command, no name that a system reserves. The
 * server may have sent any name.
 */
export function safeFileName(name: string, id: string): string {
  const last = oneLine(name.split(/[/\\]/).at(-1) ?? '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.-]+|[\s.]+$/g, '')
  const plain = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(last) ? `_${last}` : last
  return shortened(plain) || `file-${id}`
}

/** The name in as many bytes as every file system takes, with its ending. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name
  const ending = /\.[\w-]{1,16}$/.exec(name)?.[0] ?? ''
  let stem = ''
  for (const character of name.slice(0, name.length - ending.length)) {
    if (Buffer.byteLength(stem + character + ending) > maxBytes) break
    stem += character
  }
  return stem + ending
}
