import { shareCalls } from '../../contract/calls/shares.ts'
import { viewCalls } from '../../contract/calls/views.ts'
import type { Share } from '../../contract/schemas/shares.ts'
import { partsOf, shareLimits, shareParts, taskParts, viewParts } from '../../contract/shares.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { choicesOf } from '../choices.ts'
import { type Context, defineCommand } from '../command.ts'
import { refused, usageError } from '../errors.ts'
import { viewNamed } from '../list-view.ts'
import { namingMissing } from '../missing-tasks.ts'
import { oneLine } from '../output/clean.ts'
import { tasksOrCurrent } from '../tasks.ts'

/** Shares a task or a view, lists the links, and revokes one. */
export const command = defineCommand({
  synopsis: '[TASK]',
  about: [
    'Makes a secret link at which everyone who has it reads a task or a saved view, without an account, and prints it. It is not shown again.',
    `A view shows ${viewParts.join(', ')} unless you choose; a task has ${taskParts.join(', ')}. Files and notes are shown only if you name them.`,
  ].join('\n'),
  examples: [
    ['taskdeck share 12 --days 7', 'Share a task for a week'],
    ['taskdeck share 12 --show dates,description,files', 'Choose what is shown'],
    ['taskdeck share 12 --ask "Which day?" --choice Mon --choice Tue', 'Ask the reader a question'],
    ['taskdeck share --view "Release 2.4" --name "For the team"', 'Share a saved view'],
    ['taskdeck share --list', 'List your links'],
    ['taskdeck share --revoke "For the team"', 'End a link'],
  ],
  options: {
    view: { type: 'string', short: 'v', value: 'NAME', help: 'Share this saved view' },
    name: { type: 'string', value: 'NAME', help: 'Your name for the link, which readers do not see' },
    show: { type: 'string', multiple: true, value: 'PARTS', choices: shareParts, help: 'What is shown' },
    days: { type: 'string', value: 'N', help: 'For how many days it works; until you revoke it unless given' },
    ask: { type: 'string', value: 'QUESTION', help: 'A question to the reader of a task' },
    choice: { type: 'string', multiple: true, value: 'ANSWER', help: 'An answer to choose from; up to five' },
    list: { type: 'boolean', help: 'List your links' },
    revoke: { type: 'string', value: 'NAME', help: 'End the link with this name or id' },
  },
  words: 'tasks',
  async run(context, { view, name, show, days, ask, choice = [], list, revoke }, words) {
    if (list) return printShares(context)
    if (revoke !== undefined) return endShare(context, revoke)
    if (view !== undefined && words.length) throw usageError('Share a task or a view?', 'Give only one of them.')
    if (choice.length && !ask) throw usageError('--choice needs a question.', 'Give it with --ask.')
    const client = context.client()
    const target = view === undefined ? { task: await taskOf(context, words) } : { view: await viewOf(context, view) }
    const parts = show && choicesOf(show, partsOf(view === undefined ? 'task' : 'view'), '--show')
    const body = {
      ...target,
      ...(name === undefined ? {} : { name }),
      ...(parts ? { parts } : {}),
      ...(days === undefined ? {} : { days: daysIn(days) }),
      ...(ask ? { question: { text: ask, choices: choice } } : {}),
    }
    const make = () => client.call(shareCalls.create, { body })
    const { share, path } = 'task' in target ? await namingMissing(client, [target.task], make) : await make()
    const url = new URL(path, client.server.url).href
    context.print({
      json: { share, url },
      quiet: () => url,
      text: () => `${url}\n${context.terminal.style('dim', `${shownIn(share)}. It is not shown again.`)}`,
    })
  },
})

const taskOf = async (context: Context, words: string[]): Promise<string> => {
  if (words.length > 1) throw usageError('Which task?', 'Share one at a time.')
  const [id = ''] = await tasksOrCurrent(context, words)
  return id
}

async function viewOf(context: Context, name: string): Promise<string> {
  const { views } = await context.client().call(viewCalls.list, {})
  return viewNamed(views, name).id
}

function daysIn(text: string): number {
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= shareLimits.days) return days
  throw usageError(`--days cannot be “${text}”.`, `Use a whole number from 1 to ${shareLimits.days}.`)
}

async function printShares(context: Context) {
  const { shares } = await context.client().call(shareCalls.list, {})
  const now = context.now()
  context.print({
    json: { shares },
    quiet: () => shares.map(({ id }) => id).join('\n'),
    text: () => {
      if (!context.terminal.columns) return shares.map((share) => cellsOf(share, now).join('\t')).join('\n')
      if (!shares.length) return 'You share nothing.'
      return shares.map((share) => linesOf(context, share, now)).join('\n\n')
    },
  })
}

/** For pipes: the id, the name, what it shares, its state and its visits. */
const cellsOf = (share: Share, now: Date) => [
  share.id,
  oneLine(share.name),
  sharedIn(share),
  stateOf(share, now),
  share.visits,
]

function linesOf({ terminal: { style } }: Context, share: Share, now: Date): string {
  const visits =
    share.visitedAt === null
      ? 'not visited yet'
      : `${share.visits} visits, last ${timeAgo(share.visitedAt, now.getTime())}`
  const { question, answered } = share
  const asked = question
    ? [`asks “${oneLine(question.text)}”`, answered ? `answered “${oneLine(answered.text)}”` : 'not answered yet']
    : []
  return [
    `${style('bold', oneLine(share.name))} ${style('dim', `· ${sharedIn(share)}`)}`,
    `  ${[shownIn(share), stateOf(share, now), visits, ...asked].join(' · ')}`,
  ].join('\n')
}

const shownIn = ({ parts }: Share) => `Shows ${['titles', 'status', ...parts].join(', ')}`

function sharedIn({ kind, target }: Share): string {
  if (!target) return `${kind} that was deleted`
  return target.number === undefined ? `view ${oneLine(target.title)}` : `#${target.number} ${oneLine(target.title)}`
}

function stateOf({ target, expiresAt }: Share, now: Date): string {
  if (!target) return 'does not work'
  if (expiresAt === null) return 'works until you revoke it'
  return `${Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'expires'} ${expiresAt.slice(0, 10)}`
}

async function endShare(context: Context, wanted: string) {
  const client = context.client()
  const { shares } = await client.call(shareCalls.list, {})
  const found = shares.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted.trim().toLowerCase())
  const [share, ...others] = found
  if (!share) throw refused(`No link is called “${wanted}”.`, 'List them with: taskdeck share --list')
  if (others.length)
    throw refused(`${found.length} links are called “${wanted}”.`, 'Give the id of one: taskdeck share --list --quiet')
  await client.call(shareCalls.remove, { params: { id: share.id } })
  context.print({ json: { share }, quiet: () => '', text: () => `Revoked the link ${oneLine(share.name)}` })
}
