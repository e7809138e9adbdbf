import { momentsIn, timeAt } from './days.ts'
import { isObject, numberOf, objectsIn, present, textOf, type Values } from './json-values.ts'
import type { Remark } from './remarks.ts'
import { statusOf } from './sheet.ts'
import type { Source, SourceTask } from './source-task.ts'

/** A board as Trello exports it: Menu > Print, export and share > Export as JSON. */
export const isTrello = (value: unknown): value is Values =>
  isObject(value) && Array.isArray(value.cards) && Array.isArray(value.lists)

const byPos = (a: Values, b: Values) => (numberOf(a.pos) ?? 0) - (numberOf(b.pos) ?? 0)

/** The lines of a checklist in Markdown. */
function checklistLines(list: Values): string[] {
  const items = objectsIn(list.checkItems).sort(byPos)
  const lines = items.map(
    ({ name, state }) => `- [${state === 'complete' ? 'x' : ' '}] ${textOf(name).replace(/\s+/g, ' ')}`,
  )
  return lines.length ? [`**${textOf(list.name) || 'Checklist'}**`, ...lines] : []
}

/** When an object of Trello was made, which its id says. */
const madeAt = (id: string) =>
  /^[0-9a-f]{24}$/.test(id) ? timeAt(Number.parseInt(id.slice(0, 8), 16) * 1_000) : undefined

/** The values of the custom fields of a card, one per line. */
function customFields({ customFields: fields }: Values) {
  const names = new Map<string, string>()
  for (const field of objectsIn(fields)) {
    names.set(textOf(field.id), textOf(field.name))
    for (const option of [
      ...objectsIn(field.options),
      ...objectsIn(isObject(field.display) ? field.display.options : []),
    ])
      names.set(textOf(option.id), isObject(option.value) ? textOf(option.value.text) : '')
  }
  return ({ customFieldItems: items }: Values) =>
    objectsIn(items)
      .map(({ idCustomField, idValue, value }) => {
        const [given] = isObject(value) ? Object.values(value) : []
        const shown = textOf(given) || names.get(textOf(idValue)) || ''
        return shown && `${names.get(textOf(idCustomField)) || 'Field'}: ${shown}`
      })
      .filter(Boolean)
      .join('\n')
}

/** Cards of a board of Trello. Lists and labels become labels, checklists stand in the description, and archived cards are completed. */
export function readTrello(board: Values, timeZone: string): Source {
  const momentOf = momentsIn(timeZone)
  const lists = new Map(objectsIn(board.lists).map((list) => [textOf(list.id), list]))
  const checklists = new Map<string, Values[]>()
  for (const list of objectsIn(board.checklists)) {
    const card = textOf(list.idCard)
    checklists.set(card, [...(checklists.get(card) ?? []), list])
  }
  const comments = new Map<string, string[]>()
  // The newest comes first.
  for (const { type, data } of objectsIn(board.actions).reverse()) {
    if (type !== 'commentCard' || !isObject(data) || !isObject(data.card)) continue
    const card = textOf(data.card.id)
    comments.set(card, [...(comments.get(card) ?? []), textOf(data.text)])
  }
  const fieldsOf = customFields(board)
  const remarks: Remark[] = []
  const places = new Map([...lists.keys()].map((id, index) => [id, index]))
  const cards = objectsIn(board.cards)
    .map((card, index) => ({ card, line: index + 1, place: places.get(textOf(card.idList)) ?? 0 }))
    .sort((a, b) => a.place - b.place || byPos(a.card, b.card))
  const tasks = cards.map(({ card, line }): SourceTask => {
    const id = textOf(card.id)
    const list = lists.get(textOf(card.idList))
    const isArchived = card.closed === true || list?.closed === true
    const due = momentOf(textOf(card.due))
    const start = momentOf(textOf(card.start))
    const texts = [
      textOf(card.desc),
      ...(checklists.get(id) ?? []).sort(byPos).map((one) => checklistLines(one).join('\n')),
      fieldsOf(card),
      ...(comments.get(id) ?? []),
      textOf(card.shortUrl) || textOf(card.url),
    ]
    const isDone = card.dueComplete === true || statusOf(textOf(list?.name)) === 'Completed'
    if (isArchived && !isDone)
      remarks.push({ line, kind: 'archived', message: 'It is archived, and is imported as completed.' })
    if (Array.isArray(card.attachments) && card.attachments.length)
      remarks.push({ line, kind: 'file', message: 'Its attachments are left out.' })
    if (Array.isArray(card.idMembers) && card.idMembers.length > 1)
      remarks.push({ line, kind: 'person', message: 'Its members are left out.' })
    return {
      ...{
        line,
        id,
        isIdGlobal: true,
        title: textOf(card.name),
        description: texts.filter((text) => text.trim()).join('\n\n'),
      },
      labels: [
        textOf(list?.name),
        ...objectsIn(card.labels).map(({ name, color }) => textOf(name) || textOf(color)),
      ].filter(Boolean),
      status: isArchived || isDone ? 'Completed' : statusOf(textOf(list?.name)),
      ...present({ dueDate: due?.day, dueTime: due?.time, startDate: start?.day, createdAt: madeAt(id) }),
      ...present({ completedAt: isArchived || isDone ? textOf(card.dateLastActivity) : '' }),
    }
  })
  return { tasks, problems: [], remarks }
}
