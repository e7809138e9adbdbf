import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

export interface PushKeys {
  publicKey: string
  privateKey: KeyObject
}

const rowId = 1

/** The keys with which this installation identifies itself to push services (RFC 8292). They are made once, and all nodes have the same. */
export async function pushKeys(db: Kysely<Schema>, now: number): Promise<PushKeys> {
  const find = () => db.selectFrom('push_keys').selectAll().where('id', '=', rowId).executeTakeFirst()
  let row = await find()
  if (!row) {
    const made = { id: rowId, ...newKeys(), created_at: now }
    await db
      .insertInto('push_keys')
      .values(made)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    row = (await find()) ?? made
  }
  const privateKey = createPrivateKey({ key: Buffer.from(row.private_key, 'base64url'), format: 'der', type: 'pkcs8' })
  return { publicKey: row.public_key, privateKey }
}

function newKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return {
    public_key: point.toString('base64url'),
    private_key: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
  }
}

const validSeconds = 12 * 3_600

/** The header that tells a push service who sends a message, and how to reach the operator. */
export function authorization({ publicKey, privateKey }: PushKeys, endpoint: string, contact: string, now: number) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + validSeconds, sub: contact }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
