import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from '../../test/coordinator.ts'
import { writeSection } from '../../test/section.ts'
import { type Server, start, type World } from '../world.ts'
import { addressOf, type Control, coordinatorOf, homesOf, page, setting, someWorkers, withDatabase } from './nodes.ts'
import { type Answer, isAnswer, isRefusal, signUp, startUsers, summary, type Users } from './users.ts'

const users = 16
const outageMs = 10_000
/** Longer than all limits of requests together. */
const hangMs = 25_000
const calmMs = 5_000
const signUps = 6
/** Requests that the fault meets halfway are not counted with those that begin after it. */
const settleMs = 500

interface Trial {
  server: Server
  control: Control
  workers: Worker[]
  coordinator: Worker
  load: Users
  /** The worker of each user, by email. */
  homes: Map<string, string>
}

interface Finding {
  fault: string
  figure: string
  promised: string
  isKept: boolean
}

const isAffected = ({ homes, workers }: Trial, { email }: Answer) =>
  homes.get(email) === addressOf(workers[0] as Worker)

const faults = {
  kill: async (trial: Trial): Promise<Finding[]> => {
    const [worker] = trial.workers as [Worker]
    const { during, others } = await whileStopped(trial, worker, ['kill', 'start'], outageMs)
    const affected = during.filter((answer) => isAffected(trial, answer))
    return [
      {
        fault: 'one of two workers is killed: its users',
        figure: summary(affected),
        promised: '503 with Retry-After',
        isKept: affected.length > 0 && affected.every(isRefusal),
      },
      ...others,
    ]
  },
  freeze: async (trial: Trial): Promise<Finding[]> => {
    const [worker] = trial.workers as [Worker]
    const { during, others } = await whileStopped(trial, worker, ['freeze', 'continue'], hangMs)
    const affected = during.filter((answer) => isAffected(trial, answer))
    return [
      {
        fault: 'one of two workers hangs (SIGSTOP): its users',
        figure: summary(affected),
        promised: '503 with Retry-After, or an answer when it is back',
        isKept: affected.length > 0 && affected.every((answer) => isRefusal(answer) || isAnswer(answer)),
      },
      ...others,
    ]
  },
  coordinator: async ({ control, coordinator, load }: Trial): Promise<Finding[]> => {
    const from = performance.now()
    await control('kill', coordinator)
    await pause(outageMs / 2)
    const back = performance.now()
    await control('start', coordinator)
    const started = performance.now()
    await pause(outageMs)
    const during = begun(load, from, back).filter((answer) => !isAnswer(answer))
    const first = (kind: Answer['kind']) => {
      const found = load.answers.filter((answer) => answer.kind === kind && isAnswer(answer) && ended(answer) > back)
      return Math.round(Math.min(...found.map(ended)) - started)
    }
    const after = begun(load, started + 2_000, Number.POSITIVE_INFINITY)
    return [
      {
        fault: 'the coordinator is killed and started again: all users',
        figure: `${summary(during)}; first read ${first('read')} ms and first write ${first('write')} ms after the command to start it had ended; from 2 s on: ${summary(after)}`,
        promised: '503 with Retry-After, and answers 2 s after the start',
        isKept: during.every(isRefusal) && after.every(isAnswer),
      },
    ]
  },
}

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]

const ended = ({ beganAt, milliseconds }: Answer) => beganAt + milliseconds
const begun = ({ answers }: Users, from: number, to: number) =>
  answers.filter(({ beganAt }) => beganAt >= from && beganAt < to)

