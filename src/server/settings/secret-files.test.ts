import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from './config.ts'
import { misspeltSettings } from './misspelt-settings.ts'
import { openConnections } from './open-connections.ts'

test('a setting can be in a file, which is named by the setting with _FILE', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'metrics-token')
  await writeFile(file, '0123456789abcdef0123456789abcdef\n')
  const env = { METRICS_TOKEN_FILE: file }
  expect(loadConfig(env).metrics.token).toBe('0123456789abcdef0123456789abcdef')
  expect(misspeltSettings(env)).toEqual([])
  // A secret that is silently missing would be a server with other access than its operator believes.
  expect(() => loadConfig({ METRICS_TOKEN_FILE: join(folder, 'absent') })).toThrow('METRICS_TOKEN_FILE')
  expect(() => loadConfig({ ...env, METRICS_TOKEN: 'x'.repeat(32) })).toThrow('are both set')
  await writeFile(file, 'x'.repeat(20_000))
  expect(() => loadConfig(env)).toThrow('is larger than 16 kB')
})

test('connections that others can read are warned about at the start', () => {
  const warnings = (env: Record<string, string>) =>
    openConnections(loadConfig(env)).map((text) => text.split(/[= ]/)[0])
  expect(warnings({})).toEqual([])
  expect(warnings({ HOST: '0.0.0.0', PUBLIC_URL: 'https://deck.example' })).toEqual([])
  expect(warnings({ HOST: '127.0.0.1', DATABASE_URL: 'postgres://me:pw@localhost:5432/deck' })).toEqual([])
  expect(warnings({ DATABASE_URL: 'postgres://me:pw@db.lan/deck?sslmode=verify-full' })).toEqual([])
  expect(
    warnings({
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://me:pw@localhost:5432,db.lan:5432/deck',
      FILES_URL: 's3://files?endpoint=http://s3.lan:9000',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    }),
  ).toEqual(['HOST', 'DATABASE_URL', 'FILES_URL'])
})
