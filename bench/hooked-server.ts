import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/**
 * Taskdeck whose hooks can be left out while it runs, to measure what each costs. A line on stdin names the one to leave out; the line
 * `list` asks for the hooks that the requests so far have passed. They are found where Fastify announces a new app, so that the product needs
 * no switch for this.
 */
const passed = new Set<string>()
let isListed = false
let leftOut = ''

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const addHook = fastify.addHook as (this: FastifyInstance, kind: string, hook: Hook) => FastifyInstance
  fastify.addHook = function (this: FastifyInstance, kind: string, hook: Hook) {
    const skip = skips[kind]
    if (!skip) return addHook.call(this, kind, hook)
    const name = `${callerIn(new Error().stack ?? '')}, ${kind}`
    const wrapped: Hook = (a, b, c, d) => {
      if (!isListed) passed.add(name)
      return name === leftOut ? skip(a, b, c, d) : hook(a, b, c, d)
    }
    // Fastify recognizes hooks that call `done` by the number of their parameters.
    Object.defineProperty(wrapped, 'length', { value: hook.length })
    return addHook.call(this, kind, wrapped)
  } as typeof fastify.addHook
})

type Hook = (...args: unknown[]) => unknown
type Done = (error?: unknown, payload?: unknown) => void

const skips: Record<string, Hook | undefined> = {
  onRequest: (_request, _reply, done) => (done as Done)(),
  preParsing: (_request, _reply, payload, done) => (done as Done)(null, payload),
}

/** The function of Taskdeck that adds the hook, such as `refuseUnknownHosts`, or its file. */
function callerIn(stack: string): string {
  const line = stack.split('\n').find((text) => text.includes('/src/server/')) ?? ''
  const name = /at (?:async )?(?:Object\.)?([\w.]+) \(/.exec(line)?.[1]
  return name ?? /([\w-]+\.ts)/.exec(line)?.[1] ?? 'unknown'
}

process.stdin.setEncoding('utf8').on('data', (text: string) => {
  const line = text.trim()
  if (line === 'list') {
    isListed = true
    console.log(`hooks: ${JSON.stringify([...passed])}`)
    return
  }
  leftOut = line
  console.log(`left out: ${leftOut}`)
})

const { serve } = await import('../src/server/main.ts')
await serve()
