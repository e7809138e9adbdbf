import { closedTasks, gitLimits, taskOfBranch, taskOfTitle, taskTrailers } from '../../contract/git.ts'
import { type Finding, strongestFirst } from '../git/git.ts'
import { plainLine } from '../git/plain-line.ts'
import { pauses } from '../work/slices.ts'
import type { ChangeRequest, Push, Told } from './payloads.ts'
import { hashForm, webUrl } from './web-url.ts'

/** Tasks that one delivery can touch. A push with more is a rewritten history and not a day's work. */
export const maxFindings = 100

const maxSliceMs = 5

const named = (repository: string) => plainLine(repository, gitLimits.name) || null

/** The people whose work counts, in lower case; null counts everyone's. */
export type Authors = string[] | null

export const counts = (by: string[], authors: Authors) => !authors || by.some((name) => authors.includes(name))

/** The commits of other branches show when they reach the default one: until then, they may be rewritten. */
const hasCommits = ({ isDeletion, branch, defaultBranch }: Push) =>
  !isDeletion && defaultBranch !== '' && branch === defaultBranch

async function inPush(push: Push, authors: Authors): Promise<Finding[]> {
  const { repository, branch, branchUrl, isDeletion, commits, by } = push
  if (isDeletion) return []
  const started = counts(by, authors) ? taskOfBranch(branch) : undefined
  const ofBranch = {
    kind: 'branch' as const,
    name: plainLine(branch, gitLimits.name),
    title: '',
    url: webUrl(branchUrl),
    repository: named(repository),
    state: null,
  }
  const findings: Finding[] = started ? [{ number: started, effect: 'starts', reference: ofBranch }] : []
  if (!hasCommits(push)) return findings
  const completing: Finding[] = []
  const linking: Finding[] = []
  const hashes = commits.map(({ hash }) => hash)
  const pause = pauses(maxSliceMs)
  for (const [index, { hash, message, url, by: author }] of commits.entries()) {
    // Without a number, nothing else has to be looked for.
    if (!message.includes('#') || !hashForm.test(hash) || !counts(author, authors)) continue
    await pause()
    const closed = new Set(closedTasks(message))
    const linked = taskTrailers(message).filter((number) => !closed.has(number))
    if (!closed.size && !linked.length) continue
    const reference = {
      kind: 'commit' as const,
      name: hash,
      title: plainLine(message, gitLimits.title),
      url: webUrl(url),
      repository: named(repository),
      state: null,
    }
    const order = { hashes, place: index }
    for (const number of closed) completing.push({ number, effect: 'completes', reference, order })
    // The strongest are taken, so one more of each kind than are taken says that there are more.
    if (completing.length > maxFindings) break
    if (linking.length > maxFindings) continue
    for (const number of linked) linking.push({ number, effect: 'links', reference, order })
  }
  return [...findings, ...completing, ...linking]
}

function inChange(told: ChangeRequest): Finding[] {
  const { repository, defaultBranch, name, title, text, url, source, target, state, isFromFork } = told
  // Anyone can open a change request from a fork. It counts when a maintainer has merged it.
  if (isFromFork && state !== 'merged') return []
  const reference = {
    kind: 'change' as const,
    name,
    title: plainLine(title, gitLimits.title),
    url: webUrl(url),
    repository: named(repository),
    state,
  }
  const isDone = state === 'merged' && defaultBranch !== '' && target === defaultBranch
  const closed = new Set(closedTasks(`${title}\n\n${text}`))
  const subjects = new Set([taskOfBranch(source), taskOfTitle(title)].filter((number) => number !== undefined))
  const effectOn = (number: number) => {
    if (isDone && closed.has(number)) return 'completes'
    return state === 'open' && subjects.has(number) ? 'starts' : 'links'
  }
  return [...closed.union(subjects)].map((number) => ({ number, effect: effectOn(number), reference }))
}

/**
 * The references in a delivery to tasks, with the effects to take, the strongest effects first, and remarks on what is left out. Other
 * requests run while thousands of messages are read.
 */
export async function findingsIn(
  told: Exclude<Told, undefined>,
  authors: Authors,
): Promise<{ findings: Finding[]; remarks: string[] }> {
  if (told.kind === 'check' || told.kind === 'issue') return { findings: [], remarks: [] }
  const all = told.kind === 'push' ? await inPush(told, authors) : counts(told.by, authors) ? inChange(told) : []
  return {
    findings: strongestFirst(all).slice(0, maxFindings),
    remarks: [...(all.length > maxFindings ? [tooManyFindings] : []), ...remarksOn(told, authors)],
  }
}

const commitCount = (count: number) => `${count} ${count === 1 ? 'commit' : 'commits'}`
const otherwise =
  'If another one closes a task, complete it yourself, or use “taskdeck git install”, which sees all commits.'
const tooManyFindings = `Only ${maxFindings} references to tasks were taken, those that complete tasks first.`

/** What a delivery leaves out, in sentences for the log: nothing may be missing without a word. */
function remarksOn(told: Push | ChangeRequest, authors: Authors): string[] {
  if (told.kind === 'change') return counts(told.by, authors) ? [] : ['Its author is not one of yours.']
  if (!hasCommits(told)) return counts(told.by, authors) ? [] : ['Pushed by someone who is not one of your authors.']
  const { commits, sent, total } = told
  const others = commits.filter(({ by }) => !counts(by, authors)).length
  return [
    ...(others ? [`Not counted: ${commitCount(others)} of other authors.`] : []),
    ...(sent > commits.length
      ? [`Only the first ${commits.length} of ${commitCount(sent)} were read. ${otherwise}`]
      : total > sent
        ? [`The forge sent only ${sent} of ${commitCount(total)}. ${otherwise}`]
        : []),
  ]
}
