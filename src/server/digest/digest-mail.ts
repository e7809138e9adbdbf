import type { Html } from '../mail/html.ts'
import { html } from '../mail/html.ts'
import { type Colour, footerLink, light, mono, page, wideButton } from '../mail/layout.ts'
import type { Place } from '../mail/letter.ts'
import type { AskedQuestion, Digest, DigestRow, DigestSection } from './digest-content.ts'

interface Sent {
  /** The day of the digest, such as `Tuesday, Nov 17`. */
  day: string
  /** When digests are sent: `at 08:00 on weekdays`. */
  when: string
  place: Place
  /** The page that stops this mail. */
  stop: string
}

/** The page that asks whether this is the answer. A program that follows the links of mails has not signed in, and a link changes nothing. */
const answerHref = ({ app }: Place, { id }: AskedQuestion, answer: number) =>
  `${app}#/needs-you?question=${encodeURIComponent(id)}&answer=${answer}`

const taskHref = ({ app }: Place, number: number) => `${app}#/task/${number}`

/** The digest as HTML. */
export function digestHtml(digest: Digest, { day, when, place, stop }: Sent): string {
  const { heading, questions, questionCount, sections, leftOut } = digest
  const body = html`${needsYou(questions, questionCount, place)}${sections.map((one) => sectionOf(one, place))}${leftOut ? [html`<div style="margin:0 0 12px;font-size:13px;line-height:18px">${muted(leftOut)}</div>`] : []}
<div style="height:12px;line-height:12px">&nbsp;</div>${wideButton('Open Today', `${place.app}#/today`)}`
  const footer = html`Sent ${when} from <span style="font-family:${mono}">${place.host}</span><br>${footerLink('Change the hours', `${place.app}#/settings/reminders`)} &middot; ${footerLink('Stop this mail', stop)}`
  const first = sections.flatMap(({ rows }) => rows.map(({ title }) => title)).slice(0, 3)
  return page({ app: place.app, aside: day, heading, preview: first.join(' · '), body, footer })
}

const title = (name: string, count: number, colour: Colour): Html =>
  html`<tr><td style="padding:0 0 8px;font-size:13px;line-height:18px"><span class="t-${colour}" style="color:${light[colour]};font-weight:600">${name}</span>&ensp;<span class="t-muted" style="color:${light.muted}">${count}</span></td></tr>
`

const table = (rows: Html[]): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px">${rows}</table>
`

const muted = (text: string): Html => html`<span class="t-muted" style="color:${light.muted}">${text}</span>`

function needsYou(questions: AskedQuestion[], count: number, place: Place): Html[] {
  if (!count) return []
  const more = count - questions.length
  return [
    table([
      title('Needs you', count, 'accentText'),
      ...questions.map((question) => questionBox(question, place)),
      ...(more > 0 ? [moreRow(more, `${place.app}#/needs-you`)] : []),
    ]),
  ]
}

function questionBox(question: AskedQuestion, place: Place): Html {
  const { asker, task, text, choices } = question
  const href = taskHref(place, task.number)
  const buttons = choices.map(
    (choice, index) =>
      html`<a href="${answerHref(place, question, index)}" class="wide t-text b-surface l-strongLine" style="display:inline-block;margin:0 8px 8px 0;padding:10px 14px;border:1px solid ${light.strongLine};border-radius:8px;background-color:${light.surface};color:${light.text};font-size:14px;line-height:22px;font-weight:500;text-align:center;text-decoration:none">${choice}</a>`,
  )
  return html`<tr><td style="padding:0 0 8px"><table role="presentation" class="b-band l-line" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${light.band};border:1px solid ${light.line};border-radius:10px;border-collapse:separate"><tr><td style="padding:14px 16px 6px;overflow-wrap:anywhere">
<div class="t-muted" style="color:${light.muted};font-size:13px;line-height:18px">${asker} asks about <a href="${href}" class="t-muted" style="color:${light.muted};text-decoration:none">#${task.number} ${task.title}</a></div>
<div class="t-text" style="margin:6px 0 10px;color:${light.text};font-size:15px;line-height:22px;font-weight:500">${text}</div>
${buttons}<a href="${href}" class="wide t-accentText" style="display:inline-block;margin:0 0 8px;padding:11px 14px;color:${light.accentText};font-size:14px;line-height:22px;font-weight:500;text-align:center;text-decoration:none">Answer</a>
</td></tr></table></td></tr>
`
}

