import type { CallToolResult } from '@modelcontextprotocol/server'
import { CallError } from '../contract/client.ts'
import { AppError, type ErrorCode } from '../contract/errors.ts'
import type { Task } from '../contract/schemas/tasks.ts'
import { listedData } from './task-data.ts'
import { inLine } from './task-text.ts'

/** How an agent can mend a call that failed, beyond the message for people. */
const advice: Partial<Record<ErrorCode | 'network', string>> = {
  not_found: 'Find the number of the task with search_tasks or list_tasks.',
  too_many_requests: 'Wait a few seconds, then call one tool at a time.',
  unavailable: 'Wait a few seconds, then try again once.',
  network: 'Tell the user that Taskdeck cannot be reached.',
  internal: 'Try again once. If it fails again, tell the user.',
  storage_full: 'Tell the user.',
  not_signed_in: 'Tell the user that the token is no longer valid.',
}

interface Conflict {
  task?: Task
}

/** The current values of a task that was changed meanwhile, so that the agent can decide again. */
function currentTask(body: unknown): string {
  const { task } = (body ?? {}) as Conflict
  if (!task) return ''
  const values = inLine(JSON.stringify({ ...listedData(task), description: task.description, version: task.version }))
  return `The task is now ${values}. Read it, decide again, and give this version.`
}

/** A failed tool call, with what the agent can do about it. Undefined for errors that are bugs. */
export function failureOf(error: unknown): CallToolResult | undefined {
  if (!(error instanceof CallError || error instanceof AppError)) return undefined
  const { code, message } = error
  const more =
    code === 'changed_meanwhile' && error instanceof CallError
      ? currentTask(error.body)
      : error instanceof AppError
        ? ''
        : (advice[code] ?? '')
  return { isError: true, content: [{ type: 'text', text: [inLine(message), more].filter(Boolean).join(' ') }] }
}
