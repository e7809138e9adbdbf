import { constants, createWriteStream, existsSync, statSync } from 'node:fs'
import { copyFile, link, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CliError, refused } from './errors.ts'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** The path of a file to save: the given one, or a name in the given or the current folder. */
export function pathToSave(given: string | undefined, name: string): string {
  if (given === undefined) return resolve(name)
  return isFolder(given) ? join(given, name) : given
}

export const isTaken = (path: string) => existsSync(path)

/** Writes bytes to a new file, which appears when it is complete. Replaces a file only if that is wanted. Throws a CliError. */
export async function saveFile(path: string, bytes: AsyncIterable<Uint8Array>, isReplaced: boolean): Promise<void> {
  const part = `${path}.${process.pid}.part`
  try {
    await pipeline(Readable.from(bytes), createWriteStream(part, { flags: 'wx' }))
    if (isReplaced) await rename(part, path)
    else await linkOrCopy(part, path)
  } catch (error) {
    if (error instanceof CliError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw code === 'EEXIST' ? taken(path) : refused(`${path} cannot be written: ${message}`)
  } finally {
    await rm(part, { force: true })
  }
}

/** Fails if the path exists by now, unlike a renaming. */
const linkOrCopy = (part: string, path: string) =>
  link(part, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw error
    return copyFile(part, path, constants.COPYFILE_EXCL)
  })

export const taken = (path: string) =>
  refused(`${path} exists already. It was not changed.`, 'Give another path with -o, or --force to replace it.')
