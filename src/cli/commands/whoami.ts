import { defineCommand } from '../command.ts'
import { oneLine } from '../output/clean.ts'
import { whoIs } from '../tokens.ts'

/** The signed-in user, and the server. */
export const command = defineCommand({
  synopsis: '',
  examples: [['taskdeck whoami', 'Show the user, the server and the token']],
  options: {},
  async run({ client, print, patience }) {
    const { server } = client()
    const answer = await whoIs(server, patience)
    const { user, scope, token } = answer
    print({
      json: { server: { name: server.name ?? null, url: server.url }, ...answer },
      quiet: () => oneLine(user.username),
      text: () => {
        const via = token ? `, with the token “${oneLine(token.name)}”` : ''
        const may = { read: 'may read', write: 'may read and write', export: 'may read and export' }[scope]
        return `${oneLine(user.username)} at ${server.url}${via}, which ${may}`
      },
    })
  },
})
