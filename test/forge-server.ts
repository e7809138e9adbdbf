import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Forge } from '../src/contract/forges.ts'

/** An issue at a forge, in a form that belongs to none. */
export interface ForgeIssue {
  number: number
  title: string
  text: string
  isOpen: boolean
  labels: string[]
  assignees: string[]
  /** The day of its milestone. */
  due: string | null
  changedAt: string
  /** GitHub and Gitea list pull requests, too. */
  isPull?: boolean
  /** Gone: nobody may read it any more. */
  isGone?: boolean
}

const page = 'https://forge.example/page'

/** An issue as each forge documents it, with fields that Taskdeck does not use. */
const shapes: Record<Forge, (issue: ForgeIssue) => object> = {
  github: (issue) => ({
    id: 1_000 + issue.number,
    node_id: 'I_kwDO',
    url: `${page}/api/${issue.number}`,
    html_url: page,
    number: issue.number,
    state: issue.isOpen ? 'open' : 'closed',
    state_reason: issue.isOpen ? null : 'completed',
    title: issue.title,
    body: issue.text || null,
    user: { login: 'octocat', id: 1 },
    labels: issue.labels.map((name, id) => ({ id, name, color: 'f29513', default: false, description: null })),
    assignee: issue.assignees[0] ? { login: issue.assignees[0], id: 2 } : null,
    assignees: issue.assignees.map((login, id) => ({ login, id })),
    milestone: issue.due ? { number: 1, title: 'v1', due_on: `${issue.due}T08:00:00Z` } : null,
    locked: false,
    comments: 0,
    ...(issue.isPull ? { pull_request: { url: page } } : {}),
    created_at: '2026-11-01T09:00:00Z',
    updated_at: issue.changedAt,
    closed_at: issue.isOpen ? null : issue.changedAt,
  }),
  gitlab: (issue) => ({
    id: 1_000 + issue.number,
    iid: issue.number,
    project_id: 4,
    title: issue.title,
    description: issue.text || null,
    state: issue.isOpen ? 'opened' : 'closed',
    labels: issue.labels,
    milestone: issue.due
      ? { id: 1, iid: 1, title: 'v1', state: 'active', due_date: issue.due, start_date: null }
      : null,
    assignees: issue.assignees.map((username, id) => ({ id, username, state: 'active', name: username })),
    assignee: null,
    author: { id: 18, username: 'root' },
    type: 'ISSUE',
    issue_type: 'issue',
    due_date: null,
    web_url: page,
    confidential: false,
    created_at: '2026-11-01T09:00:00.000Z',
    updated_at: issue.changedAt,
    closed_at: issue.isOpen ? null : issue.changedAt,
  }),
  gitea: (issue) => ({
    id: 1_000 + issue.number,
    url: page,
    html_url: page,
    number: issue.number,
    user: { id: 1, login: 'root', username: 'root' },
    title: issue.title,
    body: issue.text,
    labels: issue.labels.map((name, id) => ({ id, name, color: 'ee0701', exclusive: false })),
    milestone: issue.due ? { id: 1, title: 'v1', due_on: `${issue.due}T23:59:59Z`, state: 'open' } : null,
    assignee: null,
    assignees: issue.assignees.length ? issue.assignees.map((login, id) => ({ id, login, username: login })) : null,
    state: issue.isOpen ? 'open' : 'closed',
    is_locked: false,
    due_date: null,
    ...(issue.isPull ? { pull_request: { merged: false } } : { pull_request: null }),
    repository: { id: 1, name: 'app', owner: 'acme', full_name: 'acme/app' },
    created_at: '2026-11-01T09:00:00Z',
    updated_at: issue.changedAt,
    closed_at: issue.isOpen ? null : issue.changedAt,
  }),
}

export interface Asked {
  method: string
  path: string
  token: string
  etag: string
  body: string
}

const tokenHeader: Record<Forge, (request: IncomingMessage) => string> = {
  github: ({ headers }) => headers.authorization?.replace('Bearer ', '') ?? '',
  gitlab: ({ headers }) => String(headers['private-token'] ?? ''),
  gitea: ({ headers }) => headers.authorization?.replace('token ', '') ?? '',
}
const roots: Record<Forge, string> = {
  github: '/api/v3/repos/acme/app/issues',
  gitlab: '/api/v4/projects/acme%2Fapp/issues',
  gitea: '/api/v1/repos/acme/app/issues',
}
const users: Record<Forge, string> = { github: '/api/v3/user', gitlab: '/api/v4/user', gitea: '/api/v1/user' }

