import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, type GitRepository, gitRepository } from '../../../test/git-repository.ts'

const hooksOf = ({ folder }: Pick<GitRepository, 'folder'>) => filesBelow(join(folder, '.git/hooks'))

/** The files of a repository that a commit does not change. */
const settingsOf = ({ folder }: Pick<GitRepository, 'folder'>) => {
  const all = Object.entries(filesBelow(join(folder, '.git')))
  return Object.fromEntries(all.filter(([path]) => !/^(objects|logs|refs|index|COMMIT_EDITMSG|ORIG_HEAD)/.test(path)))
}

test('on the branch of a task, every commit gets one trailer, whatever way it is made', { tags: 'long' }, async () => {
  const repository = await gitRepository()
  const { git, commit, message, taskdeck, write, tryGit } = repository
  expect((await taskdeck('git', 'install')).text).toContain('Commits on main that say “closes #12” complete task 12.')
  await commit('On the main branch')
  expect(await message()).toBe('On the main branch')
  await git('switch', '--quiet', '--create', '12-fix-login')
  await commit('Fix login\n\nBecause it fails.\n\nSigned-off-by: Ana')
  expect(await message()).toBe('Fix login\n\nBecause it fails.\n\nSigned-off-by: Ana\nTask: #12')
  await git('commit', '--quiet', '--amend', '--allow-empty', '-m', 'Fix login again')
  await git('commit', '--quiet', '--amend', '--allow-empty', '--no-edit')
  expect(await message()).toBe('Fix login again\n\nTask: #12')
  await commit('Of another task\n\nTask: #13')
  expect(await message()).toBe('Of another task\n\nTask: #13')
  await commit('fixup! Fix login again')
  expect(await message()).toBe('fixup! Fix login again')

  // A commit without a message is still given up, with and without the changes below it.
  await write('a.txt', 'a\n')
  await git('add', '.')
  for (const args of [['commit'], ['commit', '--verbose']]) {
    expect((await tryGit(args)).text).toContain('Aborting commit due to empty commit message')
  }
  const edit = { GIT_EDITOR: 'sed -i 1iTyped' }
  expect((await tryGit(['commit', '--quiet', '--verbose'], edit)).code).toBe(0)
  expect(await message()).toBe('Typed\n\nTask: #12')

  // A rebase keeps the trailer and adds none, a detached HEAD has no task, and a merge commit is no work on it.
  await git('switch', '--quiet', 'main')
  await commit('Meanwhile')
  await git('rebase', '--quiet', 'main', '12-fix-login')
  expect(await message()).toBe('Typed\n\nTask: #12')
  await git('switch', '--quiet', 'main')
  await commit('Later')
  await git('switch', '--quiet', '12-fix-login')
  await git('merge', '--quiet', '--no-ff', '-m', 'Merge the main branch', 'main')
  expect(await message()).toBe('Merge the main branch')
  await git('switch', '--quiet', '--detach')
  await commit('Somewhere')
  expect(await message()).toBe('Somewhere')

  const tree = join(repository.home, 'tree')
  await git('worktree', 'add', '--quiet', '-b', 'ana/14-other-tree', tree)
  const other = repository.at(tree)
  await other.git('commit', '--quiet', '--allow-empty', '-m', 'In another work tree')
  expect(await other.git('log', '-1', '--format=%B')).toBe('In another work tree\n\nTask: #14')
})

test('hooks that exist run as before, and uninstalling leaves no trace', async () => {
  const repository = await gitRepository()
  const { git, commit, message, taskdeck, tryGit, write, folder, home } = repository
  // A shell script that ends early, a program in another language, a link to a file of the project, and one that is switched off.
  await write(
    '.git/hooks/commit-msg',
    '#!/bin/bash\nset -e\ngrep -q Task: "$1" && echo ok >> "$HOME/seen"\nexit 0\n',
    0o755,
  )
  await write(
    '.git/hooks/post-commit',
    '#!/usr/bin/env node\nrequire("fs").appendFileSync(process.env.HOME+"/seen", process.argv.length+"\\n")\n',
    0o755,
  )
  await write('scripts/post-merge.sh', '#!/bin/sh\necho merged "$1" >> "$HOME/seen"\n', 0o755)
  await symlink('../../scripts/post-merge.sh', join(folder, '.git/hooks/post-merge'))
  await write('.git/hooks/post-rewrite', '#!/bin/sh\necho never >> "$HOME/seen"\n')
  const [hooks, settings] = [hooksOf(repository), settingsOf(repository)]
  for (let count = 0; count < 2; count++) expect((await taskdeck('git', 'install')).code).toBe(0)
  expect((await taskdeck('git', 'status')).out).toContain(`Hooks: installed in ${folder}/.git/hooks`)
  await git('switch', '--quiet', '--create', '3-chain')
  await commit('Chained')
  expect(await message()).toBe('Chained\n\nTask: #3')
  await git('switch', '--quiet', 'main')
  await git('merge', '--quiet', '3-chain')
  await git('commit', '--quiet', '--amend', '--allow-empty', '--no-edit')
  const seen = filesBelow(home).seen
  // The existing commit-msg hook sees the message with the trailer.
  expect(seen?.split(' ').slice(1).join(' ')).toBe('ok\n2\nmerged 0\nok\n2\n')

  expect((await taskdeck('git', 'uninstall')).text).toBe(`Removed the hooks from ${folder}/.git/hooks`)
  expect(hooksOf(repository)).toEqual(hooks)
  expect(settingsOf(repository)).toEqual({ ...settings, HEAD: settingsOf(repository).HEAD })
  expect((await taskdeck('git', 'uninstall')).text).toBe('No hooks of Taskdeck were installed here.')

  // A hook that refuses a commit still does.
  await write('.git/hooks/commit-msg', '#!/bin/sh\necho "No ticket"; exit 7\n', 0o755)
  await taskdeck('git', 'install')
  const refusal = await tryGit(['commit', '--allow-empty', '-m', 'Refused'])
  expect([refusal.code, refusal.text]).toEqual([1, 'No ticket'])
})

