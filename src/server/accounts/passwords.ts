import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { AppError } from '../../contract/errors.ts'

/** The cost of a new hash. A stored hash contains its own cost, so these values may change. */
const currentCost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

export type Cost = typeof currentCost

interface Options {
  /** The number of concurrent hashes. By default, one core stays free for other requests. */
  maxRunning?: number
  cost?: Cost
}

const maxWaiting = 200

/** Hashes passwords in turn. Fails with `unavailable` if too many callers are waiting. */
export function passwordHasher({
  maxRunning = Math.max(1, availableParallelism() - 1),
  cost: newCost = currentCost,
}: Options = {}) {
  let running = 0
  const waiting: (() => void)[] = []
  const dummyHash = encodeHash(newCost, randomBytes(16), randomBytes(tagLength))

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) {
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
      return encodeHash(newCost, salt, await inTurn(() => derive(password, salt, newCost)))
    },
    /** Compares a password. Without a stored hash, it takes the same time and returns false. */
    async matches(password: string, stored: string | null | undefined): Promise<boolean> {
      const { cost, salt, tag } = decodeHash(stored ?? dummyHash)
      const derived = await inTurn(() => derive(password, salt, cost))
      return timingSafeEqual(derived, tag) && Boolean(stored)
    },
    /** Whether a hash was made with another cost than new ones. */
    isOld(stored: string): boolean {
      const { cost } = decodeHash(stored)
      return (
        cost.memory !== newCost.memory || cost.passes !== newCost.passes || cost.parallelism !== newCost.parallelism
      )
    },
  }
}

export type PasswordHasher = ReturnType<typeof passwordHasher>

/** The usual format of a stored hash: algorithm, cost, salt and tag in one string. */
function encodeHash({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer) {
  const [saltText, tagText] = [salt, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${saltText}$${tagText}`
}

function decodeHash(stored: string) {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!found) throw new Error('A stored password hash has an unknown format.')
  const [, memory, passes, parallelism, salt = '', tag = ''] = found
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** Normalises to NFKC, because different machines may encode the same letters differently. */
function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, tagLength, ...cost }, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}
