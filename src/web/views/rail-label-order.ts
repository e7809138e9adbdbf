/** The labels with the most open tasks, and those of the filter, in the order of the alphabet. */
export function mostUsed(
  labels: readonly string[],
  counts: ReadonlyMap<string, number>,
  max: number,
  chosen: readonly string[],
): string[] {
  if (labels.length <= max) return [...labels]
  const byUse = labels.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  const kept = new Set([...byUse.slice(0, max), ...chosen])
  return labels.filter((label) => kept.has(label))
}
