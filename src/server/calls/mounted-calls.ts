import type { ApiCall } from '../../contract/calls/api.ts'
import type { Route } from '../../contract/endpoint.ts'
import { JsonAnswer, Unchanged } from '../answers/json-answer.ts'
import type { Caller } from '../callers/caller.ts'
import { fingerprintOf, Repetition } from '../callers/sent-key.ts'
import type { MaybePromise } from '../work/maybe-promise.ts'
import { accessProblem } from './access.ts'
import { type InputPlace, invalidInput, takesNothing, type Validate } from './input.ts'
import type { Upload } from './upload.ts'

/** The input of a call, wherever it comes from. */
export interface Given {
  params: unknown
  query: unknown
  body: unknown
  /** The path and query, which identify the call together with its method and body. */
  url: string
  /** The value of `If-Match`. */
  ifMatch?: string | undefined
  /** The value of `If-None-Match`. */
  ifNoneMatch?: string | undefined
  /** The value of `Idempotency-Key`. */
  key?: string | undefined
  upload?: Upload | undefined
  /** For a call that only waits from now on: gives back its places among the requests in progress. The signal aborts when its client leaves. */
  holdOn: () => AbortSignal
}

export interface GivenCall extends Given {
  /** Undefined if the endpoint is open to everyone. */
  caller: Caller | undefined
}

/** Turns the result of a handler into the JSON that is sent. */
type Serialize = (result: unknown) => string

type AnyHandler = (call: GivenCall) => MaybePromise<unknown>
/** Runs the handler of an endpoint, after access and input were checked. */
export type Run = (call: GivenCall, serialize: Serialize) => MaybePromise<unknown>

/** Lets a handler do its work once for each key: the repetition of a call gets the same answer. */
export function onceForEachKey({ method, takesKey }: Route, handler: AnyHandler): Run {
  if (!takesKey) return handler
  return (call, serialize) => {
    const { caller, key, url, ifMatch, body } = call
    if (key === undefined || !caller) return handler(call)
    // The fingerprint covers everything that decides what the call does; an upload adds its file.
    const fingerprint = fingerprintOf(method, url, ifMatch, JSON.stringify(body))
    const serializeAny = (result: unknown) => (isText(result) ? result.content : serialize(result))
    const answer = handler({ ...call, caller: { ...caller, key: { key, fingerprint, serialize: serializeAny } } })
    return answer instanceof Promise ? answer.catch(answerAgain) : answer
  }
}

/** Whether a result is JSON already. */
const isText = (result: unknown): result is JsonAnswer & { content: string } =>
  result instanceof JsonAnswer && typeof result.content === 'string'

/** Answers a repeated call like the first time. */
function answerAgain(error: unknown): JsonAnswer {
  if (error instanceof Repetition) return new JsonAnswer(error.json)
  throw error
}

type BodyPlace = Exclude<InputPlace, 'headers'>

/** How the app checks the input of an endpoint and writes its result: the same functions as for requests. */
export interface Compiled {
  validators: readonly (readonly [BodyPlace, Validate])[]
  serialize: Serialize
}

interface Mounted {
  run: Run
  compile: () => Compiled
  /** Set by the first call. */
  compiled?: Compiled
}

/** The endpoints that can be called without HTTP: those of a scope whose result is JSON. */
export function mountedCalls() {
  const mounted = new Map<Route, Mounted>()

  return {
    add(endpoint: Route, run: Run, compile: () => Compiled) {
      mounted.set(endpoint, { run, compile })
    },
    /**
     * Performs a call as a request would, with the same checks of access and input, and returns the response as JSON. Fails as the request
     * would. Limits apply to the request that this call is made for.
     */
    async perform(endpoint: ApiCall, caller: Caller, input: Given): Promise<string> {
      const found = mounted.get(endpoint)
      if (!found) throw new Error(`${endpoint.method} ${endpoint.path} cannot be called without HTTP`)
      const problem = accessProblem(caller, endpoint.access)
      if (problem) throw problem
      found.compiled ??= found.compile()
      const { validators, serialize } = found.compiled
      const given = takesNothing(endpoint.schema.body) ? { ...input, body: input.body ?? {} } : input
      for (const [place, validate] of validators) {
        if (!validate(given[place])) throw invalidInput(validate.errors ?? undefined, place)
      }
      return jsonOf(await found.run({ ...given, caller }, serialize), serialize)
    },
  }
}

export type MountedCalls = ReturnType<typeof mountedCalls>

/** The whole JSON of a result. */
async function jsonOf(result: unknown, serialize: Serialize): Promise<string> {
  if (result instanceof Unchanged) throw new Error('A call without If-None-Match cannot be unchanged')
  if (!(result instanceof JsonAnswer)) return serialize(result)
  const { content } = result
  const whole = typeof content === 'object' && 'readWhole' in content ? await content.readWhole() : content
  if (typeof whole === 'string' || Buffer.isBuffer(whole)) return whole.toString()
  return Buffer.concat(await whole.toArray()).toString()
}
