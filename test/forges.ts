import { createHmac, hash, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { webhookCalls } from '../src/contract/calls/webhooks.ts'
import type { Forge } from '../src/contract/forges.ts'
import type { Person } from './people.ts'

/** Payloads in the shape that each forge documents, with the fields that receivers usually read. */

export const hashOf = (text: string) => hash('sha1', text, 'hex')
const before = hashOf('before')

interface PushOptions {
  branch?: string
  messages?: string[]
  created?: boolean
  deleted?: boolean
  /** The author of the commits, who pushes them too. */
  by?: { email: string; username: string }
  /** Commits that were pushed, if the forge sends only some of them. */
  total?: number
}

const ana = { email: 'ana@example.com', username: 'ana' }

const ofGitHub = {
  id: 1296269,
  full_name: 'ana/project',
  private: false,
  html_url: 'https://github.com/ana/project',
  default_branch: 'main',
}

function gitHubPush(options: PushOptions) {
  const { branch = 'main', messages = [], created = false, deleted = false, by = ana } = options
  const commits = messages.map((message) => ({
    id: hashOf(message),
    tree_id: hashOf(`tree of ${message}`),
    distinct: true,
    message,
    timestamp: '2026-11-16T12:00:00+01:00',
    url: `https://github.com/ana/project/commit/${hashOf(message)}`,
    author: { name: by.username, ...by },
    added: [],
    removed: [],
    modified: ['README.md'],
  }))
  const after = deleted ? '0'.repeat(40) : (commits.at(-1)?.id ?? hashOf(branch))
  return {
    ref: `refs/heads/${branch}`,
    before: created ? '0'.repeat(40) : before,
    after,
    repository: ofGitHub,
    pusher: { name: by.username, email: by.email },
    sender: { login: by.username, id: 1 },
    created,
    deleted,
    forced: false,
    base_ref: null,
    compare: `https://github.com/ana/project/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits,
    head_commit: commits.at(-1) ?? null,
  }
}

export interface ChangeOptions {
  number?: number
  title?: string
  text?: string
  source?: string
  target?: string
  state?: 'open' | 'closed' | 'merged'
  fork?: boolean
  /** Its author. */
  by?: { email: string; username: string }
}

function gitHubChange(options: ChangeOptions) {
  const { number = 7, title = 'Fix login', text = '', source = 'fix', target = 'main', state = 'open', fork } = options
  const { by = ana } = options
  return {
    action: state === 'open' ? 'opened' : 'closed',
    number,
    pull_request: {
      url: `https://api.github.com/repos/ana/project/pulls/${number}`,
      html_url: `https://github.com/ana/project/pull/${number}`,
      number,
      state: state === 'open' ? 'open' : 'closed',
      title,
      body: text || null,
      draft: false,
      user: { login: by.username, id: 1 },
      merged: state === 'merged',
      merge_commit_sha: state === 'merged' ? hashOf(title) : null,
      head: { ref: source, sha: hashOf(source), repo: { full_name: fork ? 'mallory/project' : 'ana/project' } },
      base: { ref: target, sha: before, repo: ofGitHub },
    },
    repository: ofGitHub,
    sender: { login: 'ana', id: 1 },
  }
}

const ofGitLab = {
  id: 15,
  name: 'Project',
  web_url: 'https://gitlab.com/ana/project',
  path_with_namespace: 'ana/project',
  default_branch: 'main',
}

function gitLabPush(options: PushOptions) {
  const { branch = 'main', messages = [], created = false, deleted = false, by = ana } = options
  const commits = messages.map((message) => ({
    id: hashOf(message),
    message,
    title: message.split('\n')[0],
    timestamp: '2026-11-16T12:00:00+01:00',
    url: `https://gitlab.com/ana/project/-/commit/${hashOf(message)}`,
    author: { name: by.username, email: by.email },
  }))
  const after = deleted ? '0'.repeat(40) : (commits.at(-1)?.id ?? hashOf(branch))
  return {
    object_kind: 'push',
    event_name: 'push',
    before: created ? '0'.repeat(40) : before,
    after,
    ref: `refs/heads/${branch}`,
    ref_protected: true,
    checkout_sha: deleted ? null : after,
    user_id: 4,
    user_name: by.username,
    user_username: by.username,
    user_email: '',
    project_id: 15,
    project: ofGitLab,
    commits,
    total_commits_count: options.total ?? commits.length,
  }
}

