import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compose, composeFiles, kubernetes, metricsNamed, read, settingsNamed } from '../deploy/check/names.ts'
import { metricRegistry } from '../src/server/metrics/registry.ts'
import { settings } from '../src/server/settings/settings.ts'
import { testApp } from './app.ts'
import { freshFolder } from './database.ts'
import { parseMetrics } from './metrics.ts'
import { startProcess } from './process.ts'

test('every setting in deploy/ is one of Taskdeck', () => {
  const known = new Set(settings.map(({ name }) => name))
  const named = settingsNamed()
  expect(named.length).toBeGreaterThan(25)
  expect(named.filter((name) => !known.has(name.split(': ')[1] ?? ''))).toEqual([])
})

test('every metric of the dashboard, the alerts and the documentation exists, and every metric is documented', async () => {
  const metrics = metricRegistry()
  await testApp({ dependencies: { metrics } })
  const existing = [...parseMetrics(await metrics.text()).types.keys()]
  const base = (name: string) => (existing.includes(name) ? name : name.replace(/_(bucket|sum|count)$/, ''))
  const used = await metricsNamed()
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter((name) => !existing.includes(base(name)))).toEqual([])
  const documented = [...read('docs/operations.md').matchAll(/`((?:taskdeck|process|nodejs)_[a-z_]+)`/g)].map(
    ([, name = '']) => name,
  )
  expect(new Set(documented)).toEqual(new Set(existing))
})

test('every alert is tested and documented', () => {
  const alerts = [...read('deploy/prometheus/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  expect(alerts.length).toBeGreaterThan(10)
  const tests = read('deploy/prometheus/alerts.test.yaml')
  expect(alerts.filter((name) => !new RegExp(`alertname: ${name}\\n\\s+exp_alerts`).test(tests))).toEqual([])
  const page = read('docs/operations.md')
  expect(alerts.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([])
})

test('the service may write the folder of backups that its settings name', () => {
  const [, folders = ''] = /^StateDirectory=(.*)$/m.exec(read('deploy/taskdeck.service')) ?? []
  const [, backups = ''] = /^BACKUP_TO=(.*)$/m.exec(read('deploy/taskdeck.env.example')) ?? []
  expect(folders.split(' ').map((name) => `/var/lib/${name}`)).toContain(backups)
})

test('containers of Taskdeck run without privileges on a read-only root', () => {
  for (const file of composeFiles) {
    const { services, volumes = {}, networks = {} } = compose(file)
    for (const [name, service] of Object.entries(services)) {
      const used = [service.volumes ?? []].flat().map((volume) => String(volume).split(':')[0] ?? '')
      for (const volume of used.filter((part) => /^\w+$/.test(part))) expect(Object.keys(volumes)).toContain(volume)
      const joined = (service.networks ?? []) as string[] | object
      const names = Array.isArray(joined) ? joined : Object.keys(joined)
      for (const network of names) expect(Object.keys(networks)).toContain(network)
      const needed = service.depends_on ?? []
      for (const other of Array.isArray(needed) ? needed : Object.keys(needed)) expect(services).toHaveProperty(other)
      if (service.image !== 'taskdeck') continue
      expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
        name,
        true,
        ['ALL'],
        ['no-new-privileges:true'],
      ])
    }
  }
  expect(read('deploy/Dockerfile')).toMatch(/^USER 10001:10001$/m)
})

test('the image for Kubernetes is the version of package.json', () => {
  const { version } = JSON.parse(read('package.json'))
  const images = [...read('deploy/kubernetes.yaml').matchAll(/image: \S+\/taskdeck:(\S+)/g)].map(([, tag]) => tag)
  expect(images).toEqual([version, version])
})

test('where a server in a container makes backups, it also restores them for a trial, with a disk to do it on', () => {
  for (const file of composeFiles) {
    const nodes = Object.values(compose(file).services).filter(({ environment }) => environment?.BACKUP_TO)
    expect(nodes.length).toBeGreaterThan(0)
    for (const { environment, volumes } of nodes) {
      expect(environment?.BACKUP_TRIAL_EVERY ?? 'the default').not.toBe('0')
      expect([volumes].flat()).toContainEqual(expect.stringMatching(/^\w+:\/data$/))
    }
  }
})

test('the resources for Kubernetes fit together', () => {
  const all = kubernetes()
  const find = (kind: string) => {
    const found = all.find((resource) => resource.kind === kind)
    if (!found) throw new Error(`no ${kind}`)
    return found
  }
  const kinds = [
    'Namespace',
    'Secret',
    'Secret',
    'ConfigMap',
    'Deployment',
    'Service',
    'PodDisruptionBudget',
    'Ingress',
  ]
  expect(all.map(({ kind }) => kind)).toEqual([...kinds, 'CronJob'])
  for (const { kind, metadata } of all) expect(metadata.namespace).toBe(kind === 'Namespace' ? undefined : 'taskdeck')
  const labels = { 'app.kubernetes.io/name': 'taskdeck' }
  expect(find('Deployment').spec).toMatchObject({
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            envFrom: [
              { configMapRef: { name: find('ConfigMap').metadata.name } },
              { secretRef: { name: find('Secret').metadata.name } },
            ],
            ports: [
              { name: 'http', containerPort: 3000 },
              { name: 'metrics', containerPort: Number(find('ConfigMap').data?.METRICS_PORT) },
            ],
            readinessProbe: { httpGet: { path: '/health/ready', port: 'http' } },
            livenessProbe: { httpGet: { path: '/health/live', port: 'http' } },
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      },
    },
  })
  // Only the trial restore has the secret key.
  const keys = all.filter(({ kind }) => kind === 'Secret')
  expect(keys.map(({ stringData }) => stringData?.BACKUP_KEY?.slice(0, 4))).toEqual(['age1', 'AGE-'])
  const [container] = [find('CronJob').spec].flatMap(
    (spec) => JSON.parse(JSON.stringify(spec)).jobTemplate.spec.template.spec.containers,
  )
  expect(container).toMatchObject({
    args: ['restore', '$(BACKUP_TO)', '--trial'],
    envFrom: [
      { configMapRef: { name: find('ConfigMap').metadata.name } },
      ...keys.map(({ metadata: { name } }) => ({ secretRef: { name } })),
    ],
    securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
  })
  expect(find('Service').spec).toMatchObject({ selector: labels, ports: [{ name: 'http', targetPort: 'http' }] })
  expect(find('PodDisruptionBudget').spec).toMatchObject({ selector: { matchLabels: labels } })
})

