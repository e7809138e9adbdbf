/** The sequences with which a program steers a terminal: colours, moves of the cursor, and titles of windows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character.
const steering = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g

/** The last lines of an output as text. Of a line that was written over, as a progress bar does, the last state counts. */
export function lastLines(output: string, count: number): string {
  const lines = output.replace(steering, '').replaceAll('\r\n', '\n').trimEnd().split('\n').slice(-count)
  return lines.map((line) => line.slice(line.lastIndexOf('\r') + 1)).join('\n')
}