function gitLabChange(options: ChangeOptions) {
  const { number = 7, title = 'Fix login', text = '', source = 'fix', target = 'main', state = 'open', fork } = options
  const { by = ana } = options
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: { id: 1, name: 'Ana', username: 'ana' },
    project: ofGitLab,
    object_attributes: {
      id: 99,
      iid: number,
      title,
      description: text,
      source_branch: source,
      target_branch: target,
      source_project_id: fork ? 66 : 15,
      target_project_id: 15,
      state: state === 'open' ? 'opened' : state,
      action: { open: 'open', closed: 'close', merged: 'merge' }[state],
      url: `https://gitlab.com/ana/project/-/merge_requests/${number}`,
      last_commit: { id: hashOf(source), author: { name: by.username, email: by.email } },
    },
  }
}

const giteaRepository = { ...ofGitHub, id: 140, html_url: 'https://git.example.com/ana/project' }

function giteaPush(options: PushOptions) {
  const { created, deleted, forced, base_ref, compare, ...push } = gitHubPush(options)
  return {
    ...push,
    compare_url: compare,
    total_commits: options.total ?? push.commits.length,
    repository: giteaRepository,
  }
}

function giteaChange(options: ChangeOptions) {
  const change = gitHubChange(options)
  return { ...change, repository: giteaRepository, commit_id: '', review: null }
}

export interface CheckOptions {
  commit: string
  branch?: string
  name?: string
  result?: string
  id?: number
  fork?: boolean
  url?: string
  /** GitHub's number of the suite of a run, and of its attempt. */
  suite?: number
  attempt?: number
}

const times = { created_at: '2026-11-16T12:00:00Z', updated_at: '2026-11-16T12:03:20Z' }

function workflowRun({
  commit,
  branch = 'main',
  name = 'CI',
  result = 'success',
  id = 30433642,
  fork,
  url,
  suite = 42,
  attempt = 1,
}: CheckOptions) {
  return {
    action: 'completed',
    workflow: { id: 159038, name, path: '.github/workflows/ci.yml', state: 'active' },
    workflow_run: {
      ...{ id, name, head_branch: branch, head_sha: commit, run_number: 562, run_attempt: attempt, event: 'push' },
      ...{ status: 'completed', conclusion: result, check_suite_id: suite, pull_requests: [], ...times },
      run_started_at: times.created_at,
      html_url: url ?? `https://github.com/ana/project/actions/runs/${id}`,
      actor: { login: 'ana', id: 1 },
      head_repository: { full_name: fork ? 'mallory/project' : 'ana/project' },
      repository: ofGitHub,
    },
    repository: ofGitHub,
    sender: { login: 'ana', id: 1 },
  }
}

export const checkSuite = ({
  commit,
  branch = 'main',
  name = 'Builds',
  result = 'success',
  id = 118578147,
  fork,
  attempt = 1,
}: CheckOptions) => ({
  action: 'completed',
  check_suite: {
    ...{ id, head_branch: fork ? null : branch, head_sha: commit, status: 'completed', conclusion: result },
    ...{ before, after: commit, pull_requests: [], app: { id: 29310, slug: 'builds', name }, ...times },
    updated_at: `2026-11-16T12:0${2 + attempt}:20Z`,
    latest_check_runs_count: 3,
  },
  repository: ofGitHub,
  sender: { login: 'ana', id: 1 },
})

const gitLabPipeline = ({
  commit,
  branch = 'main',
  name = 'CI',
  result = 'success',
  id = 31,
  fork,
  url,
}: CheckOptions) => ({
  object_kind: 'pipeline',
  object_attributes: {
    ...{
      id,
      iid: 3,
      name,
      ref: fork ? 'refs/merge-requests/1/head' : branch,
      tag: false,
      sha: commit,
      before_sha: before,
    },
    ...{ source: 'push', status: result === 'failure' ? 'failed' : result, stages: ['build', 'test'] },
    ...{ created_at: '2026-11-16 12:00:00 UTC', finished_at: '2026-11-16 12:03:20 UTC', duration: 200 },
    url: url ?? `https://gitlab.com/ana/project/-/pipelines/${id}`,
  },
  merge_request: null,
  user: { id: 1, name: 'Ana', username: 'ana', email: '[REDACTED]' },
  project: ofGitLab,
  commit: { id: commit, message: 'Fix', author: { name: 'ana', email: 'ana@example.com' } },
  builds: [{ id: 380, stage: 'test', name: 'test', status: 'success' }],
})

