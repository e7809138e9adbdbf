import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '../../scripts/debian.mjs'
import { startProcess } from '../../test/process.ts'

/** The configuration that docs/nodes.md recommends, for nodes on this machine. */
const configuration = (port: number, nodes: number[]) => `global
  maxconn 4000

defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout queue 5s
  timeout check 2s
  option forwardfor

frontend all
  bind 127.0.0.1:${port}
  # Only a request that does no harm if it is repeated may be sent to a second node.
  http-request disable-l7-retry if !METH_GET !{ req.hdr(idempotency-key) -m found }
  default_backend taskdeck

backend taskdeck
  balance roundrobin
  option httpchk GET /health/ready
  default-server check inter 500ms fall 2 rise 1 observe layer4 error-limit 1 on-error mark-down
  retries 3
  retry-on conn-failure empty-response
  option redispatch 1
${nodes.map((node, index) => `  server node${index + 1} 127.0.0.1:${node}`).join('\n')}
`

/** HAProxy in front of the nodes. Every request goes to the next one. */
export async function startBalancer(folder: string, port: number, nodes: number[]) {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configuration(port, nodes))
  const program = startProcess(findProgram('haproxy') ?? 'haproxy', ['-db', '-f', file])
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(`${origin}/health/live`).catch(() => undefined))?.ok) {
    if (program.process.exitCode !== null) throw new Error(`HAProxy did not start:\n${program.output()}`)
    await pause(50)
  }
  return { origin, stop: () => program.stop('SIGKILL') }
}
