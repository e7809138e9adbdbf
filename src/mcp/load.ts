const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * Loads what answers agents. Only those servers need it that agents use, and it takes a sixth of a start, so it is loaded with the first
 * message: library, validator and tools one after the other, because nothing else is answered while one of them is evaluated.
 */
export async function loadAgents() {
  await import('@modelcontextprotocol/server')
  await nextTurn()
  await import('@modelcontextprotocol/server/validators/ajv')
  await nextTurn()
  const [{ answerOverHttp }, { mcpServer }] = await Promise.all([import('./http.ts'), import('./server.ts')])
  return { answerOverHttp, mcpServer }
}
