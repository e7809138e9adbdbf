import type { Forge } from '../../contract/forges.ts'
import type { ChangeState } from '../../contract/schemas/git.ts'
import { checkLikeGitHub, type FinishedCheck, pipelineOfGitLab } from './check-payloads.ts'
import { type Reader, reader } from './json.ts'

interface Commit {
  hash: string
  message: string
  url: string
  /** The author's email, and their user name where the forge knows it. */
  by: string[]
}

/** A push to a branch. */
export interface Push {
  kind: 'push'
  repository: string
  defaultBranch: string
  branch: string
  branchUrl: string
  /** Whether the push deletes the branch. */
  isDeletion: boolean
  /** The first commits of the payload, up to `maxCommits`. */
  commits: Commit[]
  /** How many commits the payload has. */
  sent: number
  /** How many commits were pushed. Forges send only the newest ones. */
  total: number
  /** The email and the user name of the person who pushed. */
  by: string[]
}

/** Something that happened to a pull request or merge request. */
export interface ChangeRequest {
  kind: 'change'
  repository: string
  defaultBranch: string
  /** With its mark: `#7` or `!7`. */
  name: string
  title: string
  text: string
  url: string
  source: string
  target: string
  state: ChangeState
  /** Whether it comes from another repository, which may belong to anyone. */
  isFromFork: boolean
  /** The user name or email of its author. */
  by: string[]
}

/** Something that happened to an issue. It is read at its forge, so only its place counts. */
export interface TheIssue {
  kind: 'issue'
  /** The address of the repository's page. */
  address: string
  number: number
}

/** The news in a delivery, in the same form for every forge; undefined if Taskdeck has no use for it. */
export type Told = Push | ChangeRequest | FinishedCheck | TheIssue | undefined

const noCommit = /^0*$/
const branchIn = (ref: string) => (ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined)

/** The names that a forge gives to a person. GitHub and Gitea call a user name `login` or `username`, depending on the place. */
const namesIn = (person: Reader): string[] => present(['email', 'username', 'login'].map(person.text))
const present = (names: string[]) => names.filter((name) => name !== '').map((name) => name.toLowerCase())

/** As many as GitHub sends with a push. The rest of a longer list is not read. */
export const maxCommits = 2_048

const commitIn = (commit: Reader): Commit => ({
  hash: commit.text('id'),
  message: commit.text('message'),
  url: commit.text('url'),
  by: namesIn(commit.in('author')),
})

function pushIn(payload: Reader, repository: Reader, nameField: string, urlField: string, path: string): Told {
  const branch = branchIn(payload.text('ref'))
  if (!branch) return undefined
  const url = repository.text(urlField)
  const { first, count } = payload.each('commits', maxCommits)
  // GitLab and Gitea say how many there are; GitHub sends all, up to 2,048.
  const total = payload.number('total_commits_count') ?? payload.number('total_commits') ?? 0
  return {
    kind: 'push',
    repository: repository.text(nameField),
    defaultBranch: repository.text('default_branch'),
    branch,
    branchUrl: url && `${url}${path}${branch.split('/').map(encodeURIComponent).join('/')}`,
    isDeletion: payload.is('deleted') || noCommit.test(payload.text('after')),
    commits: first.map(commitIn),
    sent: count,
    total: Math.max(total, count),
    by: [
      ...namesIn(payload.in('pusher')),
      ...namesIn(payload.in('sender')),
      ...present([payload.text('user_email'), payload.text('user_username')]),
    ],
  }
}

/** GitHub and Gitea call it `issues`. Gitea and Forgejo have events of their own for some changes. */
const issueEvents = new Set(['issues', 'issue_assign', 'issue_label', 'issue_milestone'])
const maxIssueNumber = 2 ** 31 - 1

const issueIn = (address: string, number: number | undefined): Told =>
  address && number !== undefined && number > 0 && number <= maxIssueNumber
    ? { kind: 'issue', address, number }
    : undefined

/** GitHub's payloads. Those of Gitea and Forgejo have the same fields, except that a push there does not say whether it deletes. */
function likeGitHub(event: string, payload: Reader, branchPath: string): Told {
  const repository = payload.in('repository')
  if (event === 'push') return pushIn(payload, repository, 'full_name', 'html_url', branchPath)
  if (issueEvents.has(event)) return issueIn(repository.text('html_url'), payload.in('issue').number('number'))
  if (event !== 'pull_request') return checkLikeGitHub(event, payload)
  const request = payload.in('pull_request')
  const number = request.number('number') ?? payload.number('number')
  if (number === undefined) return undefined
  const isClosed = request.text('state') === 'closed' || payload.text('action') === 'closed'
  return {
    kind: 'change',
    repository: repository.text('full_name'),
    defaultBranch: repository.text('default_branch'),
    name: `#${number}`,
    title: request.text('title'),
    text: request.text('body'),
    url: request.text('html_url'),
    source: request.in('head').text('ref'),
    target: request.in('base').text('ref'),
    state: request.is('merged') ? 'merged' : isClosed ? 'closed' : 'open',
    isFromFork: request.in('head').in('repo').text('full_name') !== repository.text('full_name'),
    by: namesIn(request.in('user')),
  }
}

function likeGitLab(payload: Reader): Told {
  const project = payload.in('project')
  const kind = payload.text('object_kind')
  if (kind === 'push') return pushIn(payload, project, 'path_with_namespace', 'web_url', '/-/tree/')
  if (kind === 'issue' || kind === 'work_item')
    return issueIn(project.text('web_url'), payload.in('object_attributes').number('iid'))
  if (kind === 'pipeline') return pipelineOfGitLab(payload)
  if (kind !== 'merge_request') return undefined
  const request = payload.in('object_attributes')
  const number = request.number('iid')
  if (number === undefined) return undefined
  const state = request.text('state')
  return {
    kind: 'change',
    repository: project.text('path_with_namespace'),
    defaultBranch: project.text('default_branch'),
    name: `!${number}`,
    title: request.text('title'),
    text: request.text('description'),
    url: request.text('url'),
    source: request.text('source_branch'),
    target: request.text('target_branch'),
    state: state === 'merged' ? 'merged' : state === 'closed' ? 'closed' : 'open',
    isFromFork: request.number('source_project_id') !== request.number('target_project_id'),
    // GitLab names the author only by an internal number. The author of the newest commit is used instead.
    by: namesIn(request.in('last_commit').in('author')),
  }
}

/** Reads a payload as its forge documents it. Values of another type count as absent. */
export const readPayload: Record<Forge, (event: string, payload: unknown) => Told> = {
  github: (event, payload) => likeGitHub(event, reader(payload), '/tree/'),
  gitlab: (_event, payload) => likeGitLab(reader(payload)),
  gitea: (event, payload) => likeGitHub(event, reader(payload), '/src/branch/'),
}
