import type { Criterion } from '../done-when.ts'

type Criteria = readonly Criterion[] | null | undefined

const quoted = ({ text }: Criterion) => `“${text}”`
const listed = new Intl.ListFormat('en')

/** A change of the criteria of a task in words, to follow the name of the user. */
export function criteriaInWords(before: Criteria, after: Criteria): string {
  const [old, now] = [before ?? [], after ?? []]
  const former = new Map(old.map((criterion) => [criterion.id, criterion]))
  const left = new Set(now.map(({ id }) => id))
  const both = now.flatMap((criterion) => {
    const was = former.get(criterion.id)
    return was ? [{ was, is: criterion }] : []
  })
  const ticked = both.filter(({ was, is }) => was.isMet !== is.isMet)
  const said = [
    ...say('added the criterion', 'added the criteria', now.filter(({ id }) => !former.has(id)).map(quoted)),
    ...say('removed the criterion', 'removed the criteria', old.filter(({ id }) => !left.has(id)).map(quoted)),
    ...say(
      'ticked',
      'ticked',
      ticked.filter(({ is }) => is.isMet).map(({ is }) => quoted(is)),
    ),
    ...say(
      'unticked',
      'unticked',
      ticked.filter(({ is }) => !is.isMet).map(({ is }) => quoted(is)),
    ),
    ...both.flatMap(({ was, is }) =>
      was.text === is.text ? [] : `changed the criterion ${quoted(was)} to ${quoted(is)}`,
    ),
    ...both.flatMap(({ was, is }) => commandChange(was, is)),
  ]
  return said.join(' and ') || 'moved a criterion'
}

const say = (one: string, several: string, names: string[]) =>
  names.length ? [`${names.length === 1 ? one : several} ${listed.format(names)}`] : []

function commandChange(was: Criterion, is: Criterion): string[] {
  if (was.command === is.command) return []
  return [is.command ? `set the command of ${quoted(is)} to ${is.command}` : `removed the command of ${quoted(is)}`]
}

/** The effect of undoing a change of the criteria, after the name of the task. */
export function criteriaBack(before: Criteria, after: Criteria): string {
  const [old, now] = [before ?? [], after ?? []]
  const ticked = now.flatMap((criterion) => {
    const was = old.find(({ id }) => id === criterion.id)
    return was && was.isMet !== criterion.isMet ? [was] : []
  })
  const [only] = ticked
  const isTickOnly =
    ticked.length === 1 && now.every(({ id, text }, at) => old[at]?.id === id && old[at]?.text === text)
  return only && isTickOnly ? `${quoted(only)} ${only.isMet ? 'ticked' : 'unticked'} again` : 'criteria as before'
}

/** The effects of bringing the criteria of a task back, one for each criterion, with its present and its later state. */
export function criteriaLines(now: Criteria, then: Criteria): { was: string; willBe: string }[] {
  const [from, to] = [now ?? [], then ?? []]
  const after = new Map(to.map((criterion) => [criterion.id, criterion]))
  const before = new Set(from.map(({ id }) => id))
  const changed = from.flatMap((criterion) => {
    const [name, next] = [`Criterion ${quoted(criterion)}`, after.get(criterion.id)]
    if (!next) return [{ was: name, willBe: 'removed' }]
    const tick = ({ isMet }: Criterion) => (isMet ? 'ticked' : 'not ticked')
    return [
      ...(next.text === criterion.text ? [] : [{ was: name, willBe: quoted(next) }]),
      ...(next.command === criterion.command
        ? []
        : [{ was: `Command of ${quoted(criterion)}`, willBe: next.command ?? 'none' }]),
      ...(next.isMet === criterion.isMet ? [] : [{ was: `${name}, ${tick(criterion)}`, willBe: tick(next) }]),
    ]
  })
  const back = to
    .filter(({ id }) => !before.has(id))
    .map((criterion) => ({ was: `Criterion ${quoted(criterion)}, removed`, willBe: 'back' }))
  const all = [...changed, ...back]
  return all.length ? all : [{ was: 'Order of the criteria', willBe: 'as before' }]
}
