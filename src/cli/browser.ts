import { spawn } from 'node:child_process'

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Opens an address in the browser, if there is one. A machine without one only shows the address. The address may come from a server, so
 * only pages are opened, and never files or other programs.
 */
export function openBrowser(address: string, env: Record<string, string | undefined>) {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return
  const [command, ...args] = env.BROWSER ? [env.BROWSER] : (openers[process.platform] ?? ['xdg-open'])
  const child = spawn(command, [...args, url.href], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
