import { connect } from 'node:net'

/** Sends raw bytes and returns everything that arrives until the server closes the connection. */
export async function talk(port: number, text: string, drip?: string) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  const dripping = setInterval(() => drip && socket.write(drip), 50)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(dripping)
  return answer
}
