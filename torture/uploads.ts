import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { maxUploads } from '../src/server/files/quota.ts'
import type { Outcome } from './result.ts'
import { makeWorld, signUp, start, type World } from './world.ts'

/** Aborted uploads leave no file and no open descriptor. */
export async function abortedUploads(engine: World['engine'], count: number): Promise<Outcome> {
  const world = await makeWorld(engine)
  try {
    const server = await start(world)
    const cookie = await signUp(server.origin)
    await fetch(`${server.origin}/tasks/createTask`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'a', description: 'b', dueDate: '2026-11-15' }),
    })
    const { hostname, port } = new URL(server.origin)
    const descriptors = async () => (await readdir(`/proc/${server.pid}/fd`)).length
    const abort = () =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => {})
        socket.on('close', () => resolve())
        const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`
        socket.write(
          `POST /tasks/task/1/upload HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 10000000\r\n\r\n${head}`,
        )
        socket.write(Buffer.alloc(70_000), () => setTimeout(() => socket.destroy(), Math.random() * 20))
      })
    // Connections to the database are opened on first use and stay open.
    await Promise.all(Array.from({ length: maxUploads }, abort))
    const before = await descriptors()
    for (let left = count; left > 0; left -= maxUploads) {
      await Promise.all(Array.from({ length: Math.min(maxUploads, left) }, abort))
    }
    const files = async () =>
      (await readdir(join(world.folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])).filter(
        (entry) => entry.isFile() && entry.name !== 'installation-id',
      ).length
    let [left, open] = [await files(), (await descriptors()) - before]
    for (let patience = 0; patience < 50 && (left || open > 2); patience++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      ;[left, open] = [await files(), (await descriptors()) - before]
    }
    await server.stop()
    return {
      fault: `${count} aborted uploads`,
      engine,
      figure: `${left} files left, ${Math.max(0, open)} more open descriptors than before`,
      promised: 'no temporary file and no open descriptor left',
      kept: left === 0 && open <= 2,
    }
  } finally {
    await world.end()
  }
}