/** A forge on this machine that answers as GitHub, GitLab, or Gitea and Forgejo document it: lists in pages, single issues, and changes of them. */
export async function startForge(kind: Forge, perPage = 50) {
  let minutes = 0
  const issues = new Map<number, ForgeIssue>()
  const asked: Asked[] = []
  const forge = {
    kind,
    issues,
    asked,
    url: '',
    account: 'ana',
    /** The tokens that may read, and those that may write as well. */
    readers: new Set(['reading', 'writing']),
    writers: new Set(['writing']),
    /** Gitea sends no tags. */
    hasTags: kind !== 'gitea',
    /** Answers instead of the forge, unless it returns false. */
    instead: (_request: Asked, _response: ServerResponse): boolean | Promise<boolean> => false,
    /** Makes or changes an issue. */
    put(number: number, change: Partial<ForgeIssue> = {}) {
      const before = issues.get(number)
      const changedAt = new Date(Date.parse('2026-11-02T09:00:00Z') + ++minutes * 60_000)
        .toISOString()
        .replace('.000', '')
      const fresh = { title: `Issue ${number}`, text: '', isOpen: true, labels: [], assignees: ['ana'], due: null }
      issues.set(number, { ...fresh, ...before, number, changedAt, ...change })
    },
    /** The paths that were asked for since the last call, without the address of the API. */
    paths: () => asked.splice(0).map(({ method, path }) => `${method} ${path.replace(roots[kind], '')}`),
    stop: () => {},
  }

  function list(request: Asked, url: URL, response: ServerResponse) {
    const one = (name: string) => url.searchParams.get(name)
    const assignee = one('assignee') ?? one('assignee_username[]') ?? one('assigned_by')
    const label = one('labels')
    const found = [...issues.values()]
      .filter(({ isOpen, isGone, isPull }) => isOpen && !isGone && !(isPull && one('type') === 'issues'))
      .filter(({ assignees }) => assignee === null || assignees.includes(assignee))
      // Gitea ignores a label that does not exist.
      .filter(({ labels }) => label === null || kind === 'gitea' || labels.includes(label))
      .sort((a, b) => (kind === 'gitea' ? b.number - a.number : a.number - b.number))
    const page = Number(one('page') ?? 1)
    const size = Math.min(perPage, Number(one('per_page') ?? one('limit')))
    const body = JSON.stringify(found.slice((page - 1) * size, page * size).map(shapes[kind]))
    const etag = `W/"${Buffer.from(body).toString('base64url').slice(-40)}-${body.length}"`
    const headers: Record<string, string> = { 'content-type': 'application/json', ...(forge.hasTags ? { etag } : {}) }
    if (page * size < found.length) {
      const next = new URL(url)
      next.searchParams.set('page', String(page + 1))
      // As behind a proxy, under an address of its own.
      headers.link = `<http://inside.example${next.pathname}${next.search}>; rel="next", <http://inside.example/>; rel="last"`
      if (kind === 'gitlab') headers['x-next-page'] = String(page + 1)
    }
    if (forge.hasTags && request.etag === etag) response.writeHead(304, headers).end()
    else response.writeHead(200, headers).end(body)
  }

  function answer(request: Asked, response: ServerResponse) {
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const url = new URL(request.path, forge.url)
    if (!forge.readers.has(request.token)) return json(401, { message: 'Bad credentials' })
    if (url.pathname === users[kind]) return json(200, { id: 2, login: forge.account, username: forge.account })
    if (url.pathname === roots[kind]) return list(request, url, response)
    const number = Number(url.pathname.replace(`${roots[kind]}/`, ''))
    const issue = issues.get(number)
    if (!issue || issue.isGone) return json(404, { message: 'Not Found' })
    if (request.method === 'GET') return json(200, shapes[kind](issue))
    if (!forge.writers.has(request.token)) return json(403, { message: 'Resource not accessible' })
    const { state, state_event } = JSON.parse(request.body)
    forge.put(number, { isOpen: state === 'open' || state_event === 'reopen' })
    return json(kind === 'gitea' ? 201 : 200, shapes[kind](issues.get(number) as ForgeIssue))
  }

  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method = '', url: path = '', headers } = message
    const request = {
      ...{ method, path, token: tokenHeader[kind](message) },
      ...{ etag: headers['if-none-match'] ?? '', body: String(Buffer.concat(chunks)) },
    }
    asked.push(request)
    if (!(await forge.instead(request, response))) answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  forge.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  forge.stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return forge
}

export type TestForge = Awaited<ReturnType<typeof startForge>>
