import { spawn } from 'node:child_process'

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens an address in the browser, if there is one. A machine without one only shows the address. */
export function openBrowser(url: string, env: Record<string, string | undefined>) {
  const [command, ...args] = env.BROWSER ? [env.BROWSER] : (openers[process.platform] ?? ['xdg-open'])
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
