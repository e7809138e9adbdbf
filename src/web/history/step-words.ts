import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Step } from '../../contract/schemas/history.ts'
import { fieldName, fields, shown } from './activity-words.ts'

/** The effect of an undo or redo step: `#12 Fix login: status back to Pending`. */
export function stepWords(step: Step, dateStyle: Preferences['dateStyle']): string {
  const { task, taskCount } = step
  const which = taskCount === 1 ? `#${task.number} ${task.title}` : `${taskCount} tasks`
  return `${which}: ${effectOf(step, dateStyle)}`
}

function effectOf({ kind, before, after, taskCount }: Step, dateStyle: Preferences['dateStyle']): string {
  switch (kind) {
    case 'created':
    case 'restored':
      return 'moved to the trash'
    case 'trashed':
      return 'restored from the trash'
    case 'attached':
      return `${after?.file?.name ?? 'a file'} moved to the trash`
    case 'detached':
      return `${before?.file?.name ?? 'a file'} restored`
    default: {
      const effects = fields.flatMap((field) => {
        const [old, now] = [before?.[field], after?.[field]]
        if (old === undefined || now === undefined) return []
        if (field === 'description') return 'description as before'
        // Several tasks may have had different values before.
        return taskCount === 1
          ? `${fieldName(field)} back to ${shown(field, old, dateStyle)}`
          : `${fieldName(field)} no longer ${shown(field, now, dateStyle)}`
      })
      return effects.join(', ') || 'back to the former place on the board'
    }
  }
}
