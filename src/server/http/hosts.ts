import { isIP } from 'node:net'
import { hostname as machineName } from 'node:os'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import type { Config } from '../settings/config.ts'
import { sendError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This route accepts requests for any host, because supervisors often use an internal name. */
    anyHost?: boolean
  }
}

type Settings = Pick<Config, 'host' | 'publicHost'>

/**
 * Refuses requests for hosts that are not ours. Otherwise, an attacker's page whose host name resolves to this server (DNS rebinding)
 * would count as same-origin. The status is 421 and not 403, because the host name is wrong and not the caller.
 */
export function refuseUnknownHosts(app: FastifyInstance, config: Settings) {
  const isKnown = hostCheck(config)
  // Nearly all requests name the same host.
  let lastKnown: string | undefined
  app.addHook('onRequest', (request, reply, done) => {
    const { host } = request
    if (hasOneHost(request) && (host === lastKnown || isKnown(host))) {
      lastKnown = host
      return done()
    }
    if (request.routeOptions.config.anyHost) return done()
    if (!hasOneHost(request)) return done(new AppError('invalid_input', 'The request must have exactly one host.'))
    refuse(request, reply, host, config.publicHost)
  })
}

function hostCheck({ host, publicHost }: Settings): (host: string) => boolean {
  const name = machineName().toLowerCase()
  const names = publicHost ? [publicHost] : ['localhost', host.toLowerCase(), name, `${name}.local`]
  return (given) => {
    const known = nameIn(given)
    return known !== undefined && (names.includes(known) || (!publicHost && isIP(known) !== 0))
  }
}

/** The name in a Host header, without the port, which a proxy may change or drop. */
function nameIn(host: string): string | undefined {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([^:[\]@/\s]+))(?::\d{1,5})?$/i.exec(host) ?? []
  return address ?? name?.toLowerCase().replace(/\.$/, '')
}

function hasOneHost({ raw, host }: FastifyRequest) {
  if (!host) return false
  const { rawHeaders } = raw
  // Node uses the first of several Host headers, but a proxy may have used the last.
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count <= 1
}

function refuse(request: FastifyRequest, reply: FastifyReply, host: string, publicHost: string | undefined) {
  const shown = host.length < 100 && nameIn(host) ? host : 'this host'
  const advice = publicHost
    ? `The address of this Taskdeck is ${publicHost}. If ${shown} is correct, set PUBLIC_URL to the address that users type, and restart Taskdeck.`
    : `If this is your Taskdeck, set PUBLIC_URL to the address that users type, such as PUBLIC_URL=https://tasks.example.org, and restart it.`
  const message = `Taskdeck does not serve ${shown}. ${advice}`
  if (!request.headers.accept?.includes('text/html')) return sendError(reply, new AppError('unknown_host', message))
  return reply
    .code(421)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><title>Unknown address</title><h1>Unknown address</h1><p>${escaped(message)}</p>`,
    )
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
