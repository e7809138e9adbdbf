import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

export interface BrowserOptions {
  /** The address that the browser connects from. */
  address?: string
  headers?: Record<string, string>
}

/** A browser that stores the cookies it receives and sends them with each request. */
export function browser(app: FastifyInstance, { address = '127.0.0.1', headers = {} }: BrowserOptions = {}) {
  const cookies = new Map<string, string>()

  const send: Send = async (method = 'GET', url, payload, more = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.inject({
      method,
      url,
      remoteAddress: address,
      ...(payload === undefined ? {} : { payload: payload as object }),
      ...more,
      headers: { ...(cookie ? { cookie } : {}), ...headers, ...more.headers },
    })
    const answer = answerOf(response)
    for (const line of answer.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (line.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  return { cookies, ...verbs(send) }
}

type Send = (method: InjectOptions['method'], url: string, payload?: unknown, more?: InjectOptions) => Promise<Answer>

export function verbs(send: Send) {
  return {
    send,
    get: (url: string) => send('GET', url),
    post: (url: string, payload?: unknown) => send('POST', url, payload),
    put: (url: string, payload?: unknown) => send('PUT', url, payload),
    delete: (url: string) => send('DELETE', url),
  }
}

export type Browser = ReturnType<typeof browser>
export type Answer = ReturnType<typeof answerOf>

function answerOf(response: LightMyRequestResponse) {
  return {
    status: response.statusCode,
    headers: response.headers,
    location: response.headers.location,
    setCookies: [response.headers['set-cookie'] ?? []].flat(),
    text: response.body,
    bytes: response.rawPayload,
    get body() {
      return response.json()
    },
  }
}
