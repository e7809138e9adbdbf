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

/** Reads the XML of a request as text, as Taskdeck does for CalDAV, and answers with a constant. */
app.addHttpMethod('REPORT', { hasBody: true })
app.addContentTypeParser('application/xml', { parseAs: 'string' }, (_request, body, done) => done(null, body))
const unchanged = `<?xml version="1.0" encoding="utf-8"?>\n<multistatus xmlns="DAV:">${' '.repeat(256)}</multistatus>\n`
app.route({
  method: 'REPORT',
  url: '/report',
  handler: (_request, reply) => reply.code(207).type('application/xml; charset=utf-8').send(unchanged),
})

const address = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`ready at ${address}`)
process.on('SIGTERM', () => app.close())
