import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeFiles, kubernetes, read } from './names.ts'
import { has, run } from './tools.ts'

/** Values for the passwords that an operator chooses. */
const passwords = Object.fromEntries(
  [...read('deploy/cluster.env.example').matchAll(/^([A-Z_]+)=$/gm)].map(([, name]) => [name, 'x']),
)
const root = join(import.meta.dirname, '../..')

const hasComposePlugin = () => has('docker') && run('docker', ['--help']).includes('compose')

export const composeNeeds = () =>
  hasComposePlugin() || has('docker-compose') ? undefined : 'neither docker compose nor docker-compose is installed'

/** Lets Docker's own program read the compose files: it knows every option and its type. */
export function checkCompose(): string {
  if (hasComposePlugin()) {
    for (const file of composeFiles) run('docker', ['compose', '--file', file, 'config', '--quiet'], { env: passwords })
    return 'docker compose config'
  }
  for (const file of composeFiles) {
    // Version 1, which Debian 12 has, does not know the name of a project.
    const input = read(file).replace(/^name: .*$/m, '')
    const args = ['--project-directory', 'deploy', '--file', '-', 'config', '--quiet']
    run('docker-compose', args, { env: passwords, input })
  }
  return 'docker-compose config'
}

/**
 * Checks the names and types of all fields, as the server does with strict validation. Without kubeconform, the compiler compares the
 * resources with the types of Kubernetes.
 */
export function checkKubernetes(): string {
  const resources = kubernetes()
  const summary = `${resources.length} resources`
  if (has('kubeconform')) {
    run('kubeconform', ['-strict', 'deploy/kubernetes.yaml'])
    return `kubeconform, ${summary}`
  }
  const lines = resources.map((resource, index) => {
    const module = resource.apiVersion === 'v1' ? 'core/v1' : resource.apiVersion.replace('.k8s.io', '')
    const type = `import('kubernetes-types/${module}').${resource.kind}`
    return `export const r${index}: ${type} = ${JSON.stringify(resource, null, 2)}`
  })
  const folder = join(root, `node_modules/.cache/taskdeck-deploy-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  try {
    const file = join(folder, 'resources.ts')
    writeFileSync(file, lines.join('\n'))
    const options = ['--noEmit', '--strict', '--ignoreConfig', '--module', 'esnext', '--moduleResolution', 'bundler']
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, file])
  } finally {
    rmSync(folder, { recursive: true })
  }
  return `kubernetes-types, ${summary}`
}
