import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ArchiveSize } from '../../contract/schemas/archives.ts'
import type { Caller } from '../callers/caller.ts'
import { lanes } from '../work/lanes.ts'
import {
  type ArchiveTag,
  bytesFrom,
  type Continuation,
  continuedMs,
  entityTag,
  lengthOf,
  stateOf,
} from './continuing.ts'
import { archiveEntries, type Contents } from './entries.ts'
import { zipOf } from './zip.ts'

interface Dependencies extends Omit<Contents, 'now'> {
  clock: () => number
}

/** An archive that is being sent, or the rest of one. */
export interface SentArchive {
  stream: Readable
  tag: string
  /** Of the rest of an archive: its first byte, and the length of the whole. */
  part?: { first: number; length: number }
}

/** An archive without tasks: above all the script of its page. */
const emptyBytes = 8_000

/** Archives of everything that an owner has stored, except what belongs to the account: password, sessions and tokens. */
export function archiveRules({ clock, ...contents }: Dependencies) {
  const { tasks, files, history, views, labelColours, todos, profileOf } = contents
  const places = lanes({
    maxRunning: 1,
    maxWaiting: 0,
    refusal: 'An export of your data is already running. Wait until it has finished, then try again.',
  })

  /** A hash of the data that an archive of a moment depends on. Everything that is not in the log is named. */
  async function state(caller: Pick<Caller, 'owner'>, { seq, epoch }: Pick<Caller, 'seq' | 'epoch'>): Promise<string> {
    const { owner } = caller
    const { preferences } = await profileOf(owner)
    const [counters, used, count] = [await history.counters(owner), await files.used(owner), await tasks.count(owner)]
    return stateOf([
      seq,
      epoch,
      counters,
      used,
      count,
      preferences,
      await views.list(owner),
      await labelColours.list(owner),
      await todos.state(owner),
    ])
  }

  const zip = (caller: Caller, moment: number, read = files.read) => {
    const now = new Date(moment)
    return zipOf(archiveEntries({ ...contents, files: { ...files, read }, now }, caller), now)
  }

  /** The rest of an archive that was broken off, if its data is as it was. It is made again, and the part that has arrived is left out. */
  async function rest(caller: Caller, tag: ArchiveTag, first: number): Promise<SentArchive | undefined> {
    // Files are stored as they are, so that their bytes need not be read to know how long the archive is.
    const length = await lengthOf(zip(caller, tag.moment, async ({ size }) => Readable.from(zeros(size))))
    if (first >= length) return undefined
    const check = async () => {
      if ((await state(caller, await history.position(caller.owner))) !== tag.state)
        throw new Error('The data of an archive has changed while its rest was sent')
    }
    const stream = Readable.from(bytesFrom(zip(caller, tag.moment), { first, length }, check), { objectMode: false })
    return { stream, tag: entityTag(tag), part: { first, length } }
  }

  async function open(caller: Caller, wanted: Continuation | undefined): Promise<SentArchive> {
    const now = clock()
    const tag = { moment: now, state: await state(caller, caller) }
    const isSame = wanted?.tag.state === tag.state && wanted.tag.moment <= now && wanted.tag.moment > now - continuedMs
    const continued = isSame ? await rest(caller, wanted.tag, wanted.first) : undefined
    return continued ?? { stream: zip(caller, now), tag: entityTag(tag) }
  }

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

    /**
     * The archive as a stream, or the rest of one that was broken off, unless its data has changed since. Fails with `too_many_requests` while
     * another one of the owner is being sent.
     */
    archive: (caller: Caller, wanted?: Continuation): Promise<SentArchive> =>
      new Promise((resolve, reject) => {
        const send = async () => {
          const archive = await open(caller, wanted)
          resolve(archive)
          // However the stream ends, its place is free afterwards.
          await finished(archive.stream).catch(() => {})
        }
        places.run(caller.owner, send).catch(reject)
      }),
  }
}

export type ArchiveRules = ReturnType<typeof archiveRules>

const zeroBlock = Buffer.alloc(64 * 1024)

function* zeros(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= zeroBlock.length)
    yield zeroBlock.subarray(0, Math.min(left, zeroBlock.length))
}
