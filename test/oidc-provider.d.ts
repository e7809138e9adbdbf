/** oidc-provider has no types. These are the parts that test/openid-provider.ts uses. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export class Provider {
    constructor(issuer: string, configuration: object)
    use(middleware: (ctx: { body?: unknown }, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ uid: string }>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }

  class Prompt {
    constructor(options: { name: string; requestable: boolean })
  }

  export const interactionPolicy: { base(): { add(prompt: Prompt): void }; Prompt: typeof Prompt }
}
