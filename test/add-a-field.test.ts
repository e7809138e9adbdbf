import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freshFolder } from './database.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
const table = 'src/contract/task-fields.ts'
const formatTest = 'src/contract/task-format.test.ts'
const migrations = 'src/server/database/migrations'

/** The code blocks of the guide: the entry of the table, and the migration. */
async function guide() {
  const text = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')
  const section = text.split('## Add a field to a task\n')[1]?.split('\n## ')[0] ?? ''
  const [entry = '', migration = ''] = [...section.matchAll(/^ {3}```ts\n(.*?)^ {3}```$/gms)].map(([, code = '']) =>
    code.replace(/^ {3}/gm, ''),
  )
  return { entry, migration }
}

/** A copy of the repository that shares the installed packages. */
async function copyOfTree(): Promise<string> {
  const copy = await freshFolder()
  const isShared = (name: string) => ['node_modules', '.git', 'dist', 'data', 'test-results'].includes(name)
  const entries = (await readdir(root)).filter((name) => !isShared(name))
  for (const entry of entries) await cp(join(root, entry), join(copy, entry), { recursive: true })
  await rm(join(copy, 'test/add-a-field.test.ts'))
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

type Step = 'field' | 'format' | 'migration' | 'format test'

/** Follows the guide, without the steps that are left out. Returns the product files that it has changed. */
async function follow(copy: string, leftOut: Step[] = []): Promise<string[]> {
  const { entry, migration } = await guide()
  const touched = new Set<string>()
  const edit = async (step: Step, file: string, change: (text: string) => string) => {
    if (leftOut.includes(step)) return
    const before = await readFile(join(copy, file), 'utf8')
    const after = change(before)
    expect(after, `${step} changes ${file}`).not.toBe(before)
    await writeFile(join(copy, file), after)
    if (!file.includes('.test.')) touched.add(file)
  }
  const nextFormat = (text: string) => text.replace(/(taskFormat =|format:) (\d+)/, (_, lead, n) => `${lead} ${+n + 1}`)
  await edit('field', table, (text) => text.replace(/^ {2}estimate: \{.*?^ {2}\},\n/ms, (known) => `${known}${entry}`))
  await edit('format', table, nextFormat)
  await edit('format test', formatTest, (text) => nextFormat(text).replace(' estimate ', ' estimate points '))
  if (!leftOut.includes('migration')) {
    const numbers = (await readdir(join(copy, migrations))).map((name) => Number.parseInt(name, 10))
    const file = join(migrations, `${String(Math.max(...numbers) + 1).padStart(3, '0')}-points.ts`)
    await writeFile(join(copy, file), migration)
    touched.add(file)
  }
  return [...touched]
}

/** Runs tests of the copy. Returns their output, whether they pass or not. */
async function testsIn(copy: string, files: string[], engine?: 'sqlite') {
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', ...files]
  const { VITEST, VITEST_MODE, VITEST_POOL_ID, VITEST_WORKER_ID, ...env } = process.env
  const settings = { cwd: copy, env: { ...env, NO_COLOR: '1', ...(engine ? { TEST_ENGINE: engine } : {}) } }
  const { stdout, stderr, code } = await run(process.execPath, args, settings).then(
    (done) => ({ ...done, code: 0 }),
    (failed) => failed as { stdout: string; stderr: string; code: number },
  )
  return { isPassed: code === 0, output: stdout + stderr }
}

/** With one checker, as `npm run types`: several repeat each other's work. */
const tsc = (copy: string, project: string) =>
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--noEmit', '--checkers', '1'], {
    cwd: copy,
  })

test('the guide adds a field everywhere in two product files', { tags: ['long'], timeout: 600_000 }, async () => {
  const copy = await copyOfTree()
  const touched = await follow(copy)
  expect(touched).toEqual([table, expect.stringMatching(/^src\/server\/database\/migrations\/\d{3}-points\.ts$/)])
  expect(touched.length).toBeLessThanOrEqual(8)
  await tsc(copy, '.')
  await tsc(copy, 'src/web')
  const { isPassed, output } = await testsIn(copy, ['amounts', 'task-format', 'task-columns'])
  expect(isPassed, output).toBe(true)
  // The same tests have run for the new field, on every side.
  for (const side of ['src/server/tasks', 'src/contract/task-lists', 'src/cli', 'src/mcp', 'src/web/tasks'])
    expect(output).toContain(`${side}/amounts.test.ts`)
})

/** Steps that are left out together, because different tests notice them: each run of the tests costs seconds. */
const forgotten: { leftOut: Step[]; says: string[] }[] = [
  { leftOut: ['field', 'format', 'format test'], says: [`describe these columns in ${table}`] },
  {
    leftOut: ['format', 'migration'],
    says: [`raise taskFormat in ${table}`, `add these columns in a migration in ${migrations}`],
  },
]

test.for(forgotten)(
  'a forgotten step fails and names its file: $leftOut',
  { tags: ['long'], timeout: 600_000 },
  async ({ leftOut, says }) => {
    const copy = await copyOfTree()
    await follow(copy, leftOut)
    const { isPassed, output } = await testsIn(copy, ['task-format', 'task-columns'], 'sqlite')
    expect(isPassed).toBe(false)
    for (const words of says) expect(output).toContain(words)
  },
)
