import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { folderPlace } from '../src/server/backup-places/folder-place.ts'
import { backupList } from '../src/server/backups/backup-list.ts'
import { backupHold } from '../src/server/backups/make-backup.ts'
import { readManifest } from '../src/server/backups/manifest.ts'
import { verifyBackup } from '../src/server/backups/verify.ts'
import { openDatabase } from '../src/server/database/open.ts'
import { startProcess } from '../test/process.ts'
import { backupIn } from '../test/restored.ts'
import type { Outcome } from './result.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'
import { makeWorld, type Server, signUp, start, type World } from './world.ts'

const files = 30
const commands = join(import.meta.dirname, '../src/server/operator')

/** Kills backups of a server that is written to, and fills their disk. */
export async function killedBackups(engine: World['engine'], rounds: number): Promise<Outcome> {
  const [world, disk] = [await makeWorld(engine), await smallDisk(40)]
  const env = { DATA_DIR: world.folder, DATABASE_URL: world.databaseUrl }
  const folder = join(disk.path, 'backups')
  const backup = () => startProcess(process.execPath, [join(commands, 'backup.ts'), folder], { env })
  const wrong: string[] = []
  const stop = { now: false }
  try {
    const server = await start(world)
    const cookie = await signUp(server.origin)
    const writing = write(server, cookie, stop)
    const begun = performance.now()
    const first = backup()
    if ((await first.ended()) !== 0) wrong.push(first.output())
    const usualMs = performance.now() - begun
    for (let round = 0; round < rounds; round++) {
      const killed = backup()
      await pause(usualMs * (0.15 + Math.random() * 0.6))
      await killed.stop('SIGKILL')
      wrong.push(...(await broken(folder)))
      await expireHold(world)
    }
    wrong.push(...(await whenFull(disk, folder, backup)))
    await expireHold(world)
    const last = backup()
    if ((await last.ended()) !== 0) wrong.push(last.output())
    stop.now = true
    await writing
    await server.stop()
    const found = (await readdir(folder)).filter((name) => name.startsWith('taskdeck-'))
    wrong.push(...(await broken(folder)), ...(await left(folder)))
    return {
      fault: `kill -9 during a backup under load, ${rounds} times, and a full disk`,
      engine,
      figure: `${found.length} backups complete and intact, ${wrong.length} problems${wrong.length ? ` (${wrong.slice(0, 3).join('; ')})` : ''}`,
      promised: 'every backup with a manifest is intact, a full disk is reported, nothing unfinished is left',
      kept: wrong.length === 0 && found.length >= 2,
    }
  } finally {
    stop.now = true
    await world.end()
    await disk.remove()
  }
}

/** Every backup with a manifest must be intact. */
async function broken(folder: string): Promise<string[]> {
  const wrong: string[] = []
  for (const name of await completeIn(folder)) {
    const backup = backupIn(join(folder, name))
    const check = async () => verifyBackup(backup, await readManifest(backup), { isGentle: false })
    await check().catch((error: Error) => wrong.push(error.message))
  }
  return wrong
}

/** Names in the folder beside complete backups and the files that they share. */
async function left(folder: string): Promise<string[]> {
  const known = new Set(['files', 'unfinished', ...(await completeIn(folder))])
  return (await readdir(folder)).filter((name) => !known.has(name)).map((name) => `${name} was left`)
}

async function completeIn(folder: string): Promise<string[]> {
  const names: string[] = []
  for await (const name of backupList(folderPlace(folder)).complete()) names.push(name)
  return names
}

async function whenFull(disk: SmallDisk, folder: string, backup: () => ReturnType<typeof startProcess>) {
  // A backup begins with removing those that were interrupted.
  const before = await completeIn(folder)
  await disk.fill()
  const refused = backup()
  const code = await refused.ended()
  await disk.free()
  const after = await completeIn(folder)
  const wrong = code === 1 && /its disk is full/.test(refused.output()) ? [] : [`a full disk: ${refused.output()}`]
  if (after.join() !== before.join()) wrong.push(`${after.join()} instead of ${before.join()}`)
  return wrong
}

/** Instead of waiting for two minutes. */
async function expireHold({ databaseUrl }: World) {
  const database = openDatabase(databaseUrl)
  await database.db.updateTable('jobs').set({ due_at: 0 }).where('name', '=', backupHold).execute()
  await database.close()
}

/** Adds tasks until told to stop, some of them with files. */
async function write({ origin }: Server, cookie: string, stop: { now: boolean }) {
  for (let count = 0; !stop.now; count++) {
    const body = JSON.stringify({ title: `Task ${count}` })
    const headers = { cookie, 'content-type': 'application/json' }
    const created = await fetch(`${origin}/tasks/createTask`, { method: 'POST', headers, body })
    const { task } = (await created.json()) as { task: Task }
    if (count >= files) await pause(20)
    else {
      const form = new FormData()
      form.set('file', new File([randomBytes(200_000)], 'proof.bin'))
      await fetch(`${origin}/tasks/task/${task._id}/upload`, { method: 'POST', headers: { cookie }, body: form })
    }
  }
}
