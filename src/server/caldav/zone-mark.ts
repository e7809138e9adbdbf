import { hash } from 'node:crypto'
import type { Task } from '../../contract/schemas/tasks.ts'

/** A short name of a time zone, for ETags and sync tokens. Without one, times are in UTC. */
export const zoneMark = (timeZone: string): string => hash('sha256', timeZone || 'UTC', 'hex').slice(0, 8)

/**
 * The time zone that the text of a to-do depends on: alarms are written as moments in UTC, and the lines that are kept for clients may have moments,
 * such as the end of a repetition.
 */
export const zoneMarkOf = (task: Pick<Task, 'reminders'>, kept: string, timeZone: string): string =>
  task.reminders?.length || kept ? zoneMark(timeZone) : '0'
