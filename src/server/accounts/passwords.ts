import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { AppError } from '../../contract/errors.ts'

const memory = 19_456
const passes = 2
const parallelism = 1
const tagLength = 32
const prefix = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`

const mostWaiting = 200

/**
 * Hashes one after another on all cores but one, so that a burst of sign-ins leaves room for every other request.
 * Who would have to wait behind too many others is asked to come back.
 */
export function passwordHasher(mostRunning = Math.max(1, availableParallelism() - 1)) {
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= mostRunning) {
      if (waiting.length >= mostWaiting) {
        throw new AppError('unavailable', 'Too many people are signing in right now. Please try again in a moment.', {
          retryAfter: 5,
        })
      }
      await new Promise<void>((go) => waiting.push(go))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  return {
    async hash(password: string): Promise<string> {
      const salt = randomBytes(16)
      const tag = await inTurn(() => derive(password, salt))
      return `${prefix}${base64(salt)}$${base64(tag)}`
    },
    /** Without a stored hash it costs the same time, and is always wrong. */
    async matches(password: string, stored: string | null | undefined): Promise<boolean> {
      const [salt, tag] = (stored ?? nobody)
        .slice(prefix.length)
        .split('$')
        .map((part) => Buffer.from(part, 'base64'))
      const derived = await inTurn(() => derive(password, salt ?? Buffer.alloc(16)))
      return tag?.length === tagLength && timingSafeEqual(derived, tag) && Boolean(stored)
    },
  }
}

export type PasswordHasher = ReturnType<typeof passwordHasher>

const nobody = `${prefix}${base64(randomBytes(16))}$${base64(randomBytes(tagLength))}`

function base64(bytes: Buffer) {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** The same letters typed on different machines are the same password: NFKC. */
function derive(password: string, nonce: Buffer): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, memory, passes, parallelism, tagLength }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    )
  })
}
