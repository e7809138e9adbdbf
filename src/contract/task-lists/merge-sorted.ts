/** The first `count` values of a sorted list and of others, sorted. Sorts only the others. */
export function mergeSorted<T>(sorted: T[], others: T[], compare: (a: T, b: T) => number, count: number): T[] {
  const rest = others.toSorted(compare)
  const result: T[] = []
  for (let [left, right] = [0, 0]; result.length < count; ) {
    const [a, b] = [sorted[left], rest[right]]
    if (a !== undefined && (b === undefined || compare(a, b) <= 0)) {
      result.push(a)
      left++
    } else if (b !== undefined) {
      result.push(b)
      right++
    } else break
  }
  return result
}
