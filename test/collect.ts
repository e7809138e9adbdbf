import { PassThrough } from 'node:stream'

/** A stream that keeps what is written to it, as a log does. */
export function collect(tty: boolean) {
  const stream = Object.assign(new PassThrough().setEncoding('utf8'), { isTTY: tty })
  let text = ''
  stream.on('data', (chunk) => {
    text += chunk
  })
  return {
    stream,
    text: () => text,
    /** What a log of JSON lines says. */
    lines: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  }
}
