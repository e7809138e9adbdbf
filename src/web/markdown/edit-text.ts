/** A text with its selection. */
export interface Selected {
  text: string
  start: number
  end: number
}

/** Marks that surround a selection. */
export const wraps = { bold: '**', italic: '_', code: '`' } as const
/** Marks at the beginning of each line. */
export const prefixes = { list: '- ', checklist: '- [ ] ', quote: '> ' } as const

export type Wrap = keyof typeof wraps
export type Prefix = keyof typeof prefixes

/** Surrounds the selection with a mark, or removes the mark. Spaces at the ends stay outside, where Markdown wants them. */
export function toggleWrap({ text, start, end }: Selected, kind: Wrap): Selected {
  const selection = text.slice(start, end)
  if (kind === 'code' && selection.includes('\n')) return fence({ text, start, end })
  const mark = wraps[kind]
  const from = start + (selection.length - selection.trimStart().length)
  const to = Math.max(from, end - (selection.length - selection.trimEnd().length))
  const inner = text.slice(from, to)
  const { length } = mark
  if (text.slice(from - length, from) === mark && text.slice(to, to + length) === mark) {
    return {
      text: text.slice(0, from - length) + inner + text.slice(to + length),
      start: from - length,
      end: to - length,
    }
  }
  if (inner.length > 2 * length && inner.startsWith(mark) && inner.endsWith(mark)) {
    const bare = inner.slice(length, -length)
    return { text: text.slice(0, from) + bare + text.slice(to), start: from, end: from + bare.length }
  }
  return { text: text.slice(0, from) + mark + inner + mark + text.slice(to), start: from + length, end: to + length }
}

/** Makes the selected lines a block of code. */
function fence({ text, start, end }: Selected): Selected {
  const before = start > 0 && text[start - 1] !== '\n' ? '\n' : ''
  const block = `${before}\`\`\`\n${text.slice(start, end).replace(/\n$/, '')}\n\`\`\``
  return {
    text: text.slice(0, start) + block + text.slice(end),
    start: start + before.length + 3,
    end: start + before.length + 3,
  }
}

/** Makes the selection a link, and selects the place for its address; or the place for its text if nothing is selected. */
export function insertLink({ text, start, end }: Selected): Selected {
  const label = text.slice(start, end) || 'text'
  const link = `[${label}](url)`
  const next = text.slice(0, start) + link + text.slice(end)
  return start === end
    ? { text: next, start: start + 1, end: start + 1 + label.length }
    : { text: next, start: start + label.length + 3, end: start + label.length + 6 }
}

/** The beginning of a line of a list or quote: indentation, marker, and box of a checklist. */
const item = /^(\s*)(?:([-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?|>\s?)/

/** Adds a prefix to every selected line, or removes it if all have it. Another kind of list is replaced. */
export function togglePrefix({ text, start, end }: Selected, kind: Prefix): Selected {
  const prefix = prefixes[kind]
  const from = text.lastIndexOf('\n', start - 1) + 1
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  const next = text.indexOf('\n', last)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isPlain = (line: string) => kind !== 'list' || !/^\s*- \[[ xX]\] /.test(line)
  const hasAll = lines.every((line) => line.trimStart().startsWith(prefix) && isPlain(line))
  const changed = lines.map((line) => {
    if (hasAll) return line.replace(prefix, '')
    const bare = kind === 'quote' ? line : line.replace(item, '$1')
    const indent = kind === 'quote' ? '' : (/^\s*/.exec(bare)?.[0] ?? '')
    return indent + prefix + bare.slice(indent.length)
  })
  const block = changed.join('\n')
  const grown = (changed[0]?.length ?? 0) - (lines[0]?.length ?? 0)
  const moved = Math.max(from, start + grown)
  return {
    text: text.slice(0, from) + block + text.slice(to),
    start: start === end ? moved : from,
    end: start === end ? moved : from + block.length,
  }
}

/** Continues a list or quote on a new line; an empty item ends it. Returns undefined if Enter should do what it always does. */
export function continueLine({ text, start, end }: Selected): Selected | undefined {
  if (start !== end) return undefined
  const from = text.lastIndexOf('\n', start - 1) + 1
  const line = text.slice(from, start)
  const found = item.exec(line)
  if (!found) return undefined
  const [head, indent = '', marker] = found
  if (head.length > line.length) return undefined
  // An empty item: its marker is removed, if nothing follows it either.
  if (line.length === head.length && /^\s*(\n|$)/.test(text.slice(start))) {
    return { text: text.slice(0, from) + text.slice(start), start: from, end: from }
  }
  const number = /^(\d+)([.)])$/.exec(marker ?? '')
  const bullet = number ? `${Number(number[1]) + 1}${number[2]}` : marker
  const box = /\[[ xX]\]\s+$/.test(head) ? '[ ] ' : ''
  const added = `\n${bullet === undefined ? head : `${indent}${bullet} ${box}`}`
  return {
    text: text.slice(0, start) + added + text.slice(start),
    start: start + added.length,
    end: start + added.length,
  }
}
