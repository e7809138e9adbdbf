import { PassThrough } from 'node:stream'

/** A stream that collects all text written to it, such as a log. */
export function collect(tty: boolean) {
  const stream = Object.assign(new PassThrough().setEncoding('utf8'), { isTTY: tty })
  let text = ''
  stream.on('data', (chunk) => {
    text += chunk
  })
  return {
    stream,
    text: () => text,
    /** The parsed lines of a log in JSON. */
    lines: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  }
}
