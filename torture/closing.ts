import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from './result.ts'
import { makeWorld, signUp, start, type World } from './world.ts'

const clients = 40
const longest = 10_000
const body = JSON.stringify({ title: 'a', description: 'b', dueDate: '2026-11-15' })

/** SIGTERM under load: accepted requests are answered, and the process exits. */
export async function closing(engine: World['engine'], rounds: number): Promise<Outcome> {
  let [answered, lost, slowest] = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const world = await makeWorld(engine)
    try {
      const server = await start(world)
      const cookie = await signUp(server.origin)
      let stopped = false
      const asking = Array.from({ length: clients }, async () => {
        while (!stopped) {
          const outcome = await create(server.origin, cookie)
          if (outcome === 'answered') answered++
          else if (outcome === 'lost') lost++
          else return
        }
      })
      await pause(500)
      const begun = performance.now()
      await server.stop()
      slowest = Math.max(slowest, performance.now() - begun)
      stopped = true
      await Promise.all(asking)
    } finally {
      await world.end()
    }
  }
  return {
    fault: `SIGTERM under load, ${rounds} times`,
    engine,
    figure: `${answered} requests answered, ${lost} accepted but not answered, exited within ${Math.round(slowest)} ms`,
    promised: `every accepted request answered, exit within ${longest} ms`,
    kept: lost === 0 && slowest < longest,
  }
}

/** Sends a request on its own connection and returns whether it was answered, refused before it was accepted, or accepted and lost. */
function create(origin: string, cookie: string): Promise<'answered' | 'refused' | 'lost'> {
  return new Promise((resolve) => {
    // The server sends "100 Continue" when it accepts the request. Until then the request may still wait in the kernel's queue.
    let taken = false
    const call = request(
      `${origin}/tasks/createTask`,
      {
        method: 'POST',
        agent: false,
        headers: { cookie, 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve('answered'))
        response.on('error', () => resolve('lost'))
      },
    )
    call.on('continue', () => {
      taken = true
      call.end(body)
    })
    call.on('error', () => resolve(taken ? 'lost' : 'refused'))
    call.flushHeaders()
  })
}
