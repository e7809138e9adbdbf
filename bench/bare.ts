import fastify from 'fastify'

/** The yardstick: Fastify with nothing around it, in a process of its own. */
const app = fastify()
app.get('/hello', () => ({ hello: 'world' }))
const address = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`ready at ${address}`)
process.on('SIGTERM', () => app.close())
