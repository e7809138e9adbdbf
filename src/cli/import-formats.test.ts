import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { cliUser, runCli, sharedServer } from '../../test/cli.ts'
import type { Task } from '../contract/schemas/tasks.ts'

const origin = sharedServer()

const csv = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
  'task,Renew the account @admin,,1,1,,,2026-11-21,en,',
  'task,Collect the graphs,,4,2,,,,en,',
  'task,Water the plants,,4,1,,,every monday at 9:00,en,',
].join('\n')

test('a file of another program is shown first, imported as one change, and changes nothing a second time', async () => {
  const { run, env } = await cliUser(origin(), 'todoist')
  const path = join(env.HOME ?? '', 'Inbox.csv')
  await writeFile(path, Buffer.from(`\uFEFF${csv}`, 'utf16le'))
  const dry = await run('import', path, '--dry-run')
  expect(dry.stdout).toBe(
    [
      'Todoist CSV:',
      '  Renew the account · Critical · due 2026-11-21 · #admin',
      '  Collect the graphs · Low · as a part',
      '  Water the plants · Low · every week on Monday · remind on the due day at 09:00',
      'Would import 3 tasks.',
      'Line 4: Dates have no time of day. It becomes a reminder.',
      '',
    ].join('\n'),
  )
  expect((await run('list', '--json')).json.tasks).toEqual([])
  const first = await run('import', path, '--yes', '--json')
  expect(first.json).toMatchObject({ format: 'todoist', created: 3, problems: [] })
  await run('edit', '1', '--priority', 'low')
  await writeFile(path, csv.replace('Collect the graphs,,4', 'Collect the graphs,,2'))
  expect((await run('import', path, '--yes', '--json')).json).toMatchObject({ created: 0, updated: 1, unchanged: 2 })
  const { tasks } = (await run('list', '--json', '--sort', 'title')).json
  expect(tasks.map(({ title, priority, reminders }: Task) => [title, priority, reminders])).toEqual([
    ['Collect the graphs', 'High', undefined],
    ['Renew the account', 'Low', undefined],
    ['Water the plants', 'Low', ['due-0T09:00']],
  ])
  await run('undo', '--change', `${first.json.change}`)
})

test('tasks that are here can be skipped or copied, and those that look like one are left out', async () => {
  const { run, env } = await cliUser(origin(), 'alike')
  const path = join(env.HOME ?? '', 'list.todo.txt')
  await run('add', 'Pay the rent')
  await writeFile(path, 'pay the rent\n(A) Water the plants\nx 2026-11-01 Old work\n')
  const dry = await run('import', path, '--dry-run', '--open')
  expect(dry.stdout).toContain('Would import 1 task.\n1 task looks like a task here, and is left out: --alike import')
  expect((await run('import', path, '--yes', '--alike', 'import', '--json')).json).toMatchObject({ created: 3 })
  const again = await run('import', path, '--yes', '--again', 'skip')
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringContaining('Nothing is left to import. 3 tasks are here already, and are left out (--again skip).'),
  ])
  expect((await run('import', path, '--yes', '--again', 'import', '--json')).json).toMatchObject({ created: 3 })
  expect((await run('import', path, '--alike', 'all')).code).toBe(2)
})

test('a file that changes again and again is followed, and a field that was changed here stays, which is said', async () => {
  const { run, env } = await cliUser(origin(), 'follow')
  const path = join(env.HOME ?? '', 'issues.csv')
  const write = (title: string, due: string) => writeFile(path, `id,title,due date\n1,${title},${due}\n`)
  for (const title of ['One', 'Two', 'Three']) {
    await write(title, '2026-11-20')
    await run('import', path, '--yes')
    expect((await run('list', '--json')).json.tasks[0].title).toBe(title)
  }
  await run('edit', '1', '--due', '2026-12-24')
  await write('Three', '2026-12-31')
  const kept = await run('import', path, '--yes')
  expect(kept.stdout).toContain('#1 was changed both here and in the file (due date): it stays as it is here.')
})