test('the hooks of husky run as before, and a reinstalled husky is noticed', async () => {
  const repository = await gitRepository()
  const { git, commit, message, node, taskdeck, write, folder, home } = repository
  const husky = async () =>
    expect(await node(join(import.meta.dirname, '../../../node_modules/husky/bin.js'))).toMatchObject({
      code: 0,
      text: '',
    })
  await husky()
  await write('.husky/commit-msg', 'grep Task: "$1" >> "$HOME/linted"\n')
  expect(await git('config', 'core.hooksPath')).toBe('.husky/_')
  const before = filesBelow(join(folder, '.husky'))
  expect((await taskdeck('git', 'install')).text).toContain(join(folder, '.husky/_'))
  await git('add', '.')
  await git('switch', '--quiet', '--create', '5-husky')
  await commit('With husky')
  expect(await message()).toBe('With husky\n\nTask: #5')
  expect(filesBelow(home).linted).toContain('Task: #5')
  expect(await git('status', '--porcelain')).toBe('')
  await husky()
  expect((await taskdeck('git', 'status')).out).toContain(
    'Hooks: removed by another program. Run: taskdeck git install',
  )
  await taskdeck('git', 'install')
  await taskdeck('git', 'uninstall')
  expect(filesBelow(join(folder, '.husky'))).toEqual(before)
})

test('hooks that others share are left alone, with the lines to add', async () => {
  const repository = await gitRepository()
  const { git, taskdeck, write, folder, home } = repository
  await write('.githooks/commit-msg', '#!/bin/sh\n', 0o755)
  for (const path of ['.githooks', join(home, 'hooks')]) {
    await git('config', 'core.hooksPath', path)
    const before = filesBelow(home)
    const { code, text } = await taskdeck('git', 'install')
    expect([code, text]).toEqual([1, expect.stringContaining('which is shared with others. Nothing was installed.')])
    expect(text).toContain('commit-msg: taskdeck git hook commit-msg "$@" || :')
    expect(filesBelow(home)).toEqual(before)
  }
  const outside = await repository.at(home).taskdeck('git', 'install')
  expect([outside.code, outside.text]).toEqual([1, expect.stringContaining('not in a git repository')])
  const words = await repository.at(folder).taskdeck('git', 'push')
  expect([words.code, words.text]).toEqual([2, expect.stringContaining('Give one of: install')])
})

test('a commit starts Node only if the branch has a number, or there is something to tell', async () => {
  const { git, commit, taskdeck, write, folder, home } = await gitRepository()
  await taskdeck('git', 'install')
  const hook = join(folder, '.git/hooks/commit-msg')
  await write('../node', `#!/bin/sh\necho started >> "$HOME/starts"\nexec '${process.execPath}' "$@"\n`, 0o755)
  await writeFile(hook, (await readFile(hook, 'utf8')).replaceAll(process.execPath, join(home, 'node')))
  const starts = () => filesBelow(home).starts?.match(/started/g)?.length ?? 0
  await commit('On main, closes #12')
  await git('switch', '--quiet', '--create', 'topic')
  await commit('On a branch without a number')
  await git('switch', '--quiet', '--detach')
  await commit('On no branch')
  expect(starts()).toBe(0)
  await git('switch', '--quiet', '--create', '12-fix')
  await commit('Fix')
  expect([starts(), await git('log', '-1', '--format=%B')]).toEqual([1, 'Fix\n\nTask: #12'])
  await git('switch', '--quiet', 'topic')
  await write('.git/taskdeck/other-authors', 'bo@example.com told\ncy@example.com 1a2b3c\n')
  await commit('There is a notice')
  await commit('There is none')
  expect(starts()).toBe(2)
})
