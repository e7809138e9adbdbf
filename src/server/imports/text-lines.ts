import { AppError } from '../../contract/errors.ts'
import { importLimits, importType } from '../../contract/imports.ts'
import type { Upload } from '../calls/upload.ts'

const newLine = 0x0a

/** The lines of an upload, as they arrive: no more of it is in memory than the line that is read. Fails with `wrong_type` or `too_large`. */
export async function* textLines(upload: Upload): AsyncGenerator<string> {
  const file = await upload.open()
  if (!file.type.startsWith(importType))
    throw new AppError('wrong_type', `Send one JSON object per line as ${importType}.`)
  let rest: Buffer[] = []
  let size = 0
  for await (const chunk of file.bytes) {
    size += chunk.length
    if (size > importLimits.bytes) throw tooLong()
    let first = 0
    for (let end = chunk.indexOf(newLine); end >= 0; end = chunk.indexOf(newLine, first)) {
      yield Buffer.concat([...rest, chunk.subarray(first, end)]).toString()
      rest = []
      first = end + 1
    }
    if (first < chunk.length) rest.push(chunk.subarray(first))
  }
  if (rest.length) yield Buffer.concat(rest).toString()
}

const tooLong = () =>
  new AppError('too_large', `An import has at most ${importLimits.bytes / 1024 / 1024} MiB. Divide it into several.`)