function sectionOf({ name, count, rows, path }: DigestSection, place: Place): Html {
  const more = count - rows.length
  return table([
    title(name, count, name === 'Overdue' ? 'critical' : 'text'),
    ...rows.map((row, index) => taskRow(row, index === rows.length - 1, place)),
    ...(more > 0 ? [moreRow(more, `${place.app}#${path}`)] : []),
  ])
}

const ring = (isStarted: boolean): Html =>
  isStarted
    ? html`<div class="l-progress" style="width:8px;height:8px;border:2px solid ${light.progress};border-radius:50%;background:linear-gradient(90deg,transparent 50%,${light.progress} 50%)"></div>`
    : html`<div class="l-muted" style="width:8px;height:8px;border:2px dotted ${light.muted};border-radius:50%"></div>`

function taskRow({ number, title, isStarted, late, facts }: DigestRow, isLast: boolean, place: Place): Html {
  const line = isLast ? '' : `border-bottom:1px solid ${light.line};`
  const lateWords = late ? [html`<span class="t-critical" style="color:${light.critical}">${late}</span>`] : []
  const words = [...lateWords, ...facts.map(muted)]
  const separated = words.map((word, index) => (index ? html`${muted(' · ')}${word}` : word))
  return html`<tr><td class="l-line" style="${line}padding:8px 0 11px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="26" valign="top" style="padding:6px 0 0">${ring(isStarted)}</td><td style="overflow-wrap:anywhere"><a href="${taskHref(place, number)}" class="t-text" style="color:${light.text};font-size:15px;line-height:22px;font-weight:500;text-decoration:none">${title}</a><div style="font-size:13px;line-height:18px">${separated}</div></td></tr></table></td></tr>
`
}

const moreRow = (count: number, href: string): Html =>
  html`<tr><td style="padding:4px 0 0"><a href="${href}" class="t-accentText" style="color:${light.accentText};font-size:13px;line-height:18px;font-weight:500;text-decoration:none">${count} more</a></td></tr>
`

/** The same words without HTML. */
export function digestText(digest: Digest, { day, when, place, stop }: Sent): string {
  const { heading, questions, questionCount, sections } = digest
  const left = (count: number, shown: number, path: string) =>
    count > shown ? [`  ${count - shown} more: ${place.app}#${path}`] : []
  const asked = questions.flatMap((question) => [
    `- ${question.asker} asks about #${question.task.number} ${question.task.title}`,
    `  ${question.text.replace(/\n/g, '\n  ')}`,
    ...question.choices.flatMap((choice, index) => [`  * ${choice}`, `    ${answerHref(place, question, index)}`]),
    `  Answer: ${taskHref(place, question.task.number)}`,
  ])
  const parts = [
    ...(questionCount
      ? [[`Needs you ${questionCount}`, ...asked, ...left(questionCount, questions.length, '/needs-you')]]
      : []),
    ...sections.map(({ name, count, rows, path }) => [
      `${name} ${count}`,
      ...rows.flatMap(({ number, title, late, facts }) => [
        `- ${title}`,
        `  ${[late, ...facts].filter(Boolean).join(' · ')}`,
        `  ${taskHref(place, number)}`,
      ]),
      ...left(count, rows.length, path),
    ]),
    ...(digest.leftOut ? [[digest.leftOut]] : []),
    [`Open Today: ${place.app}#/today`],
    [
      '--',
      `Sent ${when} from ${place.host}`,
      `Change the hours: ${place.app}#/settings/reminders`,
      `Stop this mail: ${stop}`,
    ],
  ]
  return `${[[heading, day], ...parts].map((lines) => lines.join('\n')).join('\n\n')}\n`
}
