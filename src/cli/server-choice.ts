import type { Config, Server } from './config.ts'
import { CliError, exitCodes, refused, usageError } from './errors.ts'
import { shellWord } from './shell-word.ts'

type Env = Record<string, string | undefined>

export interface ChosenServer extends Server {
  /** Its name in the configuration; undefined if it comes from the environment. */
  name: string | undefined
}

/** The origin of a server from an address that a person typed, such as `localhost:3000` or that of a page of the web app. */
export function originOf(text: string): string {
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${isLocal(text) ? 'http' : 'https'}://${text}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) {
    throw usageError(`“${text}” is not the address of a server.`, 'Give it as in: taskdeck login http://localhost:3000')
  }
  if (url.username || url.password) {
    throw usageError('The address must not contain a password.', 'Sign in with: taskdeck login URL')
  }
  return url.origin
}

const isLocal = (text: string) => /^(localhost|127\.|\[::1\])/.test(text)

/** The server of a call: the named one, that of the environment, or the default one. Throws if none is signed in. */
export function chooseServer(config: Config, env: Env, named?: string): ChosenServer {
  if (named !== undefined) return namedServer(config, named)
  const [url, token] = [env.TASKDECK_URL, env.TASKDECK_TOKEN]
  if (token && !url) throw usageError('TASKDECK_TOKEN is set without TASKDECK_URL.', 'Set both, or neither.')
  if (url) return fromEnvironment(config, originOf(url), token)
  const { current, servers } = config.read()
  const server = current === undefined ? undefined : servers[current]
  if (server) return { ...server, name: current }
  throw notSignedIn('You are not signed in.', 'taskdeck login URL')
}

/** The server that a repository is bound to: two names may stand for two accounts at one address. */
export type Binding = Pick<ChosenServer, 'url' | 'name'>

export const inWords = ({ url, name }: Binding) => (name === undefined ? url : `${url} (${name})`)

/** Whether a server is the bound one. One from the environment has no name, so its address decides. */
export const isBoundTo = (bound: Binding, { url, name }: Binding) =>
  url === bound.url && (name === bound.name || name === undefined || bound.name === undefined)

/** The server that a repository is bound to. Throws if the user asks for another one, or has not signed in to it. */
export function serverBoundTo(bound: Binding, config: Config, env: Env, named?: string): ChosenServer {
  if (named !== undefined || env.TASKDECK_URL) {
    const asked = chooseServer(config, env, named)
    if (isBoundTo(bound, asked)) return asked
    throw refused(
      `This repository is bound to ${inWords(bound)}, not to ${inWords(asked)}.`,
      'Bind it to another server with: taskdeck git install --server NAME',
    )
  }
  const known = Object.entries(config.read().servers).filter(([name, { url }]) => isBoundTo(bound, { url, name }))
  const [[name, server] = [], ...others] = known
  if (server && !others.length) return { ...server, name }
  if (server)
    throw refused(
      `This repository is bound to ${bound.url}, where you have signed in under several names: ${known.map(([one]) => one).join(', ')}.`,
      'Choose one with: taskdeck git install --server NAME',
    )
  const command = ['taskdeck login', shellWord(bound.url), ...(bound.name ? ['--name', shellWord(bound.name)] : [])]
  throw notSignedIn(
    `This repository is bound to ${inWords(bound)}, and you are not signed in to it.`,
    command.join(' '),
  )
}

function fromEnvironment(config: Config, url: string, token: string | undefined): ChosenServer {
  if (token) return { url, token, name: undefined }
  const [name, server] = Object.entries(config.read().servers).find(([, known]) => known.url === url) ?? []
  if (server) return { ...server, name }
  throw notSignedIn(`You are not signed in to ${url}.`, `taskdeck login ${shellWord(url)}`)
}

function namedServer(config: Config, name: string): ChosenServer {
  const { servers } = config.read()
  const server = Object.hasOwn(servers, name) ? servers[name] : undefined
  if (server) return { ...server, name }
  const known = Object.keys(servers)
  throw refused(
    `There is no server named “${name}”.`,
    known.length ? `Known servers: ${known.join(', ')}.` : 'Sign in first with: taskdeck login URL',
  )
}

const notSignedIn = (message: string, command: string) =>
  new CliError(exitCodes.notSignedIn, message, { advice: `Sign in with: ${command}` })
