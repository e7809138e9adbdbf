// The server restarts and the browser reloads when a file changes. Vite serves the web app and proxies API calls to the
// server.
import { spawn } from 'node:child_process'

const port = process.env.PORT ?? '3000'
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.ts'], { stdio: 'inherit' }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], {
    stdio: 'inherit',
    env: { ...process.env, TASKDECK_SERVER: `http://127.0.0.1:${port}` },
  }),
]

function stop(signal) {
  for (const child of children) child.kill(signal)
}
for (const child of children) child.on('exit', () => stop('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
