import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveType } from '../../contract/archives.ts'
import { AppError } from '../../contract/errors.ts'
import type { Upload } from '../calls/upload.ts'
import { tooLarge } from './zip-file.ts'

/** An archive on the disk of this server, until `remove` is called. */
export interface Received {
  path: string
  remove(): Promise<void>
}

const maxAgeMs = 24 * 3_600_000

/** Receives archives into a folder, because the directory of a ZIP is at its end. */
export function receiving(dataDir: string, clock: () => number) {
  const folder = join(dataDir, 'imports')

  return {
    /** Fails with `wrong_type`, and with `too_large` as soon as more bytes arrive than are allowed. Leaves no file behind then. */
    async receive(upload: Upload, maxBytes: number): Promise<Received> {
      const { type, bytes } = await upload.open()
      if (!type.startsWith(archiveType))
        throw new AppError('wrong_type', `Send the archive itself, a ZIP, as ${archiveType}.`)
      if (upload.length !== undefined && upload.length > maxBytes) throw tooLarge(maxBytes)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${randomUUID()}.zip`)
      const remove = () => rm(path, { force: true })
      try {
        const file = await open(path, 'wx', 0o600)
        try {
          let size = 0
          for await (const chunk of bytes) {
            size += chunk.length
            if (size > maxBytes) throw tooLarge(maxBytes)
            await file.writeFile(chunk)
          }
        } finally {
          await file.close()
        }
        return { path, remove }
      } catch (error) {
        await remove()
        throw error
      }
    },

    /** Removes what a crash has left behind. */
    async sweep(): Promise<void> {
      const found = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      for await (const { name } of found ?? []) {
        const path = join(folder, name)
        const written = (await stat(path).catch(() => undefined))?.mtimeMs
        if (written !== undefined && clock() - written > maxAgeMs) await rm(path, { force: true })
      }
    },
  }
}
