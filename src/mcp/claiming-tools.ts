import { Type } from 'typebox'
import { api } from '../contract/calls/api.ts'
import { claimSchemas } from '../contract/schemas/claims.ts'
import { strict } from '../contract/schemas/shapes.ts'
import { taskId } from '../contract/schemas/task-id.ts'
import { done } from './done.ts'
import { tool } from './tool.ts'

// The account of the user knows the day.
const { today: _today, ...claimFields } = claimSchemas.claim.body.properties

const claim = tool({
  name: 'claim_task',
  title: 'Claim a task',
  description:
    'Claims a task, so that no other agent works on it, and sets it to In Progress. Use it before you work on a task. Without task, takes the most urgent one that is ready, of a saved view or filter if given: agents that call at the same time get different ones. Everything that you write to the task renews the claim. If it is refused with "held", take another one.',
  effect: 'changes',
  input: Type.Object(claimFields, strict),
  async run({ call }, body) {
    const { task, ...rest } = await call(api.claims.claim, { body })
    return done({ ...rest, tasks: [task] })
  },
})

const release = tool({
  name: 'release_task',
  title: 'Release a task',
  description:
    'Gives up your claim of a task, so that others can take it. Use it when you stop before the work is done.',
  effect: 'changes',
  isRepeatable: true,
  input: Type.Object({ task: taskId }, strict),
  async run({ call }, { task }) {
    return done(await call(api.claims.release, { body: { ids: [task] } }))
  },
})

/** The tools with which an agent takes a task, and gives it up. */
export const claimingTools = [claim, release]
