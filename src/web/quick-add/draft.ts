import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Line } from './lines.ts'

/** What was written and not added yet. */
export interface Draft {
  line: string
  /** Pieces of the line that mean nothing. */
  plain: ReadonlySet<string>
  pasted: Line[]
}

const nothing: Draft = { line: '', plain: new Set(), pasted: [] }

/** In the cache, because that is forgotten when somebody signs out. */
const draftQuery = queryOptions({
  queryKey: ['draft'],
  queryFn: () => nothing,
  initialData: nothing,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export type DraftState = ReturnType<typeof useDraft>

/** The draft, kept for the next time with every change. */
export function useDraft() {
  const client = useQueryClient()
  const { data: kept } = useQuery(draftQuery)
  const [draft, setDraft] = useState(kept)
  const set = (next: (before: Draft) => Draft) => {
    setDraft(next)
    client.setQueryData(draftQuery.queryKey, (before = nothing) => next(before))
  }
  return {
    draft,
    change: (part: Partial<Draft>) => set((before) => ({ ...before, ...part })),
    /** Takes away what was added: the line, unless it was changed meanwhile, and so many of the pasted ones. */
    remove: (line: string, pasted: number) =>
      set((before) => ({ ...(before.line === line ? nothing : before), pasted: before.pasted.slice(pasted) })),
  }
}
