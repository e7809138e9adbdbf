import type { TaskEvent } from '../../contract/schemas/history.ts'

/** Whether the event takes its task out of the lists. */
export const isRemoval = ({ kind }: Pick<TaskEvent, 'kind'>) => kind === 'trashed' || kind === 'purged'

export const isAboutFile = ({ kind }: Pick<TaskEvent, 'kind'>) =>
  kind === 'attached' || kind === 'detached' || kind === 'erased'
