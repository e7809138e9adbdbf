import { Type } from 'typebox'

export const agentSchemas = {
  message: {
    summary:
      'For agents: a message of the Model Context Protocol over Streamable HTTP. Requires a token. A token that may only read gets only the tools that read.',
    body: Type.Unknown(),
  },
  stream: { summary: 'Not supported: agents get one response to each message, and no stream' },
  end: { summary: 'Not supported: agents have no session that could be ended' },
}
