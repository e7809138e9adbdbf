import type { NewToken, Token } from '../src/contract/schemas/tokens.ts'
import type { Browser } from './browser.ts'
import type { Person } from './people.ts'

/** Makes a token of a user. */
export async function makeToken(
  person: Pick<Person, 'post'>,
  given: Partial<NewToken> = {},
): Promise<Token & { token: string }> {
  const { status, body, text } = await person.post('/auth/tokens', { name: 'laptop-cli', scope: 'write', ...given })
  if (status !== 201) throw new Error(`No token was made: ${text}`)
  return body
}

interface App {
  visitor: (options: { address?: string; headers: Record<string, string> }) => Browser
}

/** A program that calls with this token, and without cookies. */
export const withToken = ({ visitor }: App, token: string, address = '127.0.0.1') =>
  visitor({ address, headers: { authorization: `Bearer ${token}` } })
