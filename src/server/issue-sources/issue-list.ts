import { issueSourceLimits } from '../../contract/issue-sources.ts'
import type { IssueSourceRow } from '../database/schema.ts'
import { reader } from '../webhooks/json.ts'
import { dialects, type Issue, isChosen } from './dialects.ts'
import { type ForgeCalls, placeOf } from './forge-calls.ts'
import { ForgeProblem } from './forge-problem.ts'

/** A page of the list as it was read last. If it has not changed, its issues are not read again. */
interface Page {
  url: string
  etag: string | null
  numbers: number[]
  next: string | null
}

export interface IssueList {
  pages: Page[]
  /** The issues of the pages that have changed. */
  issues: Issue[]
  /** The numbers of all issues of the list. */
  numbers: Set<number>
  /** Whether the list has no more issues than were read. */
  isComplete: boolean
}

/** Pull requests fill pages, too. */
const maxPages = 40
/** In characters, of all issues together. */
const maxTexts = 8_000_000
const maxOnPage = 200

/** The pages that were stored, without those of another form. */
export function storedPages(json: string): Map<string, Page> {
  const { first } = reader({ list: JSON.parse(json) }).each('list', maxPages)
  const pages = first.map((page) => ({
    url: page.text('url'),
    etag: page.text('etag') || null,
    numbers: page.numbers('numbers', maxOnPage),
    next: page.text('next') || null,
  }))
  return new Map(pages.map((page) => [page.url, page]))
}

/** Reads the open issues that are chosen, page by page. Fails with a `ForgeProblem`. */
export async function readIssueList(
  calls: ForgeCalls,
  source: IssueSourceRow & { account: string },
  signal: AbortSignal,
): Promise<IssueList> {
  const { api, name } = placeOf(source)
  const dialect = dialects[source.forge]
  const before = storedPages(source.pages)
  const list: IssueList = { pages: [], issues: [], numbers: new Set(), isComplete: true }
  let texts = 0
  let next: string | null = `${api}${dialect.list(name, source).path}`
  const seen = new Set<string>()
  while (next !== null) {
    const isFull = list.numbers.size >= issueSourceLimits.issues || texts > maxTexts
    if (isFull || seen.size >= maxPages || seen.has(next)) {
      list.isComplete = false
      break
    }
    const url: string = next
    seen.add(url)
    const known = before.get(url)
    const answer = await calls.page(source, url, known?.etag ?? null, signal)
    const found = answer.isSame
      ? []
      : answer.body.each('list', maxOnPage).first.flatMap((one) => dialect.read(one) ?? [])
    const issues = found.filter((issue) => issue.isOpen && isChosen(issue, source))
    const numbers = answer.isSame ? (known?.numbers ?? []) : issues.map(({ number }) => number)
    next = answer.isSame ? (known?.next ?? null) : answer.next
    list.pages.push({ url, etag: answer.etag, numbers, next })
    for (const issue of issues) {
      texts += issue.text.length + issue.title.length
      if (!list.numbers.has(issue.number)) list.issues.push(issue)
      list.numbers.add(issue.number)
    }
    for (const number of numbers) list.numbers.add(number)
    if (next !== null && answer.waitUntil !== undefined)
      throw new ForgeProblem('wait', 'The forge allows no more calls with this token for now.', answer.waitUntil)
  }
  return list
}
