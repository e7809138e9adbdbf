import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { cases } from '../../../test/cases.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import type { Task } from '../../contract/schemas/tasks.ts'

const minute = 60_000
const careful = { headers: { 'respect-claims': 'true' } }
const people = ['ana', 'codex', 'aider'] as const
type Name = (typeof people)[number]
const viaOf = (name: Name) => (name === 'ana' ? 'session' : `token:${name}`)

/** A task as the documentation describes it. */
interface Model {
  status: Task['status']
  holder?: Name | undefined
  until: number
  minutes: number
  /** The programs from which it was taken. */
  lost: Set<Name>
}

type OfTask =
  | { kind: 'claim'; who: Name; task: number }
  | { kind: 'renew'; who: Name; task: number }
  | { kind: 'release'; who: Name; task: number }
  | { kind: 'write'; who: Name; task: number; isCareful: boolean }
  | { kind: 'complete'; who: Name; task: number; isCareful: boolean }
  | { kind: 'reopen'; task: number }
  | { kind: 'takeOver'; task: number }
  | { kind: 'handOver'; task: number; to: Name }
type Step = OfTask | { kind: 'next'; who: Name } | { kind: 'pass'; minutes: number }

const who = fc.constantFrom(...people)
const program = fc.constantFrom<Name>('codex', 'aider')
const task = fc.integer({ min: 0, max: 2 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('claim', 'renew', 'release'), who, task }),
    fc.record({ kind: fc.constant('next'), who: program }),
    fc.record({ kind: fc.constantFrom('write', 'complete'), who, task, isCareful: fc.boolean() }),
    fc.record({ kind: fc.constantFrom('reopen', 'takeOver'), task }),
    fc.record({ kind: fc.constant('handOver'), task, to: program }),
    fc.record({ kind: fc.constant('pass'), minutes: fc.integer({ min: 1, max: 40 }) }),
  ),
  { minLength: 10, maxLength: 40 },
)

/** A user with two programs, and a clock that moves only when it is told to. */
async function world(engine: Engine) {
  let now = Date.now()
  const app = await testApp({ engine, dependencies: { clock: () => now } })
  const ana = app.as('ana')
  const one = async (name: string) => withToken(app, (await makeToken(ana, { name })).token)
  const callers = { ana, codex: await one('codex'), aider: await one('aider') }
  return {
    ...app,
    callers,
    now: () => now,
    pass: (minutes: number) => {
      now += minutes * minute
    },
  }
}
type World = Awaited<ReturnType<typeof world>>

let runs = 0

