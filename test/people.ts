import type { FastifyInstance } from 'fastify'
import type { User } from '../src/contract/schemas/accounts.ts'
import { type BrowserOptions, browser, verbs } from './browser.ts'

/** The credentials of a user. */
export const credentials = (name: string) => ({ email: `${name}@example.com`, password: `password of ${name}` })

/** The users of an app by name. The same name returns the same user. */
export function people(app: FastifyInstance) {
  const known = new Map<string, ReturnType<typeof person>>()
  return (name: string) => {
    const found = known.get(name) ?? person(app, name)
    known.set(name, found)
    return found
  }
}

function person(app: FastifyInstance, name: string) {
  const own = browser(app)
  let signedUp: Promise<User> | undefined

  async function signUp(): Promise<User> {
    const answer = await own.post('/auth/signup', { username: name, ...credentials(name) })
    if (answer.status !== 201) throw new Error(`${name} cannot sign up: ${answer.text}`)
    return answer.body.user
  }
  const user = () => {
    signedUp ??= signUp().catch((error) => {
      // The next request tries again.
      signedUp = undefined
      throw error
    })
    return signedUp
  }

  return {
    ...verbs(async (...request) => {
      await user()
      return own.send(...request)
    }),
    cookies: own.cookies,
    /** Signs up on first use and returns the user. */
    user,
    /** A second browser in which the same user is signed in. */
    async elsewhere(options?: BrowserOptions) {
      await user()
      const other = browser(app, options)
      const answer = await other.post('/auth/login', credentials(name))
      if (answer.status !== 200) throw new Error(`${name} cannot sign in: ${answer.text}`)
      return other
    },
  }
}

export type Person = ReturnType<typeof person>
