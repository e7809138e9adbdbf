import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventMark } from '../../contract/security-events.ts'
import type { Config } from '../settings/config.ts'
import { cookieJar } from './cookies.ts'

interface Devices {
  remember: (owner: string, id: string | undefined) => Promise<{ id: string; isNew: boolean }>
  tell: (owner: string, notice: 'new device', client: { ip: string; userAgent?: string | undefined }) => void
}

const keptSeconds = 400 * 24 * 3_600

/** Where a browser keeps the text by which it is known. */
export const deviceJar = ({ publicUrl }: Pick<Config, 'publicUrl'>) => cookieJar('taskdeck_device', publicUrl)

/** The cookie by which a browser is known at the next sign-in. It permits nothing. */
export function deviceCookie(devices: Devices, config: Pick<Config, 'publicUrl'>) {
  const cookie = deviceJar(config)
  return {
    /** Called when a user has signed in. `isFirst` is true for a new account, whose owner need not be told. Returns the mark of the event. */
    async signedIn(
      request: FastifyRequest,
      reply: FastifyReply,
      owner: string,
      isFirst = false,
    ): Promise<{ mark?: EventMark }> {
      const { id, isNew } = await devices.remember(owner, cookie.read(request))
      cookie.set(reply, id, keptSeconds)
      const { ip, headers } = request
      if (!isNew || isFirst) return {}
      devices.tell(owner, 'new device', { ip, userAgent: headers['user-agent'] })
      return { mark: 'new browser' }
    },
  }
}

export type DeviceCookie = ReturnType<typeof deviceCookie>
