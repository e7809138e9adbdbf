import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

/**
 * Answers one POST of the Streamable HTTP transport, whose body was read already. Each request gets a server of its own and one JSON
 * response: nothing is kept between requests, so any node can answer the next one.
 */
export async function answerOverHttp(request: Request, body: unknown, server: () => McpServer): Promise<Response> {
  if (await isLegacyRequest(request, body)) return answerLegacy(request, body, server())
  // Streams of notifications are refused: there is nothing to notify about.
  const handler = createMcpHandler(server, { legacy: 'reject', maxSubscriptions: 0 })
  return handler.fetch(request, { parsedBody: body })
}

/** For clients that speak a version of the protocol before 2026-07-28, which begins with `initialize`. */
async function answerLegacy(request: Request, body: unknown, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}
