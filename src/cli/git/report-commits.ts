import { gitCalls } from '../../contract/calls/git.ts'
import type { Client } from '../client.ts'
import { CliError } from '../errors.ts'
import { newCommits, type OthersCommit } from './new-commits.ts'
import { rememberOthers } from './others-notice.ts'
import { remotePage } from './remote.ts'
import type { Repository } from './repository.ts'

/** A commit that was reported, and the answer of the server. */
export interface ReportedCommit {
  commit: string
  number: number
  message: string
}

/** The commits that were reported, and those of other authors, which were not. */
export interface Report {
  reported: ReportedCommit[]
  others: OthersCommit[]
}

/**
 * Reports the commits that have reached the main branch, oldest first. Throws if the server cannot be reached or does not accept the token:
 * the commits that are left are found again the next time. A task that does not exist is passed over.
 */
export async function reportCommits(repository: Repository, client: () => Client): Promise<Report> {
  const found = newCommits(repository)
  if (!found) return { reported: [], others: [] }
  rememberOthers(repository, found.others)
  const page = remotePage(repository)
  const reported: ReportedCommit[] = []
  for (const { hash: commit, title, tasks } of found.naming) {
    const link = page ? { url: `${page.page}/commit/${commit}`, repository: page.name } : {}
    for (const { number, effect } of tasks) {
      const params = { id: String(number) }
      const answer = await client()
        .call(gitCalls.report, { params, body: { commit, title, effect, ...link } })
        .catch(passOver)
      reported.push({ commit, number, message: answer.message })
    }
    found.markSeen(commit)
  }
  found.markSeen(found.tip)
  return { reported, others: found.others }
}

function passOver(error: unknown): { message: string } {
  if (error instanceof CliError && (error.code === 'not_found' || error.code === 'invalid_input')) return error
  throw error
}
