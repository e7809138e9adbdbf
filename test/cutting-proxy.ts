import { onTestFinished } from 'vitest'
import { lossyLine } from './lossy-line.ts'

/** A line to a server that a test can cut. It is closed when the test ends. */
export async function cuttingProxy(target: string) {
  const line = await lossyLine(target)
  onTestFinished(line.close)
  return line
}
