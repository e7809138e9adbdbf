import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { PushKeys } from './push-keys.ts'

/** The effect of a button of ntfy on one task. */
export interface WayAct {
  /** The id of the way that has the button. */
  way: string
  task: string
  act: 'done' | 'tomorrow'
}

/** A button works for so long. */
export const actMs = 7 * 86_400_000

const bytes = (text: string) => Buffer.from(text, 'base64url')
const writtenAct = ({ way, task, act }: WayAct, until: number) => JSON.stringify([way, task, act, until])

/** Signs with a key that follows from that of this installation, so that nothing is stored and every node knows it. */
function signed({ privateKey }: PushKeys, content: string): Buffer {
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' })
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'taskdeck: buttons of ntfy', 32))
  return createHmac('sha256', key).update(content).digest()
}

/** The secret of a button, which does this and nothing else. */
export function secretOfAct(keys: PushKeys, act: WayAct, now: number): string {
  const content = Buffer.from(writtenAct(act, now + actMs)).toString('base64url')
  return `${content}.${signed(keys, content).toString('base64url')}`
}

/** The act that a secret permits now; undefined for one that is not of this installation, or too old. */
export function actOfSecret(keys: PushKeys, secret: string, now: number): WayAct | undefined {
  const [content = '', signature = '', ...more] = secret.split('.')
  const [given, own] = [bytes(signature), signed(keys, content)]
  if (more.length || given.length !== own.length || !timingSafeEqual(given, own)) return undefined
  const [way, task, act, until]: [string, string, WayAct['act'], number] = JSON.parse(String(bytes(content)))
  return until > now ? { way, task, act } : undefined
}
