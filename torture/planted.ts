import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { writeSection } from '../test/section.ts'

// `npm run planted`: plants one bug after another in a copy of Taskdeck, and runs the program that has to notice it.
// `-- --only lock` plants those with this in their name, and renews their rows.
const run = promisify(execFile)
const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values
const page = 'docs/reliability.md'

interface Bug {
  bug: string
  file: string
  /** What stands there, and what the bug makes of it. */
  changes: [string, string][]
  program: string[]
}

const torture = (fault: string, part: string) => ['node', 'torture/run.ts', '--only', fault, '--part', part]
const tests = (file: string, title: string) => ['vitest', 'run', file, '-t', title]

const bugs: Bug[] = [
  {
    bug: 'lost fsync: SQLite does not wait for the disk',
    file: 'src/server/database/sqlite.ts',
    changes: [['synchronous = full', 'synchronous = off']],
    program: torture('powerCut', '0.1'),
  },
  {
    bug: 'lost fsync: an upload is renamed before its bytes are on disk',
    file: 'src/server/files/disk-store.ts',
    changes: [['  await file.sync()\n', '']],
    program: torture('powerCut', '0.1'),
  },
  {
    bug: 'missing owner check: a task is found by its id alone',
    file: 'src/server/tasks/task-table.ts',
    changes: [["db.selectFrom('tasks').where('user_id', '=', owner)", "db.selectFrom('tasks')"]],
    program: tests('src/server/matrix.test.ts', 'sqlite'),
  },
  {
    bug: 'dropped event: one in ten is told to nobody',
    file: 'src/server/live/live.ts',
    changes: [
      ['const texts = rows.map(changeText)', "const texts = rows.map((row) => (row.seq % 10 ? changeText(row) : ''))"],
    ],
    program: torture('readers', '0.02'),
  },
  {
    bug: 'unbounded upload: the limit of a file is not looked at',
    file: 'src/server/files/quota.ts',
    changes: [['        if (size > maxFileBytes) throw fileTooLarge(maxFileBytes)\n', '']],
    program: tests('src/server/files', ''),
  },
  {
    bug: 'skipped migration lock, on PostgreSQL',
    file: 'src/server/database/postgres.ts',
    changes: [
      ['import { Kysely, PostgresDialect, sql }', 'import { Kysely, PostgresAdapter, PostgresDialect, sql }'],
      [
        'dialect: new PostgresDialect({ pool })',
        'dialect: Object.assign(new PostgresDialect({ pool }), { createAdapter: () => Object.assign(new PostgresAdapter(), { acquireMigrationLock: async () => {} }) })',
      ],
    ],
    program: tests('src/server/database', 'at the same moment'),
  },
  {
    bug: 'skipped migration lock, on SQLite',
    file: 'src/server/database/sqlite.ts',
    changes: [["'begin immediate'", "'begin'"]],
    program: tests('src/server/database', 'at the same moment'),
  },
  {
    bug: 'a full disk that is told as an error of the server',
    file: 'src/server/database/sqlite.ts',
    changes: [['if (this.#sqlite.isTransaction) await', 'await']],
    program: torture('fullDisk', '0.1'),
  },
  {
    bug: 'SIGTERM ends the process at once',
    file: 'src/server/main.ts',
    changes: [['    stopping.abort()\n', '    process.exit(0)\n']],
    program: torture('closing', '0.2'),
  },
  {
    bug: 'who does not read is never cut off',
    file: 'src/server/app.ts',
    changes: [['  cutSlowReaders(app, config.requestTimeout)\n', '  app.server.setTimeout(0)\n']],
    program: torture('slow', '0.02'),
  },
  {
    bug: 'an upload that is broken off leaves its bytes',
    file: 'src/server/files/disk-store.ts',
    changes: [['      await rm(temporary, { force: true })\n', '']],
    program: torture('uploads', '0.05'),
  },
  {
    bug: 'a connection that PostgreSQL ends is an error that nobody hears',
    file: 'src/server/database/postgres.ts',
    changes: [
      ["  pool.on('error', () => {})\n", ''],
      ["  pool.on('connect', (client) => client.on('error', () => {}))\n", ''],
    ],
    program: torture('outage', '0.3'),
  },
  {
    bug: 'an unexpected error on odd input',
    file: 'src/server/http/errors.ts',
    changes: [["  if (error.validation) return new AppError('invalid_input', explain(error))\n", '']],
    program: torture('malformed', '0.01'),
  },
]

const copy = await mkdtemp(join(tmpdir(), 'taskdeck-planted-'))
const [shared, own] = [
  ['node_modules', 'dist'],
  ['.git', 'data', 'test-results'],
]
for (const part of await readdir('.')) {
  if (shared.includes(part)) await symlink(join(process.cwd(), part), join(copy, part))
  else if (!own.includes(part)) await cp(part, join(copy, part), { recursive: true })
}

async function passes([command = '', ...args]: string[]): Promise<boolean> {
  const ended = await run(command, args, { cwd: copy, timeout: 300_000 }).then(
    () => true,
    () => false,
  )
  // The PostgreSQL of the tests ends their process with its own idea of a code; the report tells.
  return command === 'vitest'
    ? JSON.parse(await readFile(join(copy, 'test-results/vitest.json'), 'utf8')).success
    : ended
}

const sound = new Map<string, Promise<boolean>>()

/** Whether the program ends with an error when the bug is there, and only then. */
async function notices({ file, changes, program }: Bug): Promise<boolean> {
  const name = program.join(' ')
  sound.set(name, sound.get(name) ?? passes(program))
  if (!(await sound.get(name))) throw new Error(`${name} fails without any bug`)
  const path = join(copy, file)
  const right = await readFile(path, 'utf8')
  const wrong = changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`${file} has not exactly one ${JSON.stringify(from)}`)
    return text.replace(from, () => to)
  }, right)
  await writeFile(path, wrong)
  try {
    return !(await passes(program))
  } finally {
    await writeFile(path, right)
  }
}

const before = (await readFile(page, 'utf8')).split('## Planted bugs')[1] ?? ''
const rows = new Map(only ? [...before.matchAll(/^\| (.*?) \| `.*$/gm)].map(([row, bug = '']) => [bug, row]) : [])
let all = true
try {
  for (const bug of bugs.filter(({ bug }) => bug.includes(only))) {
    const noticed = await notices(bug)
    all &&= noticed
    const program = bug.program.join(' ').replace('node torture/run.ts', 'npm run torture --')
    console.log(`${noticed ? 'noticed' : 'MISSED '}  ${bug.bug}: ${program}`)
    rows.set(
      bug.bug,
      `| ${bug.bug} | \`${bug.file}\` | \`${program}\` | ${noticed ? 'failed, as it should' : '**passed**'} |`,
    )
  }
} finally {
  await rm(copy, { recursive: true, force: true })
}
await writeSection(
  page,
  'Planted bugs',
  `\`npm run planted\` plants one bug after another in a copy of Taskdeck and runs the program that has to notice it; it exits with an error when one does not.

| Bug | Planted in | Program | With the bug it |
|---|---|---|---|
${[...rows.values()].join('\n')}
`,
)
process.exit(all ? 0 : 1)
