import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasPrometheus, hasS3Server } from '../scripts/test-programs.mjs'
import { freshFolder, migratedDatabase } from './database.ts'
import { lockedDeliveries, mailsThatFail } from './delivery-faults.ts'
import { faultyProxy } from './faulty-proxy.ts'
import { freePort } from './postgres.ts'
import { startPrometheus } from './prometheus.ts'
import { startServer } from './server.ts'
import { envOfFiles, faultyS3Place } from './stores.ts'

/** These alerts are right on a machine that is busy with tests. */
const aboutSpeed = ['TaskdeckSlow', 'TaskdeckEventLoopDelayed', 'TaskdeckBusy']

if (hasPrometheus()) {
  // One server and one Prometheus for all alerts, because starting and waiting for them is what takes the time.
  test('postgres: an alert fires when the database or the object storage is away, and ends when it is back; others fire if backups fail, if deliveries of webhooks are refused, and if mails are not taken, are late, or are given up', {
    tags: 'long',
    timeout: 400_000,
  }, async () => {
    const directUrl = await migratedDatabase('postgres')
    const databaseUrl = new URL(directUrl)
    const database = await faultyProxy(`http://${databaseUrl.host}`)
    databaseUrl.port = new URL(database.origin).port
    // `npm test` says in its last line that there is no S3 server.
    const files = hasS3Server() && !process.env.TEST_S3_URL ? await faultyS3Place() : undefined
    const mail = await mailsThatFail()
    const notAFolder = join(await freshFolder(), 'file')
    await writeFile(notAFolder, '')
    const metricsPort = await freePort()
    const server = await startServer({
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: databaseUrl.href,
      BACKUP_TO: join(notAFolder, 'backups'),
      BACKUP_TRIAL_EVERY: '0',
      ...mail.envAt(await freePort()),
      ...(files ? envOfFiles(files.config) : {}),
    })
    const prometheus = await startPrometheus(metricsPort)
    onTestFinished(prometheus.stop)

    const dependencies = ['database', ...(files ? ['files'] : [])]
    for (const name of dependencies) await prometheus.sees(`taskdeck_dependency_usable{dependency="${name}"} == 1`)
    await prometheus.fires('TaskdeckBackupOld')
    const others = async () => (await prometheus.firing()).filter((name) => !aboutSpeed.includes(name))
    await expect.poll(others).toEqual(['TaskdeckBackupOld'])

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

    mail.line.become('refuse')
    for (let count = 0; count < 4; count++) await mail.forgetPassword(server.origin)
    await prometheus.fires('TaskdeckMailFails')
    const unlock = await lockedDeliveries(directUrl, 11 * 60_000)
    await prometheus.fires('TaskdeckDeliveriesLate')
    mail.line.become('pass')
    await unlock()
    await prometheus.ends('TaskdeckDeliveriesLate')
    await expect.poll(() => mail.mails.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(4)
    expect(await prometheus.firing()).not.toContain('TaskdeckDeliveriesFailed')
    mail.refuseMails()
    await mail.forgetPassword(server.origin)
    await prometheus.fires('TaskdeckDeliveriesFailed')

    files?.proxy.become('refuse')
    if (files) await prometheus.fires('TaskdeckFilesUnusable')
    database.become('refuse')
    await prometheus.fires('TaskdeckDatabaseUnusable')
    database.become('pass')
    files?.proxy.become('pass')
    await prometheus.ends('TaskdeckDatabaseUnusable')
    await prometheus.ends('TaskdeckFilesUnusable')
  })
}
