import { deviceScopes, tokenPrefix } from '../../contract/tokens.ts'
import { choiceOf } from '../choices.ts'
import { type Context, defineCommand } from '../command.ts'
import { signInDevice } from '../device-sign-in.ts'
import { usageError } from '../errors.ts'
import { oneLine } from '../output/clean.ts'
import { originOf } from '../server-choice.ts'
import { shellWord } from '../shell-word.ts'
import { revokeToken, whoIs } from '../tokens.ts'

/** Signs in to a server and keeps the token. */
export const command = defineCommand({
  synopsis: '[URL]',
  about: [
    'Shows a code and opens the page of the server that asks you to approve it. No password is typed in the terminal.',
    'The server becomes the default one, which commands use unless --server or taskdeck servers says otherwise.',
    'The token is kept in a file that only you can read. In CI, set TASKDECK_URL and TASKDECK_TOKEN instead.',
  ].join('\n'),
  examples: [
    ['taskdeck login http://localhost:3000', 'Sign in'],
    ['taskdeck login https://tasks.example.com --name work', 'Sign in to another server, named work'],
    ['taskdeck login URL --scope read', 'Sign in for reading only'],
    ['taskdeck login URL --with-token < token.txt', 'Use a token from Settings > Agents and access'],
  ],
  options: {
    name: { type: 'string', value: 'NAME', help: 'The name of the server here; its host unless given' },
    scope: { type: 'string', value: 'SCOPE', choices: deviceScopes, help: 'read or write; write unless given' },
    'with-token': { type: 'boolean', help: 'Read a token from stdin instead of opening a page' },
    'no-browser': { type: 'boolean', help: 'Only print the address of the page' },
  },
  async run(context, values, [given]) {
    const url = originOf(given ?? context.env.TASKDECK_URL ?? (await askForAddress(context)))
    const scope = values.scope === undefined ? 'write' : choiceOf(values.scope, deviceScopes, '--scope')
    const name = values.name?.trim() || new URL(url).host
    const token = values['with-token']
      ? await tokenOnStdin(context)
      : await signInDevice(context, url, { scope, isOpened: !values['no-browser'] })
    const answer = await whoIs({ url, token, name }, context.patience)
    const before = context.config.read()
    const replaced = before.servers[name]
    context.config.write({ current: name, servers: { ...before.servers, [name]: { url, token } } })
    if (replaced && replaced.token !== token) await revokeToken(replaced, context.patience).catch(() => undefined)
    context.print({
      json: { server: { name, url }, ...answer },
      text: () =>
        [`Signed in to ${url} as ${oneLine(answer.user.username)}.`, ...defaultWords(before.current, name)].join('\n'),
    })
  },
})

/** Signing in makes a server the default one, which must not surprise a user of several. */
const defaultWords = (former: string | undefined, name: string) =>
  former === undefined || former === name
    ? []
    : [`Commands now use ${name} instead of ${former}. To go back: taskdeck servers ${shellWord(former)}`]

async function askForAddress({ terminal }: Context): Promise<string> {
  const address = terminal.canAsk ? await terminal.ask('Address of the server: ') : ''
  if (!address) throw usageError('Which server?', 'Give its address, as in: taskdeck login http://localhost:3000')
  return address
}

async function tokenOnStdin({ terminal }: Context): Promise<string> {
  if (terminal.canAsk) terminal.note('Paste the token and press Enter:')
  for await (const line of terminal.lines()) {
    const token = line.trim()
    if (!token.startsWith(tokenPrefix)) break
    return token
  }
  throw usageError(
    `There is no token on stdin: it begins with ${tokenPrefix}.`,
    'Make one in the web app: Settings > Agents and access.',
  )
}
