import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import packageInfo from '../../../package.json' with { type: 'json' }
import { commitOf, ownBuild } from './build.ts'

test('the build of a checkout is its version and its commit', () => {
  expect(ownBuild()).toEqual({ version: packageInfo.version, commit: expect.stringMatching(/^[0-9a-f]{12}$/) })
})

test('a folder that is no checkout has no commit', () => {
  expect(commitOf(tmpdir())).toBeNull()
})