/** Takes the steps with three new tasks, and compares each answer and each task with the model. */
async function follow({ callers, now, pass }: World, given: Step[]) {
  const label = `run-${runs++}`
  const ids: string[] = []
  const models: Model[] = []
  for (const priority of ['High', 'Medium', 'Low']) {
    ids.push((await addTask(callers.ana, { title: priority, priority, labels: [label] }))._id)
    models.push({ status: 'Pending', until: 0, minutes: 30, lost: new Set() })
  }
  const isHeldByOther = (model: Model, name: Name) =>
    model.holder !== undefined && model.holder !== name && model.until > now()
  const isReady = ({ status, holder, until }: Model) =>
    status !== 'Completed' && (holder === undefined || until <= now())
  const give = (model: Model, name: Name, minutes: number) => {
    if (model.holder && model.holder !== name && model.holder !== 'ana') model.lost.add(model.holder)
    model.lost.delete(name)
    Object.assign(model, { holder: name, minutes, until: now() + minutes * minute, status: 'In Progress' })
  }
  const free = (model: Model) => Object.assign(model, { holder: undefined, until: 0, lost: new Set() })

  /** The code of the refusal that the documentation promises, if any. */
  function refusal(step: OfTask, model: Model): string | undefined {
    const isCompleted = model.status === 'Completed'
    if (step.kind === 'reopen') return undefined
    if (step.kind === 'takeOver' || step.kind === 'handOver') return isCompleted ? 'conflict' : undefined
    const isOther = isHeldByOther(model, step.who)
    if (step.kind === 'claim') return isOther ? 'held' : isCompleted ? 'conflict' : undefined
    if (step.kind === 'renew') return isOther ? 'held' : model.holder === step.who ? undefined : 'conflict'
    if (step.kind === 'release') return isOther && step.who !== 'ana' ? 'held' : undefined
    return isOther && (step.isCareful || model.lost.has(step.who)) ? 'held' : undefined
  }

  function apply(step: OfTask, model: Model) {
    if (step.kind === 'claim') give(model, step.who, 30)
    else if (step.kind === 'renew') give(model, step.who, model.minutes)
    else if (step.kind === 'release') free(model)
    else if (step.kind === 'takeOver') give(model, 'ana', 30)
    else if (step.kind === 'handOver') give(model, step.to, 30)
    else if (step.kind === 'reopen') Object.assign(free(model), { status: 'Pending' })
    else if (step.kind === 'complete') Object.assign(free(model), { status: 'Completed' })
    else if (model.holder === step.who) model.until = Math.max(model.until, now() + model.minutes * minute)
  }

  let words = 0
  function call(step: OfTask) {
    const id = ids[step.task]
    const update = (name: Name, change: object, isCareful: boolean) =>
      callers[name].send('PUT', `/tasks/updateTask/${id}`, change, isCareful ? careful : {})
    switch (step.kind) {
      case 'claim':
        return callers[step.who].post('/tasks/claim', { task: id })
      case 'renew':
        return callers[step.who].post('/tasks/renewClaim', { task: id })
      case 'release':
        return callers[step.who].post('/tasks/releaseClaims', { ids: [id] })
      case 'write':
        return update(step.who, { description: `Text ${words++}` }, step.isCareful)
      case 'complete':
        return update(step.who, { status: 'Completed' }, step.isCareful)
      case 'reopen':
        return update('ana', { status: 'Pending' }, false)
      case 'takeOver':
        return callers.ana.post('/tasks/handOverClaims', { ids: [id] })
      default:
        return callers.ana.post('/tasks/handOverClaims', { ids: [id], to: step.to })
    }
  }

  async function compare(step: Step) {
    for (const [index, model] of models.entries()) {
      const { status, claim }: Task = (await callers.ana.get(`/tasks/task/${ids[index]}`)).body
      const found = { status, by: claim?.by, until: claim && Date.parse(claim.until) }
      const by = model.holder && viaOf(model.holder)
      expect(found, JSON.stringify(step)).toEqual({ status: model.status, by, until: by && model.until })
    }
  }

  for (const step of given) {
    if (step.kind === 'pass') pass(step.minutes)
    else if (step.kind === 'next') {
      const { body } = await callers[step.who].post('/tasks/claim', { filter: `label=${label}` })
      const chosen = models[ids.indexOf(body.task?._id)]
      // Which of the ready ones comes first is the ranking's business.
      expect([body.code, chosen && isReady(chosen)]).toEqual(
        models.some(isReady) ? [undefined, true] : ['nothing_ready', undefined],
      )
      if (chosen) give(chosen, step.who, 30)
    } else {
      const model = models[step.task] as Model
      const code = refusal(step, model)
      const { body, text } = await call(step)
      expect(body.code, `${JSON.stringify(step)}: ${text}`).toBe(code)
      if (code === undefined) apply(step, model)
    }
    await compare(step)
  }
}

test.for(engines)(
  '%s: claims, renewals, expiry, completions and takeovers in any order never give a task two holders',
  async (engine) => {
    const app = await world(engine)
    await fc.assert(
      fc.asyncProperty(steps, (given) => follow(app, given)),
      { numRuns: cases(6, 300) },
    )
    await expectSoundLog(app.database, (await app.as('ana').user())._id)
  },
)
