import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk in memory that can be filled to the last byte, mounted by root or in a user namespace. */
export async function smallDisk(megabytes: number) {
  const place = await mkdtemp(join(tmpdir(), 'taskdeck-disk-'))
  const mount = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'taskdeck', place]
  const folder = process.getuid?.() === 0 ? mountHere(mount, place) : await mountInNamespace(mount, place)
  await chmod(folder.path, 0o755)
  const ballast = join(folder.path, 'ballast')
  return {
    path: folder.path,
    /** Writes until the disk is full. */
    async fill() {
      const file = await open(ballast, 'w')
      try {
        for (const size of [1024 * 1024, 4096]) while (await fits(file, size)) {}
      } finally {
        await file.close()
      }
    },
    free: () => rm(ballast, { force: true }),
    bytesLeft: async () => {
      const { bavail, bsize } = await statfs(folder.path)
      return bavail * bsize
    },
    async remove() {
      await folder.unmount()
      await rm(place, { recursive: true, force: true })
    },
  }
}

export type SmallDisk = Awaited<ReturnType<typeof smallDisk>>

async function fits(file: Awaited<ReturnType<typeof open>>, size: number) {
  try {
    await file.writeFile(Buffer.alloc(size))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}

function mountHere(mount: string[], path: string) {
  const { status, stderr } = spawnSync('mount', mount, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`A small disk cannot be mounted here: ${stderr}`)
  return {
    path,
    async unmount() {
      spawnSync('umount', ['--lazy', path])
    },
  }
}

/** A process holds the namespace; its disk is reached through that process. */
async function mountInNamespace(mount: string[], path: string) {
  const holder = spawn('unshare', ['-Urm', 'sh', '-c', 'mount "$@" && echo mounted && exec cat', 'sh', ...mount])
  const [said] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit'), once(holder, 'error')])
  if (String(said).trim() !== 'mounted') throw new Error(`A small disk cannot be mounted without root here: ${said}`)
  return {
    path: join(`/proc/${holder.pid}/root`, path),
    async unmount() {
      const ended = once(holder, 'exit')
      holder.kill('SIGKILL')
      await ended
    },
  }
}
