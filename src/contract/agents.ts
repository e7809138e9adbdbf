/** The path at which agents reach the tools. They also need a token. */
export const mcpPath = '/mcp'

/** The screen of agents shows the tokens that have worked in the last days. */
export const agentDays = 7
/** The maximum number of their changes in the list. */
export const maxAgentChanges = 100
