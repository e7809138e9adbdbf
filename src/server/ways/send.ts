import { wayCalls } from '../../contract/calls/ways.ts'
import type { WayRow } from '../database/schema.ts'
import type { OutgoingCall } from '../outgoing/outgoing.ts'
import { encrypted } from './encryption.ts'
import type { Message } from './messages.ts'
import { authorization, type PushKeys } from './push-keys.ts'
import { secretOfAct, type WayAct } from './way-acts.ts'

export interface Sender {
  keys: PushKeys
  contact: string
  now: number
}

const dayInSeconds = 86_400

/** The call that brings a message to its way. */
export function callFor(way: WayRow, message: Message, sender: Sender): OutgoingCall {
  if (way.kind === 'push') return pushCall(way, message, sender)
  return way.kind === 'ntfy' ? ntfyCall(way, message, sender) : gotifyCall(way, message)
}

function pushCall({ address, p256dh, auth }: WayRow, message: Message, { keys, contact, now }: Sender): OutgoingCall {
  return {
    url: address,
    method: 'POST',
    headers: {
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(dayInSeconds),
      urgency: 'high',
      authorization: authorization(keys, address, contact, now),
    },
    body: encrypted(JSON.stringify(message), { p256dh: p256dh ?? '', auth: auth ?? '' }),
  }
}

/** The address of a topic is that of its server and the name of the topic. Undefined if it names no topic. */
export function topicOf(address: string): { server: string; topic: string } | undefined {
  const { origin, pathname } = new URL(address)
  const path = pathname.replace(/\/$/, '')
  const place = path.lastIndexOf('/') + 1
  try {
    const topic = decodeURIComponent(path.slice(place))
    return topic ? { server: origin + path.slice(0, place), topic } : undefined
  } catch {
    // An escape that is no character, such as %ff.
    return undefined
  }
}

/** A button that the phone presses itself, without a session. */
const button = (label: string, url: string, secret: string) => ({
  ...{ action: 'http', label, url: new URL(wayCalls.press.path, url).href, method: wayCalls.press.method, clear: true },
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ button: secret }),
})

/** As JSON, because headers are not Unicode. A question is answered in the app, because the server of ntfy reads along. */
function ntfyCall(way: WayRow, { title, body, url, task, question }: Message, { keys, now }: Sender): OutgoingCall {
  const { address, auth } = way
  const to = topicOf(address)
  if (!to) throw new Error('The address names no topic')
  const { server, topic } = to
  const secretOf = (id: string, act: WayAct['act']) => secretOfAct(keys, { way: way.id, task: id, act }, now)
  const buttons =
    task && !question
      ? [button('Done', url, secretOf(task, 'done')), button('Tomorrow', url, secretOf(task, 'tomorrow'))]
      : []
  const actions = [{ action: 'view', label: 'Open', url, clear: true }, ...buttons]
  return {
    url: server,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(auth ? { authorization: `Bearer ${auth}` } : {}) },
    body: JSON.stringify({ topic, title, message: body, click: url, actions }),
  }
}

function gotifyCall({ address, auth }: WayRow, { title, body, url }: Message): OutgoingCall {
  return {
    url: `${address.replace(/\/$/, '')}/message`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gotify-key': auth ?? '' },
    body: JSON.stringify({ title, message: body, priority: 5, extras: { 'client::notification': { click: { url } } } }),
  }
}