test('lines with problems are named with their lines, and the columns of a table can be chosen', async () => {
  const { run, env, feed } = await cliUser(origin(), 'table')
  const path = join(env.HOME ?? '', 'plan.csv')
  await writeFile(path, 'What;When;Who\nFirst;2026-11-20;Ana\n;2026-11-21;Bo\nThird;soon;Ana\n')
  const unknown = await run('import', path, '--yes')
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Which column is the title?')])
  const columns = ['--column', 'title=What', '--column', 'due=When']
  const refused = await run('import', path, '--yes', ...columns)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/Line 3: It has no title\.\n(.*\n)*.*1 line has a problem\. Nothing was imported\./),
  ])
  const imported = await run('import', path, '--yes', '--skip', '--json', ...columns)
  expect(imported.json).toMatchObject({ created: 2, problemCount: 1 })
  expect(imported.json.remarks.map(({ line }: { line: number }) => line).sort()).toEqual([1, 4])
  expect((await run('import', path, '--column', 'x=1')).code).toBe(2)
  const prose = await feed('Just prose.', 'import', '-', '--yes')
  expect([prose.code, prose.stderr]).toEqual([1, expect.stringContaining('The format is not recognised.')])
  const missing = await run('import', join(env.HOME ?? '', 'nothing.csv'))
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('cannot be read')])
})

test('issues are read from the installed gh', async () => {
  const { env } = await cliUser(origin(), 'github')
  const folder = join(env.HOME ?? '', 'bin')
  await mkdir(folder)
  const issue = {
    number: 7,
    title: 'Crash on start',
    state: 'OPEN',
    labels: [],
    url: 'https://github.com/a/b/issues/7',
  }
  await writeFile(
    join(folder, 'gh'),
    `#!/bin/sh\necho "$@" > ${folder}/args\ncat <<'EOF'\n${JSON.stringify([issue])}\nEOF\n`,
  )
  await chmod(join(folder, 'gh'), 0o755)
  const withGh = { ...env, PATH: `${folder}:/usr/bin:/bin` }
  const imported = await runCli(['import', '--from', 'github', '--yes'], withGh)
  expect([imported.stderr, imported.stdout]).toEqual(['', 'Imported 1 task.\n'])
  const without = await runCli(['import', '--from', 'github', '--yes'], { ...env, PATH: folder.replace('bin', 'none') })
  expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('gh is not installed.')])
})

test('a backup ZIP is imported with its label, again it says what is here, and a hostile one is refused', async () => {
  const { run, env } = await cliUser(origin(), 'backup')
  const path = join(env.HOME ?? '', 'backup.zip')
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(csv), 'Inbox [1].csv')
  zip.addBuffer(Buffer.from(csv.replace('Collect the graphs', '')), 'Work [2].csv')
  zip.end()
  const bytes = await buffer(zip.outputStream as Readable)
  await writeFile(path, bytes)
  const refused = await run('import', path, '--yes')
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Work [2].csv, line 3: It has no title.')])
  const first = await run('import', path, '--yes', '--skip', '--label', 'Old list', '--json')
  expect(first.json).toMatchObject({ format: 'todoist', created: 5, problems: [{ file: 'Work [2].csv', line: 3 }] })
  const again = await run('import', path, '--dry-run', '--label', 'Old list')
  expect(again.stdout).toContain(
    '5 tasks of the file are here already: nothing changed there since. None is made twice.',
  )
  expect((await run('list', '--label', 'old-list', '--json')).json.tasks).toHaveLength(5)
  await writeFile(path, bytes.subarray(0, -10))
  const broken = await run('import', path, '--dry-run')
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('The ZIP is refused: its end is missing.')])
  expect((await run('import', path, '--delimiter', 'x')).code).toBe(2)
})
