import { formatDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { Standup } from '../standup.ts'
import { oneLine } from './clean.ts'
import type { Style } from './style.ts'
import { markOf } from './task-table.ts'
import { cut } from './width.ts'

type DateStyle = Preferences['dateStyle']

interface Shown {
  style: Style
  /** The width of the terminal; undefined if lines are not cut. */
  columns: number | undefined
}

interface Section {
  title: string
  tasks: readonly { task: Task; detail: string }[]
}

function sectionsOf({ since, done, inProgress, blocked }: Standup, dateStyle: DateStyle): Section[] {
  const plain = (tasks: readonly Task[]) => tasks.map((task) => ({ task, detail: '' }))
  return [
    { title: `Done since ${formatDay(since, dateStyle)}`, tasks: plain(done) },
    { title: 'In progress', tasks: plain(inProgress) },
    {
      title: 'Blocked',
      tasks: blocked.map((task) => ({
        task,
        detail: ` (by ${task.blockers.map(({ number, title }) => `#${number} ${oneLine(title)}`).join(', ')})`,
      })),
    },
  ]
}

export function standupText(standup: Standup, dateStyle: DateStyle, { style, columns }: Shown) {
  const sections = sectionsOf(standup, dateStyle).map(({ title, tasks }) => {
    const lines = tasks.map(({ task, detail }) => {
      const text = `#${task.number} ${oneLine(task.title)}${detail}`
      return `  ${markOf(task.status, style)} ${columns ? cut(text, columns - 4) : text}`
    })
    return `${style('bold', title)}\n${lines.join('\n') || style('dim', '  nothing')}`
  })
  return sections.join('\n\n')
}

export function standupMarkdown(standup: Standup, dateStyle: DateStyle): string {
  const sections = sectionsOf(standup, dateStyle).map(({ title, tasks }) => {
    const lines = tasks.map(({ task, detail }) => `- #${task.number} ${escaped(oneLine(task.title))}${escaped(detail)}`)
    return `### ${title}\n\n${lines.join('\n') || '- nothing'}`
  })
  return sections.join('\n\n')
}

/** A title is text, not Markdown. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>]/g, '\\$&')
