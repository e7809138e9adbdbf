/**
 * The number of random cases of a test: a few in `npm test`, many in `npm run torture -- --only cases`, which sets MANY_CASES to the share
 * of the full run.
 */
export function cases(few: number, many: number): number {
  const share = Number(process.env.MANY_CASES ?? 0)
  return Math.max(few, Math.round(many * share))
}
