import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programOptions } from '../test/program-options.ts'
import { writeSection } from '../test/section.ts'
import { type Bug, bugs, plant } from './bugs.ts'

// `npm run planted`: plants one bug after another in a copy of Taskdeck, and runs the program that should detect it.
// `-- --only lock` plants only bugs whose name contains this text, and rewrites their rows.
const run = promisify(execFile)
const { only } = programOptions({
  usage: 'npm run planted [-- --only TEXT]: plants the bugs whose name contains a text',
  options: { only: { type: 'string', default: '' } },
})
const page = 'docs/reliability.md'

const copy = await mkdtemp(join(tmpdir(), 'taskdeck-planted-'))
const [shared, own] = [
  ['node_modules', 'dist'],
  ['.git', 'data', 'test-results'],
]
for (const entry of await readdir('.')) {
  if (shared.includes(entry)) await symlink(join(process.cwd(), entry), join(copy, entry))
  else if (!own.includes(entry)) await cp(entry, join(copy, entry), { recursive: true })
}

async function passes([command = '', ...args]: string[]): Promise<boolean> {
  return run(command, args, { cwd: copy, timeout: 300_000 }).then(
    () => true,
    () => false,
  )
}

const sound = new Map<string, Promise<boolean>>()

/** Whether the program fails with the bug, and only then. */
async function notices({ file, changes, program }: Bug): Promise<boolean> {
  const name = program.join(' ')
  sound.set(name, sound.get(name) ?? passes(program))
  if (!(await sound.get(name))) throw new Error(`${name} fails without any bug`)
  const path = join(copy, file)
  const right = await readFile(path, 'utf8')
  await writeFile(path, plant(right, changes))
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
      `| ${bug.bug} | \`${bug.file}\` | \`${program}\` | ${noticed ? 'failed, as expected' : '**passed**'} |`,
    )
  }
} finally {
  await rm(copy, { recursive: true, force: true })
}
await writeSection(
  page,
  'Planted bugs',
  `\`npm run planted\` plants one bug after another in a copy of Taskdeck and runs the program that should detect it. It exits with an error if a bug is not detected.

| Bug | Planted in | Program | Result with the bug |
|---|---|---|---|
${[...rows.values()].join('\n')}
`,
)
process.exit(all ? 0 : 1)
