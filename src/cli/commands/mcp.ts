import { defineCommand } from '../command.ts'
import { bridge } from '../mcp/bridge.ts'

/** Connects an agent that starts programs to the tools of the server. They are the server's, so the command needs no code for them. */
export const command = defineCommand({
  synopsis: '',
  about:
    'For agents, which start it by themselves: passes messages of the Model Context Protocol on stdin and stdout to your server, with your token. The tools are those of the server at /mcp. A token with the scope read lets an agent look, but not change anything. docs/agents.md has the configuration of the usual agents.',
  examples: [
    ['claude mcp add taskdeck -- taskdeck mcp', 'Let Claude Code use your tasks'],
    ['taskdeck mcp --server work', 'Use the server named work'],
  ],
  options: {},
  run: ({ client, terminal }) => bridge(client(), terminal),
})
