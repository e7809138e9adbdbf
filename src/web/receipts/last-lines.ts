const esc = '\u001b'
const bell = '\u0007'
const styleOrMove = '\\[[0-?]*[ -/]*[@-~]'
const titleOrLink = `\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)`

/** The sequences with which a program steers a terminal: colours, moves of the cursor, and titles of windows. */
const steering = new RegExp(`${esc}(?:${styleOrMove}|${titleOrLink}|[@-Z\\\\-_])`, 'g')

/** The last lines of an output as text. Of a line that was written over, as a progress bar does, the last state counts. */
export function lastLines(output: string, count: number): string {
  const lines = output.replace(steering, '').replaceAll('\r\n', '\n').trimEnd().split('\n').slice(-count)
  return lines.map((line) => line.slice(line.lastIndexOf('\r') + 1)).join('\n')
}
