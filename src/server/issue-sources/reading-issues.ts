import type { IssueSourceRow } from '../database/schema.ts'
import type { Gone } from './applying.ts'
import { dialects, type Issue, isChosen } from './dialects.ts'
import { type ForgeCalls, placeOf } from './forge-calls.ts'
import { ForgeProblem } from './forge-problem.ts'
import { readIssueList } from './issue-list.ts'

/** The result of reading a source. */
export interface Read {
  issues: Issue[]
  gone: Gone[]
  /** The pages of the list, to be stored. Undefined if it was not read. */
  pages?: string
  /** Something that is no failure. */
  remark?: string | null
}

type Known = IssueSourceRow & { account: string }

/** Issues that are asked for one by one: each is a call. The others wait for the next sync. */
export const maxSingle = 50

/** Reads the issues of a source. Everything fails with a `ForgeProblem`. */
export function readingIssues(calls: ForgeCalls) {
  /** Reads single issues: those of which a webhook has told, and open ones that are no longer in the list. */
  async function readSingle(source: Known, numbers: number[], signal: AbortSignal): Promise<Read> {
    const dialect = dialects[source.forge]
    const { name } = placeOf(source)
    const read: Read = { issues: [], gone: [] }
    for (const number of numbers.slice(0, maxSingle)) {
      signal.throwIfAborted()
      try {
        const issue = dialect.read(await calls.one(source, dialect.one(name, number), `${name}#${number}`, signal))
        if (issue?.number !== number) read.gone.push({ number, why: 'missing' })
        // One that was closed is done, to whomever it belongs.
        else if (!issue.isOpen || isChosen(issue, source)) read.issues.push(issue)
        else read.gone.push({ number, why: 'not chosen' })
      } catch (error) {
        if (!(error instanceof ForgeProblem) || error.reason !== 'missing') throw error
        read.gone.push({ number, why: 'missing' })
      }
    }
    return read
  }

  return {
    readSingle,
    /** The user name of the token's owner. */
    async account(source: IssueSourceRow, signal: AbortSignal): Promise<string> {
      const { accountField } = dialects[source.forge]
      const { host } = placeOf(source)
      const ask = calls.one(source, { method: 'GET', path: '/user' }, 'The account of the token', signal)
      const user = await ask.catch((error) => {
        const isRefused = error instanceof ForgeProblem && error.message.startsWith('The token may not do this')
        throw isRefused ? unknownAccount(host) : error
      })
      const name = user.text(accountField).toWellFormed().replaceAll('\0', '').slice(0, 100)
      if (!name) throw unknownAccount(host)
      return name
    },
    /** Reads all open issues that are chosen, and what has become of those that were open before. */
    async readAll(source: Known, openBefore: number[], signal: AbortSignal): Promise<Read> {
      const list = await readIssueList(calls, source, signal)
      const missing = openBefore.filter((number) => !list.numbers.has(number))
      const single = await readSingle(source, missing, signal)
      return {
        issues: [...list.issues, ...single.issues],
        gone: single.gone,
        pages: JSON.stringify(list.pages),
        remark: list.isComplete
          ? null
          : `There are more open issues than are followed: only the first ${list.numbers.size}. Choose a label that fewer issues have.`,
      }
    },
  }
}

export type ReadingIssues = ReturnType<typeof readingIssues>

const unknownAccount = (host: string) =>
  new ForgeProblem('refused', `${host} does not tell this token whose it is. Enter your user name there with Edit.`)
