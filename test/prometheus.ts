import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './postgres.ts'
import { startProcess } from './process.ts'

const maxWaitMs = 90_000

/** A Prometheus that reads the metrics of one node every second, with the alert rules of deploy/, which fire at once here. */
export async function startPrometheus(metricsPort: number) {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-prometheus-'))
  const port = await freePort()
  const rules = await readFile('deploy/prometheus/alerts.yaml', 'utf8')
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'alerts.yaml'), rules.replace(/^ +for: .*\n/gm, ''))
  await writeFile(
    join(folder, 'prometheus.yaml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [alerts.yaml]
scrape_configs:
  - job_name: taskdeck
    static_configs: [{ targets: ["127.0.0.1:${metricsPort}"] }]
`,
  )
  const started = startProcess('prometheus', [
    `--config.file=${join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ])
  await started.said(/ready to receive web requests/)

  async function firing(): Promise<string[]> {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`)
    const { data } = (await response.json()) as { data: { alerts: { state: string; labels: { alertname: string } }[] } }
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
  }

  async function becomes(name: string, isFiring: boolean): Promise<void> {
    const deadline = performance.now() + maxWaitMs
    while ((await firing()).includes(name) !== isFiring) {
      if (performance.now() > deadline) {
        throw new Error(`${name} ${isFiring ? 'never fired' : 'never ended'}; firing: ${await firing()}`)
      }
      await pause(200)
    }
  }

  /** Resolves when a query has a result: a series that Prometheus has read, or a condition that holds. */
  async function sees(query: string): Promise<void> {
    const deadline = performance.now() + maxWaitMs
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query?${new URLSearchParams({ query })}`)
      const { data } = (await response.json()) as { data: { result: unknown[] } }
      if (data.result.length) return
      if (performance.now() > deadline) throw new Error(`Prometheus never saw ${query}`)
      await pause(200)
    }
  }

  return {
    /** The names of the alerts that fire now. */
    firing,
    sees,
    /** Resolves when an alert fires. */
    fires: (name: string) => becomes(name, true),
    /** Resolves when an alert does not fire any more. */
    ends: (name: string) => becomes(name, false),
    stop: async () => {
      await started.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
