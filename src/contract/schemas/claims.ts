import { Type } from 'typebox'
import { claimLimits } from '../claims.ts'
import { taskLimits } from '../tasks.ts'
import { changeNumbers, strict } from './shapes.ts'
import { taskId } from './task-id.ts'
import { task } from './tasks.ts'

const minutes = Type.Integer({
  minimum: claimLimits.min,
  maximum: claimLimits.max,
  description: `How long the claim lasts, and how long again after each write of its holder to the task. ${claimLimits.default} unless given.`,
})
const message = Type.String()
const ids = Type.Array(taskId, { minItems: 1, maxItems: taskLimits.bulkChange })
const changed = Type.Object({ message, tasks: Type.Optional(Type.Array(task)), ...changeNumbers })

export const claimSchemas = {
  claim: {
    summary:
      'Claim a task: nobody else works on it until the claim ends, and it becomes In Progress. Without a task, the most urgent one that is ready is claimed: open, started, not blocked, without open parts, and not held. If there is none, the response is 404 with the code nothing_ready. A task that somebody else holds is refused with 409 and the code held. Each write of the holder to the task renews the claim. It ends when the task is completed or Pending again, is released, or runs out.',
    body: Type.Object(
      {
        task: Type.Optional(taskId),
        view: Type.Optional(
          Type.String({ maxLength: 100, description: 'The name or id of a saved view: one of its tasks is claimed.' }),
        ),
        filter: Type.Optional(
          Type.String({
            maxLength: 1_000,
            description:
              'A filter as in the address of a list in the web app, such as label=auth&due=overdue: one of the tasks that match is claimed.',
          }),
        ),
        minutes: Type.Optional(minutes),
        today: Type.Optional(
          Type.String({
            format: 'day',
            description: 'The current day where the user is. Without it, the time zone of the account decides.',
          }),
        ),
      },
      strict,
    ),
    result: Type.Object({ message, task, ...changeNumbers }),
  },
  renew: {
    summary: 'Renew your claim of a task. If it has run out and nobody has taken the task, it is yours again.',
    body: Type.Object({ task: taskId, minutes: Type.Optional(minutes) }, strict),
    result: Type.Object({ message, task, ...changeNumbers }),
  },
  release: {
    summary: `Release up to ${taskLimits.bulkChange} tasks, as one change, all or none. A token can release only what it holds; a person releases any. The status stays.`,
    body: Type.Object({ ids }, strict),
    result: changed,
  },
  handOver: {
    summary: `Take over up to ${taskLimits.bulkChange} tasks from their holders, or hand them over to one of your tokens, as one change, all or none. The former holder is told with the next write.`,
    body: Type.Object(
      {
        ids,
        to: Type.Optional(
          Type.String({ maxLength: 100, description: 'The name of the token that gets them. You, unless given.' }),
        ),
        minutes: Type.Optional(minutes),
      },
      strict,
    ),
    result: changed,
  },
}
