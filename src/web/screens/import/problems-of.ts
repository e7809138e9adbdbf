import type { Remark } from '../../../contract/import-formats/remarks.ts'
import type { ShownFile } from '../../imports/import-state.ts'

/** The lines of a file that cannot be imported: those that cannot be read, and those that the server refuses. */
export function problemsOf({ summary, check }: ShownFile): { count: number; listed: Remark[] } {
  const found = check.state === 'done' ? check : { problems: [], problemCount: 0 }
  return {
    count: (summary?.problemCount ?? 0) + found.problemCount,
    listed: [...(summary?.problems ?? []), ...found.problems],
  }
}
