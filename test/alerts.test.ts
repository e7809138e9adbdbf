import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasPrometheus, hasS3Server } from '../scripts/test-programs.mjs'
import { freshFolder } from './database.ts'
import { freePort, startPostgres } from './postgres.ts'
import { startPrometheus } from './prometheus.ts'
import { newPrefix, startS3 } from './s3.ts'
import { startServer } from './server.ts'

async function world(env: Record<string, string>) {
  const metricsPort = await freePort()
  const server = await startServer({ METRICS_PORT: String(metricsPort), ...env })
  const prometheus = await startPrometheus(metricsPort)
  onTestFinished(prometheus.stop)
  return { server, prometheus }
}

/** Starting programs and waiting for Prometheus takes its time on a busy machine. */
const timeout = 180_000

/** These alerts are right on a machine that is busy with tests. */
const aboutSpeed = ['TaskdeckSlow', 'TaskdeckEventLoopDelayed', 'TaskdeckBusy']

/** Expects that no alert fires after the start, once Prometheus has seen that a dependency can be used. */
async function expectCalm({ prometheus }: Awaited<ReturnType<typeof world>>, dependency: string) {
  await prometheus.sees(`taskdeck_dependency_usable{dependency="${dependency}"} == 1`)
  const others = async () => (await prometheus.firing()).filter((name) => !aboutSpeed.includes(name))
  await expect.poll(others).toEqual([])
}

if (hasPrometheus()) {
  test('postgres: an alert fires when PostgreSQL is stopped, and ends when it is back', {
    tags: 'long',
    timeout,
  }, async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.stop)
    const { server, prometheus } = await world({ DATABASE_URL: postgres.url })
    await expectCalm({ server, prometheus }, 'database')
    await postgres.pause()
    await prometheus.fires('TaskdeckDatabaseUnusable')
    await postgres.resume()
    await prometheus.ends('TaskdeckDatabaseUnusable')
  })

  test('an alert fires if backups fail, and if deliveries of webhooks are refused', {
    tags: 'long',
    timeout,
  }, async () => {
    const notAFolder = join(await freshFolder(), 'file')
    await writeFile(notAFolder, '')
    const { server, prometheus } = await world({ BACKUP_TO: join(notAFolder, 'backups') })
    await prometheus.fires('TaskdeckBackupOld')
    expect(await prometheus.firing()).not.toContain('TaskdeckDeliveriesRefused')
    const deliver = () =>
      fetch(`${server.origin}/hooks/git/unknown`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    expect((await deliver()).status).toBe(401)
    // Prometheus sees the increase of a counter that it has seen before.
    await prometheus.sees('taskdeck_http_requests_total{route="/hooks/git/:id", status="401"}')
    for (let count = 0; count < 12; count++) await deliver()
    await prometheus.fires('TaskdeckDeliveriesRefused')
  })

  if (hasS3Server() && !process.env.TEST_S3_URL) {
    test('an alert fires when the object storage is killed, and ends when it is back', {
      tags: 'long',
      timeout,
    }, async () => {
      const s3 = await startS3()
      onTestFinished(s3.stop)
      const { server, prometheus } = await world({ FILES_URL: newPrefix(s3.url), ...s3.env })
      await expectCalm({ server, prometheus }, 'files')
      await s3.kill()
      await prometheus.fires('TaskdeckFilesUnusable')
      await s3.resume()
      await prometheus.ends('TaskdeckFilesUnusable')
    })
  }
}