const giteaStatus = ({ commit, name = 'CI', result = 'success', id = 77, url }: CheckOptions) => ({
  ...{ id, sha: commit, context: name, state: result, description: 'Done', ...times },
  target_url: url ?? 'https://git.example.com/ana/project/actions/runs/9',
  commit: { id: commit, message: 'Fix', url: '', author: { name: 'ana', email: 'ana@example.com', username: 'ana' } },
  repository: giteaRepository,
  sender: { login: 'ana', id: 1 },
})

interface IssueOptions {
  number: number
  /** The address of the repository's page. */
  address: string
}

const gitHubIssue = ({ number, address }: IssueOptions) => ({
  action: 'closed',
  issue: { number, title: 'Of the payload', state: 'closed', html_url: `${address}/issues/${number}`, assignees: [] },
  repository: { ...ofGitHub, html_url: address },
  sender: { login: 'ana', id: 1 },
})

const gitLabIssue = ({ number, address }: IssueOptions) => ({
  object_kind: 'issue',
  event_type: 'issue',
  user: { id: 1, name: 'Ana', username: 'ana' },
  project: { ...ofGitLab, web_url: address },
  object_attributes: { id: 301, iid: number, title: 'Of the payload', state: 'closed', action: 'close' },
  assignees: [],
  changes: {},
})

type DeliveryKind = 'push' | 'change' | 'check' | 'issue'

interface ForgeKit {
  check: (options: CheckOptions) => object
  issue: (options: IssueOptions) => object
  push: (options: PushOptions) => object
  change: (options: ChangeOptions) => object
  headers: (kind: DeliveryKind, body: string, secret: string) => Record<string, string>
}

const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text)

/** Signs like GitLab with a signing token. */
export function gitLabSignature(secret: string, body: string, at = Date.now(), id: string = randomUUID()) {
  const time = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${hmac(key, `${id}.${time}.${body}`).digest('base64')}`,
  }
}

export const forgeKits: Record<Forge, ForgeKit> = {
  github: {
    push: gitHubPush,
    change: gitHubChange,
    check: workflowRun,
    issue: gitHubIssue,
    headers: (kind, body, secret) => ({
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-event': { push: 'push', change: 'pull_request', check: 'workflow_run', issue: 'issues' }[kind],
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${hmac(secret, body).digest('hex')}`,
    }),
  },
  gitlab: {
    push: gitLabPush,
    change: gitLabChange,
    check: gitLabPipeline,
    issue: gitLabIssue,
    headers: (kind, _body, secret) => ({
      'user-agent': 'GitLab/18.5.0',
      'x-gitlab-event': {
        push: 'Push Hook',
        change: 'Merge Request Hook',
        check: 'Pipeline Hook',
        issue: 'Issue Hook',
      }[kind],
      'x-gitlab-event-uuid': randomUUID(),
      'idempotency-key': randomUUID(),
      'x-gitlab-token': secret,
    }),
  },
  gitea: {
    push: giteaPush,
    change: giteaChange,
    check: giteaStatus,
    issue: gitHubIssue,
    headers: (kind, body, secret) => {
      const [event, id] = [
        { push: 'push', change: 'pull_request', check: 'status', issue: 'issue_assign' }[kind],
        randomUUID(),
      ]
      return {
        'x-gitea-event': event,
        'x-gitea-delivery': id,
        'x-github-event': event,
        'x-gitea-signature': hmac(secret, body).digest('hex'),
      }
    },
  },
}

/** Creates a webhook of a user, and returns ways to deliver to it as its forge does. */
export async function connectForge(app: FastifyInstance, person: Person, forge: Forge, authors?: string[]) {
  const { body } = await person.post(webhookCalls.create.path, { name: 'Project', forge, ...(authors && { authors }) })
  const { hook, secret, path } = body as { hook: { id: string }; secret: string; path: string }
  const kit = forgeKits[forge]
  const send = async (payload: string | Buffer, headers: Record<string, string>, address = '192.0.2.7') => {
    const response = await app.inject({
      method: 'POST',
      url: path,
      payload,
      remoteAddress: address,
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: response.statusCode, text: response.body, body: response.json() }
  }
  const deliver = (kind: DeliveryKind, payload: object) => {
    const text = JSON.stringify(payload)
    return send(text, kit.headers(kind, text, secret))
  }
  return {
    id: hook.id,
    secret,
    path,
    kit,
    send,
    push: (options: PushOptions) => deliver('push', kit.push(options)),
    change: (options: ChangeOptions) => deliver('change', kit.change(options)),
    check: (options: CheckOptions) => deliver('check', kit.check(options)),
    issue: (options: IssueOptions) => deliver('issue', kit.issue(options)),
  }
}
