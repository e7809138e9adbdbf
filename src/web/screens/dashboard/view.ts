import { useSearchParams } from 'react-router'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import { priorities, type SortOrder, sortOrders, statuses } from '../../../contract/tasks.ts'
import { revalidate } from '../../deck/current-deck.ts'
import { dueFilters, type Filter } from '../../tasks/filter.ts'

export interface View {
  filter: Filter
  sort: SortOrder
  set: (change: Partial<Filter & { sort: SortOrder }>) => void
  clear: () => void
}

/** Filter and sort order are in the address, so that a reload and the back button keep them. Preferences give the defaults. */
export function useView(preferences: Preferences): View {
  const [search, setSearch] = useSearchParams()
  const given = (name: string) => search.get(name) ?? ''
  const asked = given('status')
  const filter: Filter = {
    status: asked === 'All' ? '' : (statuses.find((known) => known === asked) ?? preferences.filter),
    priority: priorities.find((known) => known === given('priority')) ?? '',
    due: dueFilters.find((known) => known === given('due')) ?? '',
    label: given('label'),
    q: given('q'),
  }
  const sort = sortOrders.find((known) => known === given('sort')) ?? preferences.sort

  const change = (values: Record<string, string>, replace: boolean) =>
    setSearch(
      (before) => {
        const next = { ...Object.fromEntries(before), ...values }
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
      },
      { preventScrollReset: true, replace },
    )
  return {
    filter,
    sort,
    set: ({ status, ...values }) => {
      const typing = values.q !== undefined
      change({ ...values, ...(status === undefined ? {} : { status: status || 'All' }) }, typing)
      if (!typing) revalidate(status ?? filter.status)
    },
    clear: () => change({ status: 'All', priority: '', due: '', label: '', q: '' }, false),
  }
}
