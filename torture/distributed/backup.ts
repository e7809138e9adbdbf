import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addTasks, signedUp } from '../../bench/servers.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { startProcess } from '../../test/process.ts'
import { everyRow } from '../../test/rows.ts'
import { writeSection } from '../../test/section.ts'
import { start } from '../world.ts'
import { page, setting, someWorkers, withDatabase } from './nodes.ts'

const users = 16
const tasksEach = 100
const commands = join(import.meta.dirname, '../../src/server/operator')
/** A restored database begins another epoch, and has migrations and jobs with their own times. */
const ownOfDatabase = /^(epochs|jobs|kysely_migration) /

/** Backs up a distributed database and restores it into another one. Returns whether both have the same rows. */
export async function tryBackup(url: string): Promise<boolean> {
  const where = await setting(url)
  const workers = await someWorkers(url, 2)
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-distributed-'))
  try {
    return await withDatabase(url, workers, (from) =>
      withDatabase(url, workers, async (to) => {
        await fill(from, join(folder, 'data'))
        const [source, target] = [
          { DATABASE_URL: from, DATA_DIR: join(folder, 'data') },
          { DATABASE_URL: to, DATA_DIR: join(folder, 'restored') },
        ]
        const backupMs = await run('backup.ts', join(folder, 'backups'), source)
        const restoreMs = await run('restore.ts', join(folder, 'backups'), target)
        const [before, after] = [await rowsOf(from), await rowsOf(to)]
        const server = await start({
          engine: 'postgres',
          folder: target.DATA_DIR,
          databaseUrl: to,
          end: async () => {},
        })
        await server.stop()
        const restored = new Set(after)
        const missing = before.filter((row) => !restored.has(row))
        const tables = new Set(missing.map((row) => row.split(' ')[0]))
        const isEqual = before.length > users * tasksEach && before.join('\n') === after.join('\n')
        const figures = [
          ['rows in the tables of accounts and decks', `${before.length}`],
          ['`npm run backup`', `${(backupMs / 1_000).toFixed(1)} s`],
          ['`npm run restore` into an empty distributed database', `${(restoreMs / 1_000).toFixed(1)} s`],
          [
            'rows that are different afterwards',
            isEqual
              ? 'none'
              : `${missing.length} are missing (${[...tables].join(', ')}), of ${before.length} and ${after.length}`,
          ],
        ]
        for (const [label, figure] of figures) console.log(`${label}: ${figure}`)
        await writeSection(
          page,
          'Backup and restore',
          `Measured ${where}. ${users} users with ${tasksEach} tasks each, on a coordinator and two workers, are backed up with \`npm run backup\` and restored with \`npm run restore\` into another distributed database, which a node then starts on. All rows are compared, except those of the epoch, the migrations and the times of jobs (\`epochs\`, \`kysely_migration\`, \`jobs\`).

| | Measured |
|---|---|
${figures.map(([label, figure]) => `| ${label} | ${figure} |`).join('\n')}
`,
        )
        return isEqual
      }),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function fill(databaseUrl: string, folder: string) {
  const server = await start({ engine: 'postgres', folder, databaseUrl, end: async () => {} })
  for (let index = 0; index < users; index++) {
    const { cookie } = await signedUp(server.origin)
    await addTasks(server.origin, cookie, tasksEach)
  }
  await server.stop()
}

async function run(command: string, argument: string, env: Record<string, string>): Promise<number> {
  const begun = performance.now()
  const program = startProcess(process.execPath, [join(commands, command), argument], { env })
  if ((await program.ended()) !== 0) throw new Error(`${command} failed: ${program.output()}`)
  return performance.now() - begun
}

async function rowsOf(url: string): Promise<string[]> {
  const database = openDatabase(url)
  const rows = await everyRow(database)
  await database.close()
  return rows.filter((row) => !ownOfDatabase.test(row))
}
