import type { Repeat } from '../repeat.ts'
import type { Priority } from '../tasks.ts'
import type { Source, SourceTask } from './source-task.ts'

const day = String.raw`\d{4}-\d{2}-\d{2}`
const shape = new RegExp(String.raw`^(x )?(?:\(([A-Z])\) )?(?:(${day}) )?(?:(${day}) )?(.*)$`, 'u')
const priorities: Partial<Record<string, Priority>> = { A: 'Critical', B: 'High', C: 'Medium' }
const pair = /(?<=^|\s)([\p{L}][\p{L}\p{N}_-]*):([^\s:]\S*)/gu
const tag = /(?<=^|\s)[+@](\S+)/gu

/** Whether lines look like todo.txt: at least one has a mark that only this format has. */
export const isTodoTxt = (text: string) =>
  text
    .split(/\r?\n/)
    .some((line) => /^(x \d{4}-\d{2}-\d{2} |\([A-Z]\) |\d{4}-\d{2}-\d{2} )|(^|\s)(\+\S+|due:\d)/.test(line))

const frequencies: Partial<Record<string, string>> = { d: 'DAILY', w: 'WEEKLY', m: 'MONTHLY', y: 'YEARLY' }
/** The repetition of `rec:2w`, which counts from the completion, and of `rec:+2w`, which counts from the due date. */
function repeatIn(text: string): Repeat | undefined {
  const [, strict, count = '1', unit = ''] = /^(\+?)(\d{1,3})?([dwmyb])$/.exec(text) ?? []
  const from = strict ? 'due' : 'completion'
  const every = count === '1' ? '' : `;INTERVAL=${Number(count)}`
  if (unit === 'b') return count === '1' ? { rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', from } : undefined
  return frequencies[unit] && Number(count) > 0 ? { rule: `FREQ=${frequencies[unit]}${every}`, from } : undefined
}

const isKnown = (name: string, repeat: Repeat | undefined) =>
  ['due', 't', 'pri'].includes(name) || (name === 'rec' && repeat !== undefined)

/** Lines of todo.txt. Projects and contexts become labels, `due:` and `t:` become days, `rec:` a repetition; other pairs stay in the text. */
export function readTodoTxt(text: string): Source {
  const tasks: SourceTask[] = []
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    if (!line) continue
    const [, done, letter, first, second, rest = ''] = shape.exec(line) ?? []
    const pairs = new Map([...rest.matchAll(pair)].map(([, name = '', value = '']) => [name.toLowerCase(), value]))
    const rank = letter ?? pairs.get('pri')
    const [completedAt, createdAt] = done ? [first, second] : [undefined, first]
    const due = pairs.get('due')
    const repeat = done ? undefined : repeatIn(pairs.get('rec') ?? '')
    const start = pairs.get('t')
    tasks.push({
      line: index + 1,
      title: rest
        .replace(pair, (whole, name: string) => (isKnown(name.toLowerCase(), repeat) ? '' : whole))
        .replace(tag, ''),
      labels: [...rest.matchAll(tag)].map(([, name = '']) => name),
      status: done ? 'Completed' : 'Pending',
      ...(rank ? { priority: priorities[rank] ?? 'Low' } : {}),
      ...(due ? { dueDate: due } : {}),
      ...(repeat ? { repeat } : {}),
      ...(start ? { startDate: start } : {}),
      ...(createdAt ? { createdAt } : {}),
      ...(completedAt ? { completedAt } : {}),
    })
  }
  return { tasks, problems: [], remarks: [] }
}
