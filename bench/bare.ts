import fastify from 'fastify'

/** The reference: a bare Fastify server in a separate process. */
const app = fastify({ bodyLimit: 64 * 1024 * 1024 })
app.get('/hello', () => ({ hello: 'world' }))

/** Sends stored bytes from memory as a Buffer, as Taskdeck sends its lists. */
let bytes = Buffer.alloc(0)
app.put('/bytes', (request) => {
  bytes = Buffer.from(JSON.stringify(request.body))
  return { size: bytes.length }
})
app.get('/bytes', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))

const address = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`ready at ${address}`)
process.on('SIGTERM', () => app.close())
