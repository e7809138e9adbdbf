import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { gitRepository, listeningServer } from '../../../test/git-repository.ts'
import { historyOf } from '../../../test/history.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import type { GitReference } from '../../contract/schemas/git.ts'

/** The hooks start the program in the background, on a machine that may be busy. */
const patience = { timeout: 30_000 }

/** A gateway to a server that passes as many requests on as it is told to, and breaks the connection of all others. */
async function brokenGateway(target: string) {
  let left = 0
  const gateway = createServer(async (request, response) => {
    if (left-- <= 0) return response.destroy()
    const { method = 'GET', headers, url } = request
    const { authorization = '', 'idempotency-key': key } = headers
    const answer = await fetch(target + url, {
      method,
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': String(key) },
      body: await text(request),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  onTestFinished(() => void gateway.close())
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  return {
    url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    pass(count: number) {
      left = count
    },
  }
}

test('a commit that closes a task completes it when it reaches the main branch, by every way', {
  timeout: 120_000,
}, async () => {
  const { ana, env } = await listeningServer()
  for (let count = 0; count < 8; count++) await addTask(ana)
  const repository = await gitRepository(env)
  const { git, commit, taskdeck, tryGit } = repository
  await commit('An older one, closes #8')
  await git('remote', 'add', 'origin', 'git@github.com:ana/project.git')
  await taskdeck('git', 'install')
  const completed = async () =>
    (await listTasks(ana)).flatMap(({ number, status }) => (status === 'Completed' ? number : [])).sort()

  const branch = async (name: string, message: string) => {
    await git('switch', '--quiet', '--create', name, 'main')
    await commit(message)
    await git('switch', '--quiet', 'main')
  }
  // On a branch nothing happens yet.
  await branch('1-merged', 'Merge me, closes #1')
  await branch('2-forwarded', 'Fixes #2')
  await branch('3-squashed', 'Squash me')
  await branch('4-rebased', 'Rebase me\n\nResolves: #4')
  expect((await taskdeck('git', 'sync')).out).toBe('Nothing to report.')
  expect(await completed()).toEqual([])

  // Each of these is reported by the hooks, in the background.
  await git('merge', '--quiet', '2-forwarded')
  await expect.poll(completed, patience).toEqual([2])
  await git('merge', '--quiet', '--no-ff', '-m', 'Merge it', '1-merged')
  await expect.poll(completed, patience).toEqual([1, 2])
  await git('merge', '--squash', '3-squashed')
  await commit('Squashed (closes #3)')
  await expect.poll(completed, patience).toEqual([1, 2, 3])
  await git('rebase', '--quiet', 'main', '4-rebased')
  await git('switch', '--quiet', 'main')
  await git('merge', '--quiet', '--ff-only', '4-rebased')
  await expect.poll(completed, patience).toEqual([1, 2, 3, 4])

  // A commit from a detached HEAD, in another work tree, that the main branch is moved to.
  const other = repository.at(`${repository.home}/tree`)
  await git('worktree', 'add', '--quiet', '--detach', other.folder, 'main')
  await other.git('commit', '--quiet', '--allow-empty', '-m', 'Detached, closes #5')
  await git('merge', '--quiet', await other.git('rev-parse', 'HEAD'))
  await expect.poll(completed, patience).toEqual([1, 2, 3, 4, 5])

  // Others write their own numbers. A task that does not exist is passed over.
  await tryGit(['commit', '--quiet', '--allow-empty', '-m', 'Fixes #6', '--author', 'Bo <bo@example.com>'])
  const said = async (message: string) => (await tryGit(['commit', '--quiet', '--allow-empty', '-m', message])).text
  const notices = [await said('Closes #99'), await said('Closes #7')]
  await expect.poll(completed, patience).toEqual([1, 2, 3, 4, 5, 7])
  // One of the next commits says once that the other author's commit was not counted.
  notices.push(await said('More work'), await said('More work'))
  expect(notices.filter(Boolean)).toEqual([
    'taskdeck: commits by bo@example.com name tasks and were not counted, because your email here is ana@example.com. If that is you: git config --add taskdeck.email EMAIL',
  ])

  const hash = await git('rev-parse', 'HEAD~2')
  const { references } = (await ana.get('/tasks/task/7/git')).body as { references: GitReference[] }
  expect(references).toMatchObject([
    { kind: 'commit', name: hash, title: 'Closes #7', url: `https://github.com/ana/project/commit/${hash}` },
  ])
  expect((await historyOf(ana, '7')).map(({ kind }) => kind)).toEqual(['updated', 'referenced', 'created'])
})

test('while the server is away, commits are as quick as ever, and are reported later', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const server = await listeningServer()
  await addTask(server.ana)
  await addTask(server.ana)
  const gateway = await brokenGateway(server.url)
  const env = { ...server.env, TASKDECK_URL: gateway.url }
  const repository = await gitRepository(env)
  const { commit, taskdeck, taskdeckWith, tryGit, message } = repository
  await taskdeck('git', 'install')
  await commit('Closes #1')
  await commit('Closes #2')
  expect(await message()).toBe('Closes #2')
  const away = await taskdeck('git', 'sync')
  expect([away.code, away.text]).toEqual([4, expect.stringContaining('cannot be reached')])
  expect((await taskdeck('git', 'status')).out).toMatch(/Waiting commits: 2\n {2}[0-9a-f]{7} Closes #1\n/)
  // A connection that breaks after the first one keeps the second.
  gateway.pass(1)
  const half = await taskdeck('git', 'sync')
  expect(half.code).toBe(4)
  expect((await taskdeck('git', 'status')).out).toMatch(/Waiting commits: 1\n {2}[0-9a-f]{7} Closes #2$/)
  // A wrong token keeps it too.
  gateway.pass(1_000)
  expect((await taskdeckWith({ TASKDECK_TOKEN: 'tdk_wrong' }, 'git', 'sync')).code).not.toBe(0)
  // The next hook that reaches the server reports all of them.
  await tryGit(['commit', '--quiet', '--allow-empty', '-m', 'Unrelated'])
  await expect
    .poll(async () => (await listTasks(server.ana)).map(({ status }) => status), patience)
    .toEqual(['Completed', 'Completed'])
  await expect.poll(async () => (await taskdeck('git', 'status')).out, patience).toContain('Waiting commits: 0')
  expect((await taskdeck('git', 'sync', '--json')).out).toBe('{"reported":[],"others":[]}')
})

test('without the program, the hooks do nothing and no commit fails', async () => {
  const repository = await gitRepository()
  const { git, commit, message, taskdeck } = repository
  await taskdeck('git', 'install')
  await git('switch', '--quiet', '--create', '1-gone')
  const hook = `${repository.folder}/.git/hooks/commit-msg`
  await writeFile(hook, (await readFile(hook, 'utf8')).replaceAll('/main.ts', '/gone.ts'))
  await commit('Without it')
  expect(await message()).toBe('Without it')
})

test('a commit under another address is named, and counts once the address is added', async () => {
  const { ana, env } = await listeningServer()
  await addTask(ana)
  const { git, taskdeck } = await gitRepository(env)
  await taskdeck('git', 'sync')
  const author = ['--author', 'Ana <1+Ana@users.noreply.example.com>']
  await git('commit', '--quiet', '--allow-empty', '-m', 'Fixes #1', ...author)
  const hash = (await git('rev-parse', 'HEAD')).slice(0, 7)
  const lines = [
    `${hash} Not counted for #1: written by 1+ana@users.noreply.example.com.`,
    'If that is you: git config --add taskdeck.email EMAIL',
  ]
  expect((await taskdeck('git', 'status')).out).toContain(['Waiting commits: 0', ...lines].join('\n'))
  await git('config', '--add', 'taskdeck.email', '1+ana@users.noreply.example.com')
  expect((await taskdeck('git', 'sync')).out).toBe(`${hash} Completed #1.`)
  await git('commit', '--quiet', '--allow-empty', '-m', 'Fixes #1', '--author', 'Bo <bo@example.com>')
  expect((await taskdeck('git', 'sync')).out).toContain('Not counted for #1: written by bo@example.com.')
  expect((await taskdeck('git', 'sync')).out).toBe('Nothing to report.')
})

test.for(['main', 'trunk'])(
  'in a new repository with the branch %s, the first commits close tasks too',
  async (name) => {
    const { ana, env } = await listeningServer()
    await addTask(ana)
    await addTask(ana)
    const repository = await gitRepository(env)
    const { git, taskdeck, tryGit } = repository.at(`${repository.home}/new`)
    await mkdir(`${repository.home}/new`)
    await git('init', '--quiet', `--initial-branch=${name}`)
    expect((await taskdeck('git', 'install')).text).toContain(
      `Commits on ${name} that say “closes #12” complete task 12.`,
    )
    await tryGit(['commit', '--quiet', '--allow-empty', '-m', 'Begin, closes #1'])
    await tryGit(['commit', '--quiet', '--allow-empty', '-m', 'closes #2'])
    await expect
      .poll(async () => (await listTasks(ana)).map(({ status }) => status), patience)
      .toEqual(['Completed', 'Completed'])
    expect((await taskdeck('git', 'status')).out).toContain(`Main branch: ${name}`)
  },
)

test('a main branch that is made later begins with the commit at which the hooks were installed', async () => {
  const { ana, env } = await listeningServer()
  for (let count = 0; count < 3; count++) await addTask(ana)
  const { git, commit, taskdeck } = await gitRepository(env)
  await git('branch', '--move', 'dev')
  await commit('Before, closes #1')
  await taskdeck('git', 'install')
  await git('switch', '--quiet', '--create', 'main')
  await commit('After, closes #2')
  await expect
    .poll(
      async () => (await listTasks(ana)).flatMap(({ number, status }) => (status === 'Completed' ? number : [])),
      patience,
    )
    .toEqual([2])
})
