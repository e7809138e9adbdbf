/** A block of commands in a page for operators, and how its mark says that it is run. */
export interface Block {
  page: string
  line: number
  /** `run`: to its end; `server`: in the background until it is ready; anything else is the reason why it is not run. */
  mark: string
  text: string
}

const commands = /^(?:npm|npx|curl|node|docker|apt|apt-get|systemctl|journalctl|patronictl|taskdeck|[A-Z_]+=)/

/** The blocks with commands of a page. Throws if one has no mark, because a command that nobody runs may be wrong. */
export function blocksOf(page: string, markdown: string): Block[] {
  const blocks: Block[] = []
  const lines = markdown.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const [, indent = '', fence, language] = /^( *)(```+)(\w*)/.exec(lines[index] ?? '') ?? []
    if (!fence) continue
    const begin = index + 1
    do index++
    while (index < lines.length && !lines[index]?.trimStart().startsWith(fence))
    const body = lines.slice(begin, index).map((line) => line.slice(indent.length))
    const isSession = body[0]?.startsWith('$ ') ?? false
    if (!isSession && language !== 'sh' && !commands.test(body[0] ?? '')) continue
    const before = lines.slice(0, begin - 1).findLast((line) => line.trim())
    const [, mark] = /<!-- check-docs: (.+) -->/.exec(before ?? '') ?? []
    if (!mark) {
      throw new Error(
        `${page}:${begin}: mark the block with <!-- check-docs: run -->, server, or the reason why it is not run`,
      )
    }
    blocks.push({ page, line: begin, mark, text: body.join('\n') })
  }
  return blocks
}

export interface Step {
  command: string
  /** The text that the page shows below the command; undefined if it shows nothing. */
  output: string | undefined
}

/** The commands of a block, in order, each with the output that the page shows. A line that ends with a backslash goes on. */
export function stepsOf(text: string): Step[] {
  const lines = text.replaceAll(/ *\\\n\s*/g, ' ').split('\n')
  if (!text.startsWith('$ ')) {
    return lines
      .filter((line) => line.trim() && !line.startsWith('#'))
      .map((command) => ({ command, output: undefined }))
  }
  const steps: Step[] = []
  for (const line of lines) {
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: '' })
    else {
      const last = steps.at(-1)
      if (last) last.output = last.output ? `${last.output}\n${line}` : line
    }
  }
  return steps
}

/** Whether an output is the one that a page shows. Numbers and the words that count them differ from run to run. */
export const isAsShown = (shown: string, output: string) => plain(output).includes(plain(shown))

const plain = (text: string) =>
  text
    .replaceAll(/\d+/g, '0')
    .replaceAll(/\b(file|task|account)s\b/g, '$1')
    .trim()
