import { amountFields } from '../task-fields.ts'

const plainKeys = ['due', 'priority', 'created', 'updated', 'title'] as const
type AmountKey = (typeof amountFields)[number]['field']
export type SortKey = (typeof plainKeys)[number] | AmountKey | 'manual'

/** The keys by which lists are sorted, in the order of the menus. */
export const sortKeys: readonly SortKey[] = [
  ...plainKeys,
  ...amountFields.flatMap(({ field, sort }) => (sort === undefined ? [] : field)),
  'manual',
]
