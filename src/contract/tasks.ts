export const statuses = ['Pending', 'In Progress', 'Completed'] as const
export type Status = (typeof statuses)[number]

export const sortOrders = ['asc', 'desc'] as const
export type SortOrder = (typeof sortOrders)[number]
