import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ArchiveSize } from '../../contract/schemas/archives.ts'
import type { Caller } from '../callers/caller.ts'
import { lanes } from '../work/lanes.ts'
import { archiveEntries, type Contents } from './entries.ts'
import { zipOf } from './zip.ts'

interface Dependencies extends Omit<Contents, 'now'> {
  clock: () => number
}

/** An archive without tasks: above all the script of its page. */
const emptyBytes = 8_000

/** Archives of everything that an owner has stored, except what belongs to the account: password, sessions and tokens. */
export function archiveRules({ clock, ...contents }: Dependencies) {
  const { tasks, files, history } = contents
  const places = lanes({
    maxRunning: 1,
    maxWaiting: 0,
    refusal: 'An export of your data is already running. Wait until it has finished, then try again.',
  })

  return {
    /** The contents of an archive if it was made now. Its size is an estimate: each text is in it several times, and is compressed. */
    async size({ owner }: Pick<Caller, 'owner'>): Promise<ArchiveSize> {
      const [count, used, { textBytes }, fileBytes] = await Promise.all([
        tasks.count(owner),
        files.used(owner),
        history.counters(owner),
        files.bytes(owner),
      ])
      return { taskCount: count, fileCount: used.count, fileBytes, bytes: fileBytes + textBytes + emptyBytes }
    },

    /** The archive as a stream. Fails with `too_many_requests` while another one of the owner is being sent. */
    archive: (caller: Caller): Promise<Readable> =>
      new Promise((resolve, reject) => {
        const send = async () => {
          const now = new Date(clock())
          const stream = zipOf(archiveEntries({ ...contents, now }, caller), now)
          resolve(stream)
          // However the stream ends, its place is free afterwards.
          await finished(stream).catch(() => {})
        }
        places.run(caller.owner, send).catch(reject)
      }),
  }
}

export type ArchiveRules = ReturnType<typeof archiveRules>