/** Stops a worker for a time, and looks at everybody else. */
async function whileStopped(
  trial: Trial,
  worker: Worker,
  [stop, resume]: ['kill', 'start'] | ['freeze', 'continue'],
  outage: number,
) {
  const { server, control, load } = trial
  const calm = begun(load, performance.now() - calmMs, performance.now())
  await control(stop, worker)
  const from = performance.now() + settleMs
  await pause(outage / 2)
  const newcomers: number[] = []
  while (newcomers.length < signUps) newcomers.push((await signUp(server.origin).catch(() => ({ status: 0 }))).status)
  const ready = await fetch(`${server.origin}/health/ready`).catch(() => ({ status: 0 }))
  await pause(outage / 2)
  const until = performance.now()
  await control(resume, worker)
  const back = performance.now()
  await pause(outageMs)
  const during = begun(load, from, until)
  const others = during.filter((answer) => !isAffected(trial, answer))
  const first = begun(load, until, Number.POSITIVE_INFINITY).filter(
    (answer) => isAffected(trial, answer) && isAnswer(answer),
  )
  const after = begun(load, back + 5_000, Number.POSITIVE_INFINITY)
  const isSlow = others.some(({ milliseconds }) => milliseconds > 2_000)
  return {
    during,
    others: [
      {
        fault: 'the same: the other users',
        figure: `${summary(others)}; in the ${calmMs / 1_000} s before: ${summary(calm)}`,
        promised: 'all answered, each within 2 s',
        isKept: others.length > 0 && others.every(isAnswer) && !isSlow,
      },
      {
        fault: 'the same: sign-ups, whose rows would be on any worker, and readiness',
        figure: `${newcomers.join(', ')}; ${ready.status}`,
        promised: '201, or 503 if the worker of the new user hangs; 200',
        isKept:
          newcomers.includes(201) &&
          newcomers.every((status) => status === 201 || status === 503) &&
          ready.status === 200,
      },
      {
        fault: 'the same, when the worker is back',
        figure: `first answer to one of its users ${Math.round(Math.min(...first.map(ended)) - back)} ms after the command had ended; from 5 s on, all users: ${summary(after)}`,
        promised: 'all answered, without a restart of the node',
        isKept: after.length > 0 && after.every(isAnswer),
      },
    ],
  }
}

/** Lets users work while servers are stopped, and writes what they saw. Returns whether all promises were kept. */
export async function tryFaults(url: string, names: FaultName[], control: Control): Promise<boolean> {
  const where = await setting(url)
  const workers = await someWorkers(url, 2)
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-distributed-'))
  const findings = await withDatabase(url, workers, async (databaseUrl) => {
    const world: World = { engine: 'postgres', folder, databaseUrl, end: () => rm(folder, { recursive: true }) }
    const server = await start(world)
    const found: Finding[] = []
    try {
      const load = await startUsers(server.origin, users)
      const trial = {
        server,
        control,
        workers,
        load,
        coordinator: coordinatorOf(url),
        homes: await homesOf(databaseUrl),
      }
      await pause(calmMs)
      for (const name of names) {
        for (const finding of await faults[name](trial)) {
          found.push(finding)
          say(finding)
        }
        await pause(calmMs)
      }
      const { acknowledged, lost, twice } = await load.check()
      found.push({
        fault: 'all of these',
        figure: `${acknowledged} creates acknowledged, ${lost} lost, ${twice} made twice`,
        promised: 'none lost, none made twice',
        isKept: lost === 0 && twice === 0,
      })
      say(found.at(-1) as Finding)
    } finally {
      await server.stop()
      await world.end()
    }
    return found
  })
  if (names.length === faultNames.length)
    await writeSection(
      page,
      'Faults',
      `Measured ${where}. One node of Taskdeck with its usual settings, a coordinator and two workers, and ${users} users who create and list tasks all the time. They repeat a refused create with its \`Idempotency-Key\`, as the web app does. A worker stays killed for ${outageMs / 1_000} s and hangs for ${hangMs / 1_000} s; the figures are of requests that began ${settleMs} ms after that or later.

| Fault | Result | Promised | Kept |
|---|---|---|---|
${findings.map(({ fault, figure, promised, isKept }) => `| ${fault} | ${figure} | ${promised} | ${isKept ? 'yes' : '**no**'} |`).join('\n')}
`,
    )
  return findings.every(({ isKept }) => isKept)
}

const say = ({ isKept, fault, figure }: Finding) => console.log(`${isKept ? 'kept  ' : 'BROKEN'}  ${fault}: ${figure}`)
