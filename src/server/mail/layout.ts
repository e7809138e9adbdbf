import { Html, html } from './html.ts'

/** Mail programs that know no style sheets show the light colours, which stand at each element. */
export const light = {
  ground: '#f7f7f9',
  surface: '#ffffff',
  band: '#fafafb',
  line: '#e4e4ea',
  strongLine: '#d0d0da',
  text: '#18181f',
  muted: '#5d5d6b',
  accent: '#5746c9',
  onAccent: '#ffffff',
  accentText: '#5746c9',
  critical: '#b4232c',
  progress: '#8a5a00',
  done: '#1a7a45',
} as const

const dark: Record<keyof typeof light, string> = {
  ground: '#0e0e12',
  surface: '#17171d',
  band: '#1a1a21',
  line: '#2a2a33',
  strongLine: '#42424f',
  text: '#ededf2',
  muted: '#a9a9b7',
  accent: '#8f80ff',
  onAccent: '#0f0f13',
  accentText: '#b0a5ff',
  critical: '#ff8a8a',
  progress: '#f2c661',
  done: '#6fd69a',
}

export type Colour = keyof typeof light

/** The uses of a colour: for text, the background, and borders. */
const rules: [part: string, property: string][] = [
  ['t', 'color'],
  ['b', 'background-color'],
  ['l', 'border-color'],
]
const darkRules = Object.entries(dark)
  .flatMap(([name, colour]) => rules.map(([part, property]) => `.${part}-${name}{${property}:${colour}!important}`))
  .join('')

const font = "'Geist',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const mono = "'Geist Mono',ui-monospace,'SF Mono',Menlo,Consolas,monospace"

const style = new Html(
  `<style>body{margin:0;padding:0}a{text-decoration:none}@media (max-width:480px){.pad{padding-left:16px!important;padding-right:16px!important}.outer{padding-left:8px!important;padding-right:8px!important}.wide{display:block!important;margin-right:0!important}}@media (prefers-color-scheme:dark){${darkRules}}</style>`,
)

interface Page {
  /** Where the app is: its address links the logo. */
  app: string
  /** At the right of the logo. */
  aside: string
  heading: string
  /** Shown by mail programs beside the subject, before the mail is opened. */
  preview: string
  body: Html
  footer: Html
}

/** The HTML of a mail: one card in tables, 552 wide or as wide as the screen. */
export function page({ app, aside, heading, preview, body, footer }: Page): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${heading}</title>${style}</head>
<body class="b-ground" style="margin:0;padding:0;background-color:${light.ground}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="b-ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${light.ground};font-family:${font}"><tr><td class="outer" align="center" style="padding:24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:552px"><tr>
<td style="padding:0 8px 16px"><a href="${app}" class="t-text" style="color:${light.text};font-size:15px;line-height:24px;font-weight:600;text-decoration:none"><span class="b-accent t-onAccent" style="display:inline-block;width:20px;height:20px;margin-right:10px;border-radius:6px;background-color:${light.accent};color:${light.onAccent};font-size:12px;line-height:20px;text-align:center">&#10003;</span>Taskdeck</a></td>
<td align="right" class="t-muted" style="padding:0 8px 16px;color:${light.muted};font-size:13px;line-height:24px">${aside}</td>
</tr></table>
<table role="presentation" class="b-surface l-line" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:552px;background-color:${light.surface};border:1px solid ${light.line};border-radius:12px;border-collapse:separate"><tr><td class="pad" style="padding:24px 28px 28px">
<h1 class="t-text" style="margin:0 0 20px;color:${light.text};font-size:22px;line-height:30px;font-weight:600;letter-spacing:-0.01em">${heading}</h1>
${body}
</td></tr></table>
<p class="t-muted" style="margin:16px 8px 0;color:${light.muted};font-size:12px;line-height:16px;text-align:center">${footer}</p>
</td></tr></table>
</body></html>
`.text
}

export const paragraph = (text: string): Html =>
  html`<p class="t-text" style="margin:0 0 16px;color:${light.text};font-size:15px;line-height:22px;overflow-wrap:anywhere">${text}</p>
`

/** A button as wide as the card. */
export const wideButton = (label: string, href: string): Html =>
  html`<a href="${href}" class="b-accent t-onAccent" style="display:block;padding:11px 16px;border-radius:8px;background-color:${light.accent};color:${light.onAccent};font-size:15px;line-height:22px;font-weight:600;text-align:center;text-decoration:none">${label}</a>
`

export const footerLink = (label: string, href: string): Html =>
  html`<a href="${href}" class="t-muted" style="color:${light.muted};text-decoration:underline">${label}</a>`
