import { expect, test } from 'vitest'
import { branchOf, numberIn, slugOf } from './branch-name.ts'
import { pageOf } from './remote.ts'

test('a title becomes a short name of a branch', () => {
  expect(slugOf('Fix login timeout')).toBe('fix-login-timeout')
  expect(slugOf('  Über-cool: “Löschen” & more?! ')).toBe('uber-cool-loschen-more')
  expect(slugOf('修正 ログイン')).toBe('修正-ロクイン')
  expect(slugOf('…')).toBe('task')
  expect(slugOf('$(rm -rf ~); ../../etc @{-1}')).toBe('rm-rf-etc-1')
  expect(slugOf('word '.repeat(40))).toHaveLength(49)
  expect(slugOf('x'.repeat(300))).toHaveLength(50)
})

test('a template names branches, and reads the number back', () => {
  const task = { number: 12, title: 'Fix login' }
  for (const template of [
    '{number}-{slug}',
    'ana/{number}-{slug}',
    '{slug}.{number}',
    'task({number})',
    'T{number}+{slug}',
  ])
    expect([template, numberIn(branchOf(template, task), template)]).toEqual([template, 12])
  expect(numberIn('12-by-hand', 'ana/{number}/{slug}')).toBe(12)
  expect(numberIn('main', '{number}-{slug}')).toBe(undefined)
})

test('the page of a repository is found by the address of its remote, without a password', () => {
  const page = { page: 'https://github.com/ana/project', name: 'ana/project' }
  for (const address of [
    'git@github.com:ana/project.git',
    'https://github.com/ana/project.git',
    'https://ana:secret@github.com/ana/project',
    'ssh://git@github.com:22/ana/project.git/',
  ])
    expect([address, pageOf(address)]).toEqual([address, page])
  for (const address of [
    '/srv/git/project.git',
    '../project',
    'file:///srv/project',
    'C:\\project',
    'https://x/<script>',
  ])
    expect([address, pageOf(address)]).toEqual([address, undefined])
})
