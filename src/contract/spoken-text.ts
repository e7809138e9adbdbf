/** Longer texts are read up to here. */
const maxTextLength = 65_536

/**
 * A commit message or a description without what is quoted and not said: code in fences, in backticks and indented, quoted lines, comments of
 * a template, and the subject of a commit that is reverted. Its lines stay lines.
 */
export function spokenText(text: string): string {
  const lines = text
    .slice(0, maxTextLength)
    .replace(/\r\n?/g, '\n')
    .replace(/<!--(?:(?!-->)[\s\S])*(?:-->|$)/g, ' ')
    .split('\n')
  let fence = ''
  return lines
    .map((line) => {
      const [, mark = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
      if (fence) {
        // A fence ends with the same mark, at least as long, and nothing behind it.
        if (mark.startsWith(fence) && !info.trim()) fence = ''
        return ''
      }
      if (mark && !(mark.startsWith('`') && info.includes('`'))) {
        fence = mark
        return ''
      }
      return isQuoted(line) ? '' : withoutCode(line)
    })
    .join('\n')
}

/** A quoted line, code by its indentation, an empty line, or the subject of a revert. */
const isQuoted = (line: string) => /^ {0,3}>|^ {0,3}\t|^ {4}|^\s*$|^Revert "/.test(line)

/** A line without the code in it: between two runs of backticks of the same length. */
function withoutCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)]
  const unpaired = new Set<number>()
  let [said, at] = ['', 0]
  for (let first = 0; first < runs.length; first++) {
    const open = runs[first]
    if (!open || unpaired.has(open[0].length)) continue
    let last = first + 1
    while (last < runs.length && runs[last]?.[0].length !== open[0].length) last++
    const close = runs[last]
    if (!close) {
      unpaired.add(open[0].length)
      continue
    }
    said += `${line.slice(at, open.index)} `
    at = close.index + close[0].length
    first = last
  }
  return said + line.slice(at)
}
