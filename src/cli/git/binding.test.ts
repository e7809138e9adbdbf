import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitRepository, listeningServer } from '../../../test/git-repository.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { makeToken } from '../../../test/tokens.ts'

/** A repository of a user who has signed in to two servers, the first of them the default one. */
async function twoServers() {
  const [a, b] = [await listeningServer(), await listeningServer()]
  for (const { ana } of [a, b]) for (const title of ['One', 'Two', 'Three']) await addTask(ana, { title })
  const repository = await gitRepository()
  const folder = join(repository.home, '.config/taskdeck')
  await mkdir(folder, { recursive: true })
  const server = ({ env }: typeof a) => ({ url: env.TASKDECK_URL, token: env.TASKDECK_TOKEN })
  const servers = { a: server(a), b: server(b) }
  await writeFile(join(folder, 'servers.json'), JSON.stringify({ current: 'a', servers }), { mode: 0o600 })
  const open = async ({ ana }: typeof a) =>
    (await listTasks(ana)).flatMap(({ number, status }) => (status === 'Completed' ? [] : number)).sort()
  return { ...repository, a, b, openAt: async () => [await open(a), await open(b)] }
}

test('a repository reports to the server that it is bound to, whichever is the default later', {
  tags: 'long',
}, async () => {
  const { a, b, openAt, taskdeck, taskdeckWith, commit, git } = await twoServers()
  expect((await taskdeck('git', 'install')).out).toContain(`The repository is bound to ${a.url}.`)
  await taskdeck('servers', 'b')
  expect((await taskdeck('git', 'status')).out).toContain(`Server: ${a.url} (a)`)
  // The hooks of git, and the command itself.
  await commit('Closes #1')
  await expect.poll(openAt, { timeout: 30_000 }).toEqual([
    [2, 3],
    [1, 2, 3],
  ])
  // A branch names a task of the bound server.
  await git('switch', '--quiet', '--create', '2-two')
  expect((await taskdeck('done')).out).toBe('Completed #2 Two')
  expect(await openAt()).toEqual([[3], [1, 2, 3]])

  // Another server is refused, before anything is changed.
  for (const [args, env] of [
    [['git', 'sync', '--server', 'b'], {}],
    [['git', 'status', '--server', 'b'], {}],
    [['done', '--server', 'b'], {}],
    [['done'], b.env],
    [['start', '3'], {}],
  ] as const) {
    const { code, text } = await taskdeckWith({ ...env }, ...args)
    expect([args, code, text]).toEqual([args, 1, expect.stringContaining(`This repository is bound to ${a.url}`)])
  }
  expect((await taskdeck('start', '3', '--no-branch')).out).toBe('Started #3 Three')
  expect(await openAt()).toEqual([[3], [1, 2, 3]])

  // Installing again keeps the binding, unless a server is named; not while commits wait for the former one.
  expect((await taskdeck('git', 'install', '--json')).out).toContain(`"server":"${a.url}"`)
  await git('switch', '--quiet', 'main')
  await git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--allow-empty', '-m', 'Closes #3')
  const early = await taskdeck('git', 'install', '--server', 'b')
  expect([early.code, early.text]).toEqual([1, expect.stringContaining('A commit waits to be reported to')])
  await taskdeck('git', 'sync')
  expect((await taskdeck('git', 'install', '--server', 'b')).out).toContain(`bound to ${b.url}.`)
  expect(await openAt()).toEqual([[], [1, 2, 3]])
  await taskdeck('logout', 'b')
  const signedOut = await taskdeck('done', '--json')
  expect(signedOut.code).toBe(2)
  await git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--allow-empty', '-m', 'Closes #3')
  const away = await taskdeck('git', 'sync')
  expect([away.code, away.text]).toEqual([3, expect.stringContaining('you are not signed in to it')])
})

test('a repository without a server is bound to the only one there is, and never to one of several', async () => {
  const { a, openAt, taskdeck, taskdeckWith, git } = await twoServers()
  await taskdeckWith({ XDG_CONFIG_HOME: '/nowhere' }, 'git', 'install')
  expect((await taskdeck('git', 'status')).out).toContain('Server: none.')
  await git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--allow-empty', '-m', 'Closes #1')
  const { code, text } = await taskdeck('git', 'sync')
  expect([code, text]).toEqual([1, expect.stringContaining('taskdeck git sync --server NAME')])
  expect(await openAt()).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
  expect((await taskdeck('git', 'status', '--server', 'a')).out).toContain('Server: none.')
  await taskdeck('git', 'sync', '--server', 'a')
  expect(await openAt()).toEqual([
    [2, 3],
    [1, 2, 3],
  ])
  expect(await git('config', '--local', 'taskdeck.server')).toBe(a.url)
  await taskdeck('git', 'uninstall')
  expect(await git('config', '--local', '--list')).not.toContain('taskdeck')
})

test('a second account at the same address is another server', async () => {
  const { a, home, taskdeck, openAt, git } = await twoServers()
  const file = join(home, '.config/taskdeck/servers.json')
  const { servers } = JSON.parse(await readFile(file, 'utf8'))
  const { token } = await makeToken(a.as('bo'))
  await writeFile(file, JSON.stringify({ current: 'bo', servers: { bo: { url: a.url, token }, ...servers } }))
  await addTask(a.as('bo'))
  await taskdeck('git', 'install', '--server', 'a')
  expect((await taskdeck('git', 'status')).out).toContain(`Server: ${a.url} (a)`)
  await git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--allow-empty', '-m', 'Closes #1')
  const other = await taskdeck('git', 'sync', '--server', 'bo')
  expect([other.code, other.text]).toEqual([1, expect.stringContaining(`bound to ${a.url} (a), not to ${a.url} (bo).`)])
  await taskdeck('git', 'sync')
  expect((await openAt())[0]).toEqual([2, 3])
  expect((await listTasks(a.as('bo'))).map(({ status }) => status)).toEqual(['Pending'])
  // An older binding has no name.
  await git('config', '--unset', 'taskdeck.serverName')
  await git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--allow-empty', '-m', 'Closes #2')
  expect((await taskdeck('git', 'sync')).text).toContain('under several names: bo, a.')
})
