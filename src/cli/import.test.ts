import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliUser, runCli, sharedServer } from '../../test/cli.ts'

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

test('an archive is shown first, and imported with everything in it', async () => {
  const [from, to] = [await cliUser(origin(), 'archiving'), await cliUser(origin(), 'arriving')]
  await from.run('add', 'Write the release notes !high #docs')
  await from.run('note', '1', 'Ask Bo')
  const { token } = await from.call('POST', '/auth/tokens', { name: 'exporting', scope: 'export' })
  const path = join(to.env.HOME ?? '', 'all.zip')
  await runCli(['export', path], { ...from.env, TASKDECK_TOKEN: token })
  const dry = await to.run('import', path, '--dry-run')
  expect([dry.stderr, dry.stdout]).toEqual([
    '',
    expect.stringMatching(
      /^Archive of Taskdeck:\n {2}#1 Write the release notes · High\nWould import 1 task\.\nWith 1 note and 2 entries of the history\./,
    ),
  ])
  const asked = await to.run('import', path)
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')])
  expect((await to.run('import', path, '--yes', '--skip')).stderr).toContain('--skip is not for archives')
  const made = await to.run('import', path, '--yes', '--json')
  expect(made.stderr).toBe('')
  expect(made.json).toMatchObject({
    ...{ format: 'archive', created: 1, noteCount: 1, leftOut: [expect.stringContaining('with a token')] },
  })
  expect((await to.run('show', '1', '--notes')).stdout).toContain('Ask Bo')
  expect((await to.run('import', path, '--yes')).stdout).toContain('Imported 0 tasks, 1 already here.')
  const bytes = await readFile(path)
  await writeFile(path, Buffer.concat([bytes.subarray(0, 60), Buffer.from('!'), bytes.subarray(61)]))
  const broken = await to.run('import', path, '--yes')
  expect([broken.code, broken.stderr]).toEqual([expect.any(Number), expect.stringContaining('The archive is refused')])
})
