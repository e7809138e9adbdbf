import { type CliError, unreached } from './errors.ts'
import { oneLine } from './output/clean.ts'

export interface HttpAnswer {
  status: number
  /** The address of a redirect. */
  location: string | undefined
  text: string
}

const maxTitleLength = 80

const isPage = ({ text }: HttpAnswer) => /^\s*(?:<!doctype html|<html|<head|<body|<\?xml)/i.test(text.slice(0, 1_000))

/** `status 200, “Sign in”`, with the title of a web page. */
function detailsOf(answer: HttpAnswer): string {
  const title = isPage(answer) ? /<title[^>]*>([^<]{1,500})/i.exec(answer.text.slice(0, 100_000))?.[1] : undefined
  const words = title === undefined ? '' : oneLine(title).replace(/\s+/g, ' ').trim().slice(0, maxTitleLength)
  return [`status ${answer.status}`, ...(words ? [`“${words}”`] : [])].join(', ')
}

/** The words for an answer that a proxy gives while the server behind it is away. */
export const gatewayWords = (origin: string, answer: HttpAnswer) =>
  `${origin} cannot be reached: a server in front of it answered for it (${detailsOf(answer)}).`

/** The failure of a call that something else than Taskdeck has answered. It is final: the next answer would be the same. */
export function foreignAnswer(origin: string, answer: HttpAnswer): CliError {
  if (isPage(answer))
    return unreached(
      `${origin} answered with a web page instead of data (${detailsOf(answer)}).`,
      'It may come from a proxy, or be the sign-in page of a network. Open the address in a browser, or check it with: taskdeck servers',
    )
  return unreached(
    `${origin} is not a Taskdeck server: its answer is not one of Taskdeck (${detailsOf(answer)}).`,
    'Check the address. taskdeck servers shows those that you have signed in to.',
  )
}
