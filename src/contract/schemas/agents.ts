import { Type } from 'typebox'

const never = { status: 405, text: 'Always refused' }

export const agentSchemas = {
  message: {
    summary:
      'For agents: a message of the Model Context Protocol over Streamable HTTP. Requires a token. A token that may only read gets only the tools that read.',
    body: Type.Unknown(),
    answer: { type: 'application/json', text: 'The response to the message' },
  },
  stream: { summary: 'Not supported: agents get one response to each message, and no stream', answer: never },
  end: { summary: 'Not supported: agents have no session that could be ended', answer: never },
}
