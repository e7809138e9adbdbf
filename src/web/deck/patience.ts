/**
 * Limits how long work may take that is done one after another. Work that waits behind others is given up only when none of them has been
 * answered for this time: a slow disk answers late, a broken one never.
 */
export function createPatience(maxMs: number) {
  let answers = 0
  return function inTime<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    let seen = answers
    const look = () => {
      if (answers === seen) return reject(new DOMException('No answer', 'TimeoutError'))
      seen = answers
      timer = setTimeout(look, maxMs)
    }
    let timer = setTimeout(look, maxMs)
    return Promise.race([work, promise]).finally(() => {
      answers++
      clearTimeout(timer)
    })
  }
}
