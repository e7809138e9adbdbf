/** How the process of a page ends: its commands work, one fails, or this machine lacks something that they need. */
export const exitCodes = { followed: 0, failed: 1, notRun: 3 } as const

/** The last line of `npm run check-docs`, and its exit code. A process that was killed has the code null. */
export function summaryOf(codes: readonly (number | null)[], milliseconds: number): { text: string; exitCode: number } {
  const count = (code: number) => codes.filter((one) => one === code).length
  const [followed, notRun] = [count(exitCodes.followed), count(exitCodes.notRun)]
  const failed = codes.length - followed - notRun
  const pages = followed === 1 ? '1 page works' : `${followed} pages work`
  const seconds = (milliseconds / 1000).toFixed(0)
  return {
    text: `${pages} as written, ${failed} failed, ${notRun} not run, ${seconds} s`,
    exitCode: failed ? exitCodes.failed : exitCodes.followed,
  }
}
