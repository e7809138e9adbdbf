import { type ArchivedTask, dayOf, type linkNames } from './archived-task.ts'

type Links = ReturnType<ReturnType<typeof linkNames>>

export const documentHead = (day: string) => `# Tasks on ${day}\n\nNewest first, the trash last.\n`

/** A task in `tasks.md`. Its description is a quotation, so that headings in it are not headings of the file. */
export function documentPart(task: ArchivedTask, links: Links): string {
  const { number, title, status, priority, labels, doneWhen = [], description, trashedAt } = task
  const facts = [
    status,
    priority,
    fact('due', dayOf(task.dueDate)),
    fact('starts', dayOf(task.startDate)),
    fact('labels:', labels.map(plain).join(', ')),
    fact('part of', links.partOf),
    fact('blocked by', links.blockedBy),
    fact('related to', links.related),
    fact('in the trash since', dayOf(trashedAt)),
  ]
  const criteria = doneWhen.map(({ text, isMet }) => `- [${isMet ? 'x' : ' '}] ${plain(text)}`)
  const parts = [
    `## #${number} ${plain(title)}`,
    facts.filter(Boolean).join(' · '),
    criteria.join('\n'),
    description.trim().replace(/^(?=.)/gm, '> '),
  ]
  return `\n${parts.filter(Boolean).join('\n\n')}\n`
}

const fact = (name: string, value: string) => value && `${name} ${value}`

/** A line of text without the meaning that Markdown would give to its characters. */
const plain = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>&|~]/g, '\\$&')
