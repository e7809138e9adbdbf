import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { parse, parseAllDocuments } from 'yaml'

export const read = (path: string) => readFileSync(path, 'utf8')

interface Service {
  environment?: Record<string, string>
  image?: string
  [key: string]: unknown
}

export interface Compose {
  services: Record<string, Service>
  volumes?: Record<string, unknown>
  networks?: Record<string, unknown>
}

export const composeFiles = ['deploy/compose.yaml', 'deploy/compose.cluster.yaml']
export const compose = (path: string): Compose => parse(read(path), { merge: true })

export interface Resource {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: Record<string, unknown>
}

export function kubernetes(): Resource[] {
  return parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => {
    if (document.errors.length) throw document.errors[0]
    return document.toJS() as Resource
  })
}

/** The settings of Taskdeck that the files in deploy/ name, each as `file: NAME`. */
export function settingsNamed(): string[] {
  const ofServices = composeFiles.flatMap((file) =>
    Object.values(compose(file).services)
      .filter(({ image }) => image === 'taskdeck')
      .flatMap(({ environment }) => Object.keys(environment ?? {}).map((name) => `${file}: ${name}`)),
  )
  const ofPods = kubernetes().flatMap(({ data, stringData }) =>
    Object.keys({ ...data, ...stringData }).map((name) => `deploy/kubernetes.yaml: ${name}`),
  )
  const inLines = (file: string, pattern: RegExp) =>
    [...read(file).matchAll(pattern)].map(([, name = '']) => `${file}: ${name}`)
  return [
    ...new Set(ofServices),
    ...ofPods,
    ...inLines('deploy/taskdeck.env.example', /^#? ?([A-Z_]+)=/gm),
    ...inLines('deploy/taskdeck.service', /^Environment=([A-Z_]+)=/gm),
    ...inLines('deploy/Dockerfile', /(?:^ENV| )([A-Z_]+)=\S+(?= |$)/gm).filter((name) => !name.endsWith(': BASE')),
  ]
}

/** The metrics that the dashboard and the alert rules use. */
export async function metricsNamed(): Promise<string[]> {
  const names = new Set<string>()
  for await (const file of glob(['deploy/grafana/*.json', 'deploy/prometheus/alerts*.yaml'])) {
    for (const [name] of read(file).matchAll(/\b(?:taskdeck|process|nodejs)_[a-z_]+\b/g)) names.add(name)
  }
  return [...names].sort()
}
