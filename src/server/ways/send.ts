import type { WayRow } from '../database/schema.ts'
import type { OutgoingCall } from '../outgoing/outgoing.ts'
import { encrypted } from './encryption.ts'
import type { Message } from './messages.ts'
import { authorization, type PushKeys } from './push-keys.ts'

export interface Sender {
  keys: PushKeys
  contact: string
  now: number
}

const dayInSeconds = 86_400

/** The call that brings a message to its way. */
export function callFor(way: WayRow, message: Message, sender: Sender): OutgoingCall {
  if (way.kind === 'push') return pushCall(way, message, sender)
  return way.kind === 'ntfy' ? ntfyCall(way, message) : gotifyCall(way, message)
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

/** The address of a topic is that of its server and the name of the topic. As JSON, because headers are not Unicode. */
function ntfyCall({ address, auth }: WayRow, { title, body, url }: Message): OutgoingCall {
  const { origin, pathname } = new URL(address)
  const place = pathname.replace(/\/$/, '').lastIndexOf('/')
  const topic = decodeURIComponent(pathname.slice(place + 1).replace(/\/$/, ''))
  const actions = [{ action: 'view', label: 'Open', url, clear: true }]
  return {
    url: `${origin}${pathname.slice(0, place + 1)}`,
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
