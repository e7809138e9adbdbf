import { closedTasks, gitLimits, taskOfBranch, taskOfTitle, taskTrailers } from '../../contract/git.ts'
import { type Finding, strongestFirst } from '../git/git.ts'
import { plainLine } from '../git/plain-line.ts'
import type { ChangeRequest, Push, Told } from './payloads.ts'

/** Tasks that one delivery can touch. A push with more is a rewritten history and not a day's work. */
export const maxFindings = 100

const hashForm = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

function webUrl(text: string): string | null {
  const url = text.length <= gitLimits.url ? URL.parse(text) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username ? url.href : null
}

const named = (repository: string) => plainLine(repository, gitLimits.name) || null

function inPush({ repository, defaultBranch, branch, branchUrl, isDeletion, commits }: Push): Finding[] {
  if (isDeletion) return []
  const started = taskOfBranch(branch)
  const ofBranch = {
    kind: 'branch' as const,
    name: plainLine(branch, gitLimits.name),
    title: '',
    url: webUrl(branchUrl),
    repository: named(repository),
    state: null,
  }
  const findings: Finding[] = started ? [{ number: started, effect: 'starts', reference: ofBranch }] : []
  // The commits of other branches show when they reach the default one: until then, they may be rewritten.
  if (!defaultBranch || branch !== defaultBranch) return findings
  for (const { hash, message, url } of commits) {
    if (!hashForm.test(hash)) continue
    const reference = {
      kind: 'commit' as const,
      name: hash,
      title: plainLine(message, gitLimits.title),
      url: webUrl(url),
      repository: named(repository),
      state: null,
    }
    const closed = new Set(closedTasks(message))
    for (const number of closed) findings.push({ number, effect: 'completes', reference })
    for (const number of taskTrailers(message)) {
      if (!closed.has(number)) findings.push({ number, effect: 'links', reference })
    }
  }
  return findings
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

/** The tasks that a delivery names, with the references to show and the effects to take, the strongest effects first. */
export function findingsIn(told: Exclude<Told, undefined>): Finding[] {
  const findings = told.kind === 'push' ? inPush(told) : inChange(told)
  return strongestFirst(findings).slice(0, maxFindings)
}
