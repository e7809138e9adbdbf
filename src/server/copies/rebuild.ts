import { type FileHandle, open } from 'node:fs/promises'
import type { BackupPlace } from '../backup-places/place.ts'
import type { Look } from '../database/log-reader.ts'
import type { Moment } from './moments.ts'
import { damagedPart, exactly, openPart } from './part-form.ts'
import type { Part } from './parts.ts'

/** Parts that are opened before their turn, because a bucket takes its time for each. */
const openedAhead = 8
const numberBytes = 4

const pathOf = ({ chain, name }: Part) => `${chain}/${name}`
const chainOf = ({ chain }: Part) => chain.split('/').at(-1) ?? ''

/**
 * Writes the SQLite file of a moment, and returns the time of its last look: everything that was committed before is in it. Throws a
 * BackupError if a part is damaged.
 */
export async function rebuild(place: BackupPlace, { base, logs, wanted }: Moment, target: string): Promise<number> {
  const file = await open(target, 'wx', 0o600)
  try {
    const { pageBytes } = await writeBase(place, base, file)
    let at = base.at
    for await (const { log, header, bytes } of opened(place, logs)) {
      const damaged = (how: string) => damagedPart(place, pathOf(log), how)
      const looks = checkedLooks(log, header.looks ?? [], damaged)
      if (header.pageBytes !== pageBytes) throw damaged('its pages have another size')
      const pieces = exactly(bytes, () => damaged('it ends early'))
      try {
        for (const look of looks) {
          if (look.at > wanted) return at
          const isNew = look.number > base.last
          await applyLook(look, pageBytes, pieces, isNew ? file : undefined, damaged)
          if (isNew) at = look.at
        }
        if (await pieces.next(1)) throw damaged('it has more than it says')
      } finally {
        await pieces.close()
      }
    }
    return at
  } finally {
    await file.close()
  }
}

async function writeBase(place: BackupPlace, base: Part, file: FileHandle) {
  const { header, bytes } = await openPart(place, pathOf(base), chainOf(base))
  let at = 0
  for await (const chunk of bytes) {
    await file.write(chunk, 0, chunk.length, at)
    at += chunk.length
  }
  if (at % header.pageBytes || !at) throw damagedPart(place, pathOf(base), 'it is no whole number of pages')
  return header
}

/** The looks that the name of a log promises. */
function checkedLooks({ first, last }: Part, looks: Look[], damaged: (how: string) => Error): Look[] {
  const isWhole =
    looks.length === last - first + 1 &&
    looks.every(({ number, at }, index) => number === first + index && at >= (looks[index - 1]?.at ?? 0))
  if (!isWhole) throw damaged('its looks are not those of its name')
  return looks
}

async function applyLook(
  { pages, size }: Look,
  pageBytes: number,
  pieces: ReturnType<typeof exactly>,
  file: FileHandle | undefined,
  damaged: (how: string) => Error,
) {
  for (let index = 0; index < pages; index++) {
    const piece = await pieces.next(numberBytes + pageBytes)
    if (!piece) throw damaged('it ends early')
    const page = piece.readUInt32BE(0)
    if (page < 1 || page > size) throw damaged('it has a page that the database does not have')
    await file?.write(piece, numberBytes, pageBytes, (page - 1) * pageBytes)
  }
  await file?.truncate(size * pageBytes).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EFBIG' || error.code === 'EINVAL' ? damaged('the database would be too large') : error
  })
}

/** The logs in their order, some of them opened before their turn. */
async function* opened(place: BackupPlace, logs: Part[]) {
  const waiting: ReturnType<typeof openPart>[] = []
  let next = 0
  try {
    for (const log of logs) {
      for (; next < logs.length && waiting.length < openedAhead; next++) {
        const ahead = logs[next] as Part
        const part = openPart(place, pathOf(ahead), chainOf(ahead))
        // It is reported in its turn.
        part.catch(() => {})
        waiting.push(part)
      }
      const part = await (waiting.shift() as ReturnType<typeof openPart>)
      yield { log, ...part }
    }
  } finally {
    for (const part of waiting) await part.then(({ bytes }) => bytes.return(undefined)).catch(() => {})
  }
}
