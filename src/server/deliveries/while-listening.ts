interface Parts {
  queue: { start(): void; stop(): Promise<void> }
  following: { start(): void; stop(): Promise<void> }[]
  notices: { settled(): Promise<void> }
  meetings: { stop(): Promise<void> }
}

/** Everything that makes deliveries while the server listens. The queue stops first, so that nothing is taken after the others have ended. */
export const whileListening = ({ queue, following, notices, meetings }: Parts) => ({
  async start() {
    queue.start()
    for (const one of following) one.start()
  },
  async stop() {
    await queue.stop()
    await Promise.all([...following.map((one) => one.stop()), notices.settled(), meetings.stop()])
  },
})
