import type { Config } from './config.ts'

type Settings = Pick<Config, 'host' | 'publicUrl' | 'databaseUrl' | 'files'>

/** Sentences about connections that others on the network can read. They are warnings, because the network may be the operator's own. */
export function openConnections({ host, publicUrl, databaseUrl, files }: Settings): string[] {
  const problems: string[] = []
  if (!isLoopback(host) && !publicUrl.startsWith('https:')) {
    problems.push(
      `HOST=${host} listens on the network, and PUBLIC_URL is not https: passwords and tasks can be read on the way. Put a reverse proxy with TLS in front, and set PUBLIC_URL to its address.`,
    )
  }
  const remote = remoteHosts(databaseUrl)
  if (remote.length && !/[?&]sslmode=verify-(?:full|ca)\b/.test(databaseUrl)) {
    problems.push(
      `DATABASE_URL reaches ${remote.join(', ')} without sslmode=verify-full: the password and all data can be read on the way, unless the network is your own.`,
    )
  }
  const endpoint = files?.kind === 's3' ? files.endpoint : undefined
  if (endpoint?.startsWith('http:') && !isLoopback(new URL(endpoint).hostname)) {
    problems.push(
      `FILES_URL has an endpoint without https: files can be read on the way, unless the network is your own.`,
    )
  }
  return problems
}

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** The hosts of a PostgreSQL address that are other machines. */
function remoteHosts(databaseUrl: string): string[] {
  const [, hosts = ''] = /^postgres(?:ql)?:\/\/(?:[^@/]*@)?([^/?]*)/.exec(databaseUrl) ?? []
  return hosts
    .split(',')
    .map((host) => host.replace(/:\d+$/, ''))
    .filter((host) => host !== '' && !host.startsWith('%2F') && !isLoopback(host))
}
