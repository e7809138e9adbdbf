import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that scripts cannot read, that forms of other sites do not send, and that is bound to this host with https. */
export function cookieJar(plainName: string, publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? `__Host-${plainName}` : plainName
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const write = (reply: FastifyReply, value: string, seconds: number) =>
    void reply.header('set-cookie', `${name}=${value}; Max-Age=${Math.floor(seconds)}; ${attributes}`)
  return {
    name,
    /** The value must not need escaping, such as base64url. */
    set: write,
    clear: (reply: FastifyReply) => write(reply, '', 0),
    read(request: FastifyRequest): string | undefined {
      for (const pair of request.headers.cookie?.split(';') ?? []) {
        const [key, value] = pair.split('=', 2)
        if (key?.trim() === name) return value?.trim() || undefined
      }
      return undefined
    },
  }
}
