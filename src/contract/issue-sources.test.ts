import { expect, test } from 'vitest'
import type { Forge } from './forges.ts'
import { forgeOfHost, issueAddress, repositoryAt } from './issue-sources.ts'

test.for([
  ['https://github.com/acme/app', 'github', 'https://github.com/acme/app', 'acme/app'],
  [' github.com/acme/app.git ', 'github', 'https://github.com/acme/app', 'acme/app'],
  ['https://github.com/acme/app/issues?q=is%3Aopen#top', 'github', 'https://github.com/acme/app', 'acme/app'],
  ['https://ghe.example.com/acme/issues/tree/main', 'github', 'https://ghe.example.com/acme/issues', 'acme/issues'],
  ['https://gitlab.com/acme/tools/app/-/issues', 'gitlab', 'https://gitlab.com/acme/tools/app', 'acme/tools/app'],
  ['https://gitlab.com/acme/app/', 'gitlab', 'https://gitlab.com/acme/app', 'acme/app'],
  ['https://codeberg.org/acme/app/issues/7', 'gitea', 'https://codeberg.org/acme/app', 'acme/app'],
  ['http://git.lan:3000/forge/acme/app', 'gitea', 'http://git.lan:3000/forge/acme/app', 'acme/app'],
] as const)('%s at %s is a repository', ([text, forge, address, name]) => {
  const repository = repositoryAt(text, forge)
  expect([repository?.address, repository?.name]).toEqual([address, name])
  expect(`${repository?.base}/${repository?.name}`).toBe(address)
  // The stored address is read in the same way.
  expect(repositoryAt(address, forge)).toEqual(repository)
})

test.for([
  ['https://github.com/acme', 'github'],
  ['https://github.com/', 'github'],
  ['acme/app', 'gitlab'],
  ['https://ana:secret@git.example.com/acme/app', 'gitea'],
  ['ssh://git@git.example.com/acme/app', 'gitea'],
  ['git@github.com:acme/app.git', 'github'],
  ['https://git.example.com/a%2f..%2fb/app', 'gitea'],
  [`https://git.example.com/acme/${'a'.repeat(500)}`, 'gitea'],
] as [string, Forge][])('%s at %s is none', ([text, forge]) => {
  expect(repositoryAt(text, forge)).toBeUndefined()
})

test('well-known hosts have a forge, and issues have an address', () => {
  expect(['github.com', 'www.gitlab.com', 'codeberg.org', 'git.lan'].map(forgeOfHost)).toEqual([
    ...['github', 'gitlab', 'gitea'],
    undefined,
  ])
  expect(issueAddress({ forge: 'gitlab', address: 'https://gitlab.com/a/b' }, 7)).toBe(
    'https://gitlab.com/a/b/-/issues/7',
  )
})
