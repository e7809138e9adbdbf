import { vi } from 'vitest'

const watched = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate', 'queueMicrotask'],
  ...['Date', 'performance', 'fetch', 'console'],
]
const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'uncaughtExceptionMonitor', 'unhandledRejection']

type Globals = Record<string, PropertyDescriptor | undefined>

const globals = (): Globals =>
  Object.fromEntries(watched.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]))

/** The state that the tests of one process share and may change. */
export const processState = () => ({
  globals: globals(),
  environment: { ...process.env },
  listeners: new Map(events.map((event) => [event, process.rawListeners(event)])),
  folder: process.cwd(),
})

/** Names everything that has changed since, and puts it back, so that the next test finds it. */
export function leftBehind(before: ReturnType<typeof processState>): string[] {
  const found: string[] = []
  if (vi.isFakeTimers()) {
    found.push('a fake clock')
    vi.useRealTimers()
  }
  // A spy that was made under a fake clock puts the fake timers back.
  vi.restoreAllMocks()
  for (const [name, was] of Object.entries(before.globals)) {
    const is = Object.getOwnPropertyDescriptor(globalThis, name)
    if (is?.value === was?.value && is?.get === was?.get) continue
    found.push(`another ${name}`)
    if (was) Object.defineProperty(globalThis, name, was)
    else Reflect.deleteProperty(globalThis, name)
  }
  for (const name of new Set([...Object.keys(before.environment), ...Object.keys(process.env)])) {
    const was = before.environment[name]
    if (process.env[name] === was) continue
    found.push(`another value of ${name} in the environment`)
    if (was === undefined) delete process.env[name]
    else process.env[name] = was
  }
  for (const [event, listeners] of before.listeners) {
    for (const listener of process.rawListeners(event)) {
      if (listeners.includes(listener)) continue
      found.push(`a listener of ${event}`)
      process.off(event, listener as () => void)
    }
  }
  if (process.cwd() !== before.folder) {
    found.push('another current folder')
    process.chdir(before.folder)
  }
  return found
}