/** Runs `npm run check-deploy` in a folder, without the image. */
async function checkIn(cwd: string) {
  const program = startProcess(process.execPath, [join(root, 'deploy/check/run.ts'), '--without-image'], { cwd })
  return { code: await program.ended(), output: program.output() }
}

const root = join(import.meta.dirname, '..')

test('the tools of this machine find no problem in deploy/, and find one in each file that is broken', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const sound = await checkIn(root)
  expect(sound.output).toMatch(/ 0 failed, /)
  expect(sound.code).toBe(0)
  const copy = await freshFolder()
  await cp(join(root, 'deploy'), join(copy, 'deploy'), { recursive: true })
  const broken: Record<string, [path: string, from: string, to: string]> = {
    balancer: ['haproxy.cfg', 'balance leastconn', 'balance sometimes'],
    Patroni: ['patroni/patroni.yml', 'data_dir:', 'date_dir:'],
    'systemd unit': ['taskdeck.service', '[Service]', '[Servce]'],
    'shell scripts': ['storage.sh', '\n', '\nif then\n'],
    'alert rules': ['prometheus/alerts.yaml', 'expr: ', 'expr: )'],
    'compose files': ['compose.yaml', 'read_only: true', 'read_onyl: true'],
    Kubernetes: ['kubernetes.yaml', 'replicas: 3', 'replicas: three'],
  }
  for (const [path, from, to] of Object.values(broken)) {
    const file = join(copy, 'deploy', path)
    const text = await readFile(file, 'utf8')
    expect(text).toContain(from)
    await writeFile(file, text.replace(from, to))
  }
  const { code, output } = await checkIn(copy)
  expect(code).toBe(1)
  for (const title of Object.keys(broken)) expect(output).toMatch(new RegExp(`^(FAILED|not checked) +${title}: `, 'm'))
  expect(output).toMatch(/^FAILED +shell scripts: /m)
})
