import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { hasDebianPostgres } from '../scripts/test-programs.mjs'
import { openDatabase } from '../src/server/database/open.ts'
import { testApp } from './app.ts'
import { blocksOf } from './docs/blocks.ts'
import { credentials } from './people.ts'
import { freePort } from './postgres.ts'
import { addTask, listTasks } from './tasks.ts'

const programs = '/usr/lib/postgresql/15/bin'
const page = 'docs/backup.md'

/** Runs a script as the user of the database, because PostgreSQL refuses to run as root. */
function asPostgres(script: string, env: Record<string, string>): string {
  const [command = '', ...args] = [
    ...(process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []),
    'bash',
    '-ec',
    script,
  ]
  const options = {
    env: { ...env, PATH: `${programs}:${process.env.PATH}` },
    encoding: 'utf8',
    timeout: 60_000,
  } as const
  return execFileSync(command, args, options)
}

/** The blocks of the page, with the folders of this machine in place of those of Debian. */
function commandsOf(folder: string): string[] {
  const replaced: [string | RegExp, string][] = [
    ['/usr/local/bin/archive-wal.sh', join(folder, 'archive-wal.sh')],
    ['/mnt/archive', join(folder, 'archive')],
    ['/mnt/base', join(folder, 'base')],
    ['/var/lib/postgresql/15', folder],
    [/pg_ctlcluster 15 main (\w+)/g, `pg_ctl --pgdata ${folder}/main --wait --log ${folder}/log $1`],
  ]
  return blocksOf(page, readFileSync(page, 'utf8'))
    .filter(({ mark }) => mark.includes('point-in-time'))
    .map(({ text }) => replaced.reduce((done, [from, to]) => done.replaceAll(new RegExp(from, 'g'), to), text))
}

if (hasDebianPostgres()) {
  test('the commands of the page restore PostgreSQL to a second between two writes', {
    tags: 'long',
    timeout: 240_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'taskdeck-moment-'))
    await chmod(folder, 0o777)
    const port = await freePort()
    const env = { PGHOST: '127.0.0.1', PGPORT: `${port}`, PGUSER: 'postgres' }
    const run = (script: string) => asPostgres(script, env)
    run(`initdb --pgdata ${folder}/main --username postgres --auth trust --encoding UTF8 --locale C.UTF-8 --no-sync`)
    onTestFinished(async () => {
      run(`pg_ctl --pgdata ${folder}/main --mode immediate stop || true`)
      await rm(folder, { recursive: true, force: true })
    })
    await appendFile(join(folder, 'main/postgresql.conf'), `port = ${port}\nunix_socket_directories = ''\n`)
    run(`pg_ctl --pgdata ${folder}/main --wait --log ${folder}/log start; mkdir ${folder}/archive ${folder}/base`)
    await copyFile('deploy/archive-wal.sh', join(folder, 'archive-wal.sh'))
    await chmod(join(folder, 'archive-wal.sh'), 0o755)
    const [setUp = '', restore = ''] = commandsOf(folder)
    const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
    const ask = async (query: string) => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      const { rows } = await client.query(query)
      await client.end()
      return Object.values(rows[0] ?? {}).join()
    }
    run(setUp)

    const before = await testApp({ config: { databaseUrl } })
    await addTask(before.as('ana'), { title: 'First task' })
    const moment = await ask(
      `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'`,
    )
    await addTask(before.as('ana'), { title: 'Second task' })
    const epochOf = async () => ask('select id from epochs')
    const epoch = await epochOf()
    await before.app.close()
    await before.database.close()

    expect(restore).toContain(`recovery_target_time = '2026-11-19 10:15:07+00'`)
    run(restore.replace('2026-11-19 10:15:07+00', moment))
    await expect.poll(() => ask('select pg_is_in_recovery()').catch(String), { timeout: 30_000 }).toBe('false')
    const database = openDatabase(databaseUrl)
    await database.renewEpoch()
    await database.close()
    const after = await testApp({ config: { databaseUrl } })
    const ana = after.visitor()
    await ana.post('/auth/login', credentials('ana'))
    expect((await listTasks(ana)).map(({ title }) => title)).toEqual(['First task'])
    expect(await epochOf()).not.toBe(epoch)
    // The lost disk had everything.
    expect(existsSync(join(folder, 'before'))).toBe(true)
  })

  test('a part of the log that is there already counts only if it is the same', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'taskdeck-archive-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await mkdir(join(folder, 'archive'))
    const archive = (contents: string) => {
      execFileSync('bash', ['-ec', `printf %s '${contents}' > ${folder}/0001`])
      const script = join(import.meta.dirname, '../deploy/archive-wal.sh')
      execFileSync('bash', [script, join(folder, '0001'), join(folder, 'archive')], { stdio: 'pipe' })
      return readFileSync(join(folder, 'archive/0001'), 'utf8')
    }
    expect([archive('first'), archive('first')]).toEqual(['first', 'first'])
    expect(() => archive('other')).toThrow('is there with other contents')
    expect(readFileSync(join(folder, 'archive/0001'), 'utf8')).toBe('first')
  })
}
