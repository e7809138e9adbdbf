import { defineCommand } from '../command.ts'
import { CliError, usageError } from '../errors.ts'
import { chooseServer } from '../server-choice.ts'
import { revokeToken } from '../tokens.ts'

/** Ends the token and forgets the server. */
export const command = defineCommand({
  synopsis: '[NAME]',
  about: 'Ends the token on the server and deletes it here.',
  examples: [
    ['taskdeck logout', 'Sign out of the default server'],
    ['taskdeck logout work', 'Sign out of the server named work'],
  ],
  options: {},
  async run(context, values, [name]) {
    const { config, env, print, patience } = context
    const chosen = chooseServer(config, env, name ?? (values as { server?: string }).server)
    if (chosen.name === undefined)
      throw usageError(
        'You are signed in by TASKDECK_TOKEN.',
        'Unset it, and revoke the token in Settings > Agents and access.',
      )
    const { current, servers } = config.read()
    const { [chosen.name]: _, ...rest } = servers
    const [next] = Object.keys(rest)
    const nextCurrent = current === chosen.name ? next : current
    config.write({ servers: rest, ...(nextCurrent === undefined ? {} : { current: nextCurrent }) })
    try {
      await revokeToken(chosen, patience)
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      throw new CliError(error.exitCode, `You are signed out here, but the token still works: ${error.message}`, {
        advice: 'Revoke it in the web app: Settings > Agents and access.',
      })
    }
    print({ json: { server: { name: chosen.name, url: chosen.url } }, text: () => `Signed out of ${chosen.url}.` })
  },
})
