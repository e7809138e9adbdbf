import { issueSourceCalls } from '../../contract/calls/issue-sources.ts'
import type { IssueSource } from '../../contract/schemas/issue-sources.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { type Context, defineCommand } from '../command.ts'
import { refused, usageError } from '../errors.ts'
import { oneLine } from '../output/clean.ts'
import { table } from '../output/table.ts'

/** Lists the repositories whose issues are tasks, or reads their issues now. */
export const command = defineCommand({
  synopsis: '[sync [REPOSITORY]]',
  about:
    'Lists the repositories whose issues are your tasks, with their state. taskdeck forge sync reads the issues of all of them now, or of one. Repositories are connected and disconnected in the browser, in Settings > Issues, because that takes your password and a token of the forge.',
  examples: [
    ['taskdeck forge', 'List the repositories'],
    ['taskdeck forge sync', 'Read all issues now'],
    ['taskdeck forge sync acme/app', 'Read the issues of one repository now'],
  ],
  options: {},
  words: ['sync'],
  async run(context, _options, [action, name, ...more]) {
    if (action === 'add' || action === 'remove')
      throw refused(
        'Repositories are connected and disconnected in the browser, because that takes your password and a token of the forge.',
        'Open Settings > Issues.',
      )
    if (more.length || (action !== undefined && action !== 'sync'))
      throw usageError(
        `taskdeck forge cannot “${[action, name, ...more].join(' ')}”.`,
        'taskdeck forge lists the repositories, and taskdeck forge sync reads them now.',
      )
    const { sources } = await context.client().call(issueSourceCalls.list, {})
    if (action === 'sync') return sync(context, sources, name)
    print(context, sources)
  },
})

function print(context: Context, sources: IssueSource[]) {
  const { columns, style } = context.terminal
  context.print({
    json: { sources },
    quiet: () => sources.map(({ repository }) => oneLine(repository)).join('\n'),
    text: () => {
      const now = context.now().getTime()
      if (columns === undefined)
        return sources
          .map((source) =>
            [source.repository, source.openCount, stateOf(source, now)].map(String).map(oneLine).join('\t'),
          )
          .join('\n')
      if (!sources.length) return style('dim', 'No repository is connected. Connect one in Settings > Issues.')
      return table(
        sources,
        [
          { text: ({ repository }) => repository },
          { text: ({ openCount }) => `${openCount} open`, align: 'end' },
          {
            text: (source) => stateOf(source, now),
            isFlexible: true,
            style: ({ problem }, cell) => style(problem === null ? 'dim' : 'red', cell),
          },
        ],
        columns,
      )
    },
  })
}

/** The state of a repository, or its problem. */
function stateOf({ pausedAt, pausedWhy, problem, isSyncing, syncedAt }: IssueSource, now: number): string {
  if (pausedAt !== null) return `paused ${timeAgo(pausedAt, now)}. ${pausedWhy ?? ''}`.trim()
  if (problem !== null) return problem
  if (isSyncing) return 'reading the issues …'
  return syncedAt === null ? 'not read yet' : `read ${timeAgo(syncedAt, now)}`
}

async function sync(context: Context, sources: IssueSource[], name: string | undefined) {
  const chosen = sources.filter(({ repository, pausedAt }) =>
    name === undefined ? pausedAt === null : repository === name,
  )
  if (!chosen.length) {
    const what = name === undefined ? 'No repository is connected.' : `${name} is not connected.`
    throw refused(what, 'taskdeck forge lists the repositories. Connect one in Settings > Issues.')
  }
  const client = context.client()
  const done: IssueSource[] = []
  for (const { id } of chosen) done.push((await client.call(issueSourceCalls.sync, { params: { id } })).source)
  context.print({
    json: { sources: done },
    quiet: () => done.map(({ repository }) => oneLine(repository)).join('\n'),
    text: () => done.map(({ repository }) => `Reading the issues of ${oneLine(repository)}.`).join('\n'),
  })
}
