import { expect, test } from 'vitest'
import { gitRepository, listeningServer } from '../../../test/git-repository.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'

test('start sets a task to In Progress and switches to its branch, and other commands take the task from the branch', async () => {
  const { ana, env } = await listeningServer()
  await addTask(ana, { title: 'Fix login timeout' })
  await addTask(ana, { title: 'Write docs' })
  const repository = await gitRepository(env)
  const { git, commit, taskdeck, write, home } = repository
  const branch = () => git('branch', '--show-current')

  const usage = await taskdeck('done')
  expect([usage.code, usage.text]).toEqual([2, expect.stringContaining('switch to a git branch such as 12-fix-login')])
  expect((await taskdeck('start', '1')).out).toBe(
    'Started #1 Fix login timeout\nSwitched to the new branch 1-fix-login-timeout',
  )
  expect(await branch()).toBe('1-fix-login-timeout')
  expect((await listTasks(ana)).map(({ status }) => status).sort()).toEqual(['In Progress', 'Pending'])
  expect((await taskdeck('show', '--quiet')).out).toBe('1')
  await write('proof.txt', 'It works')
  expect((await taskdeck('attach', 'proof.txt')).out).toBe('Attached proof.txt (8 B) to #1')
  expect((await taskdeck('open', '--quiet')).out).toMatch(/#\/task\/[0-9a-f-]{36}$/)

  // A dirty tree is not touched: neither its files nor its branch. Untracked files do not make it dirty.
  await git('add', 'proof.txt')
  const dirty = await taskdeck('start', '2', '--json')
  expect([dirty.code, JSON.parse(dirty.out).branch]).toEqual([
    0,
    { name: '2-write-docs', did: 'kept', reason: 'there are uncommitted changes' },
  ])
  expect(await git('status', '--short', '--branch')).toBe('## 1-fix-login-timeout\nA  proof.txt')
  await commit('Proof')

  // The branch stays that of the task, whatever its title is now.
  await ana.put('/tasks/updateTask/1', { title: 'Fix the login' })
  await git('switch', '--quiet', 'main')
  expect((await taskdeck('start', '#1')).out).toContain('Switched to the branch 1-fix-login-timeout')
  expect((await taskdeck('start')).out).toContain('Already on the branch 1-fix-login-timeout')

  // Another template; a branch that is checked out in another work tree.
  await git('config', 'taskdeck.branch', 'ana/{slug}.{number}')
  await taskdeck('start', '2')
  expect(await branch()).toBe('ana/write-docs.2')
  expect((await taskdeck('done')).out).toBe('Completed #2 Write docs')
  const tree = repository.at(`${home}/tree`)
  await git('worktree', 'add', '--quiet', '--detach', tree.folder)
  const taken = await tree.taskdeck('start', '2')
  expect(taken.out).toMatch(
    /^Started #2 Write docs\nNot switched to the branch ana\/write-docs\.2: .*(checked out|used)/,
  )
  await git('config', 'taskdeck.branch', 'mine')
  expect((await taskdeck('start', '2')).text).toContain('does not contain {number}')

  // Without a repository, with several tasks, and if it is turned off, there is only the task.
  await git('config', 'taskdeck.switch', 'false')
  const plain = [
    await taskdeck('start', '1'),
    await repository.at(home).taskdeck('start', '1'),
    await repository.at(home).taskdeck('start', '1', '--no-branch'),
  ]
  expect(plain.map(({ out }) => out)).toEqual(Array(3).fill('Started #1 Fix the login'))
})
