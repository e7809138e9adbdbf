import { List } from './list.tsx'

/** The tasks that others block. */
export const Waiting = () => <List place="waiting" />
