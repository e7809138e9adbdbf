import type { Forge } from '../../contract/forges.ts'
import { taskLimits } from '../../contract/tasks.ts'
import type { IssueSourceRow } from '../database/schema.ts'
import type { Reader } from '../webhooks/json.ts'

/** An issue as its forge describes it. */
export interface Issue {
  number: number
  title: string
  text: string
  isOpen: boolean
  labels: string[]
  /** The user names of those to whom it is assigned. */
  assignees: string[]
  /** The day on which it or its milestone is due; empty if it has none. */
  due: string
  createdAt: string
  closedAt: string
  /** When it was changed last, in milliseconds; 0 if the forge does not say so. */
  changedAt: number
}

export interface Request {
  method: 'GET' | 'PUT' | 'PATCH'
  /** Below the address of the API. */
  path: string
  body?: object
}

type Choice = Pick<IssueSourceRow, 'choice' | 'label'> & { account: string }

/** How a forge is asked, as it documents it. */
export interface Dialect {
  /** The address of the API of a forge. */
  api(base: string): string
  headers(token: string): Record<string, string>
  /** The field of the answer to `/user` that has the user name. */
  accountField: string
  /** The first page of the open issues that are chosen. */
  list(repository: string, choice: Choice): Request
  one(repository: string, number: number): Request
  /** Closes or reopens an issue. */
  setOpen(repository: string, number: number, isOpen: boolean): Request
  /** Undefined if it is no issue, but a pull request. */
  read(issue: Reader): Issue | undefined
  /** The right that a token needs, in the words of the forge's pages. */
  right: { read: string; write: string }
}

/** Small enough that a page of long issues can be parsed at once. */
const perPage = 50
const maxNames = 100
const maxNumber = 2 ** 31 - 1
/** In code units. A task takes less. */
const maxTitle = 1_000
const maxText = 2 * taskLimits.description

const query = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')

/** Neither database stores these characters. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

const names = (issue: Reader, list: string, field: string): string[] =>
  issue.each(list, maxNames).first.flatMap((one) => storable(one.text(field)) || [])

const milliseconds = (time: string) => {
  const at = Date.parse(time)
  return at > 0 && at < 8.64e15 ? at : 0
}

/** The fields that forges call alike. `number` is the field with the number of an issue. */
function common(issue: Reader, number: string, text: string): Omit<Issue, 'isOpen' | 'labels' | 'due'> | undefined {
  const found = issue.number(number)
  if (found === undefined || found < 1 || found > maxNumber) return undefined
  return {
    number: found,
    title: storable(issue.text('title').slice(0, maxTitle)),
    text: storable(issue.text(text).slice(0, maxText)),
    assignees: names(issue, 'assignees', number === 'iid' ? 'username' : 'login'),
    createdAt: issue.text('created_at'),
    closedAt: issue.text('closed_at'),
    changedAt: milliseconds(issue.text('updated_at')),
  }
}

/** The issues of GitHub, Gitea and Forgejo have the same fields. Pull requests are among them. */
function likeGitHub(issue: Reader): Issue | undefined {
  const found = common(issue, 'number', 'body')
  if (!found || issue.has('pull_request')) return undefined
  const due = issue.text('due_date') || issue.in('milestone').text('due_on')
  const isOpen = issue.text('state') !== 'closed'
  return { ...found, isOpen, labels: names(issue, 'labels', 'name'), due: due.slice(0, 10) }
}

function likeGitLab(issue: Reader): Issue | undefined {
  const found = common(issue, 'iid', 'description')
  if (!found) return undefined
  const due = issue.text('due_date') || issue.in('milestone').text('due_date')
  const labels = issue.texts('labels', maxNames).map(storable)
  return { ...found, isOpen: issue.text('state') !== 'closed', labels, due: due.slice(0, 10) }
}

const ownOrLabelled = ({ choice, label, account }: Choice, assignee: string): Record<string, string> =>
  choice === 'label' ? { labels: label ?? '' } : { [assignee]: account }

export const dialects: Record<Forge, Dialect> = {
  github: {
    api: (base) => (base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`),
    headers: (token) => ({
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    }),
    accountField: 'login',
    list: (repository, choice) => {
      const order = { sort: 'created', direction: 'asc', per_page: perPage }
      const values = { state: 'open', ...ownOrLabelled(choice, 'assignee'), ...order }
      return { method: 'GET', path: `/repos/${repository}/issues?${query(values)}` }
    },
    one: (repository, number) => ({ method: 'GET', path: `/repos/${repository}/issues/${number}` }),
    setOpen: (repository, number, isOpen) => ({
      method: 'PATCH',
      path: `/repos/${repository}/issues/${number}`,
      body: isOpen ? { state: 'open', state_reason: 'reopened' } : { state: 'closed', state_reason: 'completed' },
    }),
    read: likeGitHub,
    right: { read: 'Issues: Read-only', write: 'Issues: Read and write' },
  },
  gitlab: {
    api: (base) => `${base}/api/v4`,
    headers: (token) => ({ accept: 'application/json', 'private-token': token }),
    accountField: 'username',
    list: (repository, choice) => {
      const order = { scope: 'all', order_by: 'created_at', sort: 'asc', per_page: perPage }
      const values = { state: 'opened', ...ownOrLabelled(choice, 'assignee_username[]'), ...order }
      return { method: 'GET', path: `/projects/${encodeURIComponent(repository)}/issues?${query(values)}` }
    },
    one: (repository, number) => ({
      method: 'GET',
      path: `/projects/${encodeURIComponent(repository)}/issues/${number}`,
    }),
    setOpen: (repository, number, isOpen) => ({
      method: 'PUT',
      path: `/projects/${encodeURIComponent(repository)}/issues/${number}`,
      body: { state_event: isOpen ? 'reopen' : 'close' },
    }),
    read: likeGitLab,
    right: { read: 'read_api', write: 'api' },
  },
  gitea: {
    api: (base) => `${base}/api/v1`,
    headers: (token) => ({ accept: 'application/json', authorization: `token ${token}` }),
    accountField: 'login',
    list: (repository, choice) => {
      const values = { state: 'open', type: 'issues', ...ownOrLabelled(choice, 'assigned_by'), limit: perPage, page: 1 }
      return { method: 'GET', path: `/repos/${repository}/issues?${query(values)}` }
    },
    one: (repository, number) => ({ method: 'GET', path: `/repos/${repository}/issues/${number}` }),
    setOpen: (repository, number, isOpen) => ({
      method: 'PATCH',
      path: `/repos/${repository}/issues/${number}`,
      body: { state: isOpen ? 'open' : 'closed' },
    }),
    read: likeGitHub,
    right: { read: 'read:issue', write: 'write:issue' },
  },
}

/** Whether an issue is one of those that the user has chosen. Checked for every issue, because a forge may ignore a condition that it does not know. */
export function isChosen({ assignees, labels }: Issue, { choice, label, account }: Choice): boolean {
  const [list, wanted] = choice === 'label' ? [labels, label ?? ''] : [assignees, account]
  return list.some((one) => one.toLowerCase() === wanted.toLowerCase())
}
