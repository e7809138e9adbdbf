/**
 * The longest processor time, in milliseconds, that one turn of the event loop of this thread takes until the work is done: for as long, no other
 * request is answered. Unlike time, it does not depend on what else the machine does.
 */
export async function longestTurn(work: Promise<unknown>): Promise<number> {
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  let longest = 0
  while (!isDone) {
    const begun = process.threadCpuUsage()
    await new Promise(setImmediate)
    const { user, system } = process.threadCpuUsage(begun)
    longest = Math.max(longest, (user + system) / 1000)
  }
  await ended
  return longest
}
