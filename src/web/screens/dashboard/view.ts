import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import { type SortOrder, sortOrders, statuses } from '../../../contract/tasks.ts'
import type { StatusFilter } from '../../tasks/queries.ts'

export interface View {
  status: StatusFilter
  sort: SortOrder
  setStatus: (status: StatusFilter) => void
  setSort: (sort: SortOrder) => void
}

/** Filter and sort live in the address, so that reload and the back button keep them; preferences say where to begin. */
export function useView(preferences: Preferences): View {
  const [search, setSearch] = useSearchParams()
  const client = useQueryClient()
  const asked = search.get('status')
  const status = asked === 'All' ? '' : (statuses.find((known) => known === asked) ?? preferences.filter)
  const sort = sortOrders.find((known) => known === search.get('sort')) ?? preferences.sort
  const set = (change: Record<string, string>) => {
    setSearch((before) => ({ ...Object.fromEntries(before), ...change }), { preventScrollReset: true })
    client.invalidateQueries({ queryKey: ['tasks'] })
  }
  return {
    status,
    sort,
    setStatus: (value) => set({ status: value || 'All' }),
    setSort: (value) => set({ sort: value }),
  }
}
