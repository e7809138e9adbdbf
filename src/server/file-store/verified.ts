import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'

interface Expected {
  size: number
  /** Absent for a part of a file. */
  sha256?: string
}

/**
 * Passes the bytes of a stored file on, and fails before the last ones if they are not those that were uploaded. A response is then cut off,
 * so that its client does not take the file for complete.
 */
export function verified(source: Readable, { size, sha256 }: Expected): Readable {
  const hash = sha256 === undefined ? undefined : createHash('sha256')
  let seen = 0
  let last: Buffer | undefined

  const check = new Transform({
    transform(chunk: Buffer, _, done) {
      hash?.update(chunk)
      seen += chunk.length
      const before = last
      last = chunk
      done(seen > size ? changed(`it has more than ${size} bytes`) : null, before)
    },
    flush(done) {
      if (seen !== size) done(changed(`it has ${seen} instead of ${size} bytes`))
      else if (hash && hash.digest('hex') !== sha256) done(changed('its SHA-256 is different'))
      else done(null, last)
    },
  })
  return pipeline(source, check, () => {})
}

const changed = (how: string) => new ChangedFile(`The stored file was changed or damaged: ${how}`)

/** The stored bytes are not those that were uploaded. */
export class ChangedFile extends Error {}
