import { List } from './list.tsx'

/** The open tasks that are snoozed or have not started. */
export const Later = () => <List place="later" />
