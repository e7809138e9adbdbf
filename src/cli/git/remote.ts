import type { Repository } from './repository.ts'

/** The page of a repository at its forge, from the address that git uses: `https://github.com/ana/project`. */
export function pageOf(address: string): { page: string; name: string } | undefined {
  const [, host, path] =
    /^(?:https?:\/\/|ssh:\/\/|git:\/\/)(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/(.+)$/.exec(address) ??
    /^(?:[\w.-]+@)?([\w.-]+\.[\w.-]+):(?!\/)(.+)$/.exec(address) ??
    []
  const name = path?.replace(/\.git\/?$/, '').replace(/\/+$/, '')
  return host && name && /^[\w./~-]+$/.test(name) ? { page: `https://${host}/${name}`, name } : undefined
}

/** The page of the remote `origin`, if it is at a forge. */
export function remotePage({ read }: Pick<Repository, 'read'>) {
  const address = read('remote', 'get-url', 'origin')
  return address ? pageOf(address) : undefined
}
