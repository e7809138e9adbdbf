/** The path at which agents reach the tools. They also need a token. */
export const mcpPath = '/mcp'
