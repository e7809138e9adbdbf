import { type Html, html } from './html.ts'
import { mono, page, paragraph, wideButton } from './layout.ts'
import type { Mail } from './message.ts'

/** A mail of a few sentences, and at most one link. */
export interface Letter {
  to: string
  subject: string
  paragraphs: string[]
  link?: { label: string; href: string }
  /** Below the link. */
  more?: string[]
}

/** Where the app is, and the name of its host for the end of each mail. */
export interface Place {
  app: string
  host: string
}

export function letter({ to, subject, paragraphs, link, more = [] }: Letter, { app, host }: Place): Mail {
  const text = [subject, ...paragraphs, ...(link ? [`${link.label}:\n${link.href}`] : []), ...more, `Sent by ${app}`]
  const body: Html[] = [
    ...paragraphs.map(paragraph),
    ...(link ? [wideButton(link.label, link.href), html`<div style="height:16px;line-height:16px">&nbsp;</div>`] : []),
    ...more.map(paragraph),
  ]
  const footer = html`Sent by Taskdeck at <span style="font-family:${mono}">${host}</span>`
  return {
    ...{ to, subject, text: `${text.join('\n\n')}\n` },
    html: page({ app, aside: '', heading: subject, preview: paragraphs[0] ?? '', body: html`${body}`, footer }),
  }
}
