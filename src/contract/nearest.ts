const maxDistance = 2

/** The known word that a mistyped one is most likely meant to be; undefined if none is close. */
export function nearest(text: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((word) => ({ word, distance: distance(text, word) }))
    .filter((one) => one.distance <= Math.min(maxDistance, one.word.length - 1))
    .sort((a, b) => a.distance - b.distance)
  return ranked[0]?.word
}

/** The number of letters to add, remove or replace. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let column = 0; column < to.length; column++) {
      const replaced = (row[column] ?? 0) + (letter === to[column] ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
