import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliUser, sharedServer } from '../../test/cli.ts'

const origin = sharedServer()

test('tasks are written as lines that change only with the tasks, and brought back as one change', async () => {
  const { run, env, call, feed } = await cliUser(origin(), 'lines')
  await run('add', 'Write the release notes !high #docs')
  await run('add', 'Rotate keys part of #1')
  await run('add', 'Not in the view')
  await call('POST', '/views', { name: 'Release 2.4', address: '/list?sort=title&q=keys' })
  const path = join(env.HOME ?? '', 'tasks.jsonl')
  expect((await run('export', '--jsonl', path)).stdout).toMatch(/^Saved 3 tasks as /)
  const written = await readFile(path, 'utf8')
  const lines = written.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).number)).toEqual([1, 2, 3])
  expect(written).not.toMatch(/At"|position/)
  const view = await run('export', '--jsonl', '-', '--view', 'release 2.4')
  expect(view.stdout).toBe(`${lines[1]}\n`)

  const unchanged = await run('import', path, '--yes')
  expect([unchanged.stderr, unchanged.stdout]).toEqual(['', 'Imported 0 tasks, 3 as they are.\n'])
  await run('edit', '1', '--priority', 'low')
  const changed = written.replace('Write the release notes', 'Write the notes')
  await writeFile(path, `${changed}{"_id":"0198a3c2-7d1e-7abc-8def-0123456789ab","title":"New in the file"}\n`)
  const dry = await run('import', path, '--dry-run', '--json')
  expect(dry.json).toMatchObject({ created: 1, updated: 1, unchanged: 2, change: null })
  const asked = await run('import', path)
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')])
  const imported = await run('import', path, '--yes', '--json')
  expect(imported.json).toMatchObject({ created: 1, updated: 1 })
  expect((await run('show', '1', '--json')).json.task).toMatchObject({ title: 'Write the notes', priority: 'Low' })
  await run('undo', '--change', `${imported.json.change}`)
  const titles = async () =>
    (await run('list', '--json')).json.tasks.map(({ title }: { title: string }) => title).sort()
  expect(await titles()).toEqual(['Not in the view', 'Rotate keys', 'Write the release notes'])

  const conflict = await feed(written.replace('"priority":"High"', '"priority":"Critical"'), 'import', '-', '--yes')
  expect([conflict.code, conflict.stderr]).toEqual([1, expect.stringContaining('--conflicts keep')])
  const broken = await feed(`${written}{"title":1}\n`, 'import', '-', '--yes')
  expect(broken.stderr).toMatch(/Line 4: .*\n.*1 line has a problem\. Nothing was imported\./)
})
