/** The path at which agents reach the tools. They also need a token. */
export const mcpPath = '/mcp'

/** The screen of agents shows the tokens that have worked in the last days. */
export const agentDays = 7
/** At most so many of their changes are listed. */
export const maxAgentChanges = 100
