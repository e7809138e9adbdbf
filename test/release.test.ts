import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageInfo from '../package.json' with { type: 'json' }
import { lastRelease } from './former-release.ts'

const numbers = (version: string) => version.split('.').map(Number)
const [, newest = ''] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []

test('the version is newer than that of the last release', () => {
  const [now, before] = [numbers(packageInfo.version), numbers(lastRelease.version)]
  const first = now.findIndex((number, index) => number !== before[index])
  expect(now[first] ?? 0).toBeGreaterThan(before[first] ?? 0)
})

test('the newest release in the changelog is this version or the last release', () => {
  expect([packageInfo.version, lastRelease.version]).toContain(newest)
})
