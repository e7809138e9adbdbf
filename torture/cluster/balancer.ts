import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '../../scripts/debian.mjs'
import { startProcess } from '../../test/process.ts'

/** The configuration that is shipped, for nodes on this machine. */
async function configuration(port: number, nodes: number[]): Promise<string> {
  const shipped = await readFile(join(import.meta.dirname, '../../deploy/haproxy.cfg'), 'utf8')
  return shipped
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/^ *server node(\d) \S+\n/gm, (_line, number) => {
      const node = nodes[Number(number) - 1]
      return node ? `  server node${number} 127.0.0.1:${node}\n` : ''
    })
}

/** The limit of open files of the machine may be too low for the many connections of the shipped configuration. */
export const fewConnections = ['-n', '4000']

/** HAProxy in front of the nodes. Every request goes to the next one. */
export async function startBalancer(folder: string, port: number, nodes: number[]) {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, await configuration(port, nodes))
  const program = startProcess(findProgram('haproxy') ?? 'haproxy', ['-db', ...fewConnections, '-f', file])
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(`${origin}/health/ready`).catch(() => undefined))?.ok) {
    if (program.process.exitCode !== null) throw new Error(`HAProxy did not start:\n${program.output()}`)
    await pause(50)
  }
  return { origin, stop: () => program.stop('SIGKILL') }
}
