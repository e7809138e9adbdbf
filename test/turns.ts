const tries = 3

/**
 * The longest processor time, in milliseconds, that one turn of the event loop of this thread takes until the work is done: for as long, no other
 * request is answered. Unlike time, it does not depend on what else the machine does, except that a virtual machine counts what its host takes
 * from it. So this is the least of several tries.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const longest: number[] = []
  while (longest.length < tries) longest.push(await longestOf(work()))
  return Math.min(...longest)
}

async function longestOf(work: Promise<unknown>): Promise<number> {
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
