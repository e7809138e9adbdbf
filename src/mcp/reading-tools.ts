import { Type } from 'typebox'
import { addDays } from '../contract/calendar-day.ts'
import { api } from '../contract/calls/api.ts'
import { AppError } from '../contract/errors.ts'
import { oneOf, strict } from '../contract/schemas/shapes.ts'
import { taskId } from '../contract/schemas/task-id.ts'
import type { TaskQuery } from '../contract/schemas/task-queries.ts'
import { taskSchemas } from '../contract/schemas/tasks.ts'
import { type SortKey, sortKeys } from '../contract/task-lists/sort-keys.ts'
import { type SortOrder, sortOrders, taskLimits } from '../contract/tasks.ts'
import { historyText } from './history-text.ts'
import { freeFor, nextPage, sortedPage, viewNamed, viewPage } from './lists.ts'
import { ownerOf } from './owner.ts'
import { defaultLimit, type Page, page, pageFields } from './paging.ts'
import { asQuery, fieldsOf } from './schema.ts'
import { tool } from './tool.ts'
import { notesOf, wholeTaskOf } from './whole-task.ts'

const { q: words, ...filterFields } = fieldsOf(taskSchemas.list.query)

interface ListInput extends Omit<TaskQuery, 'q'>, Page {
  view?: string
  includeCompleted?: boolean
  inLater?: boolean
  sort?: SortKey
  order?: SortOrder
}

const list = tool({
  name: 'list_tasks',
  title: 'List tasks',
  description:
    'Lists tasks by their fields: status, priority, label, dates, links. Use it for questions such as "what is overdue?" (dueTo = yesterday) or "what belongs to #12?" (partOf). Completed tasks are left out unless you ask for them. With view, lists a saved view instead. For words use search_tasks; to decide what to work on use next_tasks.',
  effect: 'reads',
  input: Type.Unsafe<ListInput>(
    Type.Object(
      {
        ...filterFields,
        view: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'The name or id of a saved view. Its own filters and order apply, so give no others.',
          }),
        ),
        includeCompleted: Type.Optional(
          Type.Boolean({ description: 'Whether to list completed tasks too, if no status is given.' }),
        ),
        inLater: Type.Optional(
          Type.Boolean({
            description: 'Only those that start after today.',
          }),
        ),
        sort: Type.Optional(
          Type.Unsafe<SortKey>({
            ...oneOf(...sortKeys),
            description: 'By due date unless given, the earliest first and tasks without a date last.',
          }),
        ),
        order: Type.Optional(oneOf(...sortOrders)),
        ...pageFields,
      },
      strict,
    ),
  ),
  async run(dependencies, { view, limit, offset, ...own }) {
    const { today } = await ownerOf(dependencies)
    const range = { ...(limit ? { limit } : {}), ...(offset ? { offset } : {}) }
    if (view !== undefined) {
      if (Object.keys(own).length) throw new AppError('invalid_input', 'Give a view or filters, not both.')
      return page(await viewPage(dependencies, await viewNamed(dependencies, view), range), range, today)
    }
    const { includeCompleted = false, inLater, sort = 'due', order, ...filter } = own
    const later = inLater ? { startFrom: addDays(today, 1) } : {}
    const query = { ...asQuery(filter), ...later, sort, ...(order ? { order } : {}) }
    const isOpen = inLater || (!filter.status && !includeCompleted)
    return page(await sortedPage(dependencies, isOpen ? { ...query, open: 'true' } : query, range), range, today)
  },
})

const search = tool({
  name: 'search_tasks',
  title: 'Search tasks',
  description:
    'Finds tasks by words in their titles, descriptions, labels and notes, best matches first, completed ones too. Each word may be the beginning of a word. At most the 200 best matches are found: give more words to find others. Use it to find the number of a task that the user mentions, and before you create one, to see whether it exists already. Filters narrow the result.',
  effect: 'reads',
  input: Type.Unsafe<TaskQuery & { q: string } & Page>(
    Type.Object(
      {
        q: Type.String({ ...words, minLength: 1, maxLength: taskLimits.query, description: 'The words to find.' }),
        ...filterFields,
        ...pageFields,
      },
      strict,
    ),
  ),
  async run(dependencies, { limit = defaultLimit, offset = 0, ...given }) {
    const query = asQuery(given)
    const [{ today }, { tasks, notes = {} }] = await Promise.all([
      ownerOf(dependencies),
      dependencies.call(api.tasks.list, { query }),
    ])
    return page({ total: tasks.length, tasks: tasks.slice(offset, offset + limit), notes }, { offset }, today)
  },
})

const next = tool({
  name: 'next_tasks',
  title: 'Next tasks',
  description:
    'Lists the open tasks that can be worked on now, the most urgent first, each with the reasons: overdue, due soon, high priority, started, other tasks wait for it, its estimate fits before the next meeting of the user. Blocked and snoozed tasks, and those that somebody else holds, are left out. Use it to decide what to do next or to plan a day.',
  effect: 'reads',
  input: Type.Unsafe<Page>(Type.Object(pageFields, strict)),
  async run(dependencies, range) {
    const { today, tokenName } = await ownerOf(dependencies)
    return page(await nextPage(dependencies, today, range, freeFor(tokenName)), range, today)
  },
})

const get = tool({
  name: 'get_task',
  title: 'Get a task',
  description:
    'Gets everything about one task: description, dates, labels, links to other tasks, commits and change requests that name it, the names of its files, its last 5 receipts and 20 notes, and its version. With notesBefore, only older notes. Use it before you work on a task or change its description.',
  effect: 'reads',
  input: Type.Object(
    {
      task: taskId,
      notesBefore: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 999_999_999, description: 'The notesBefore of the result before.' }),
      ),
    },
    strict,
  ),
  run: (dependencies, { task, notesBefore }) =>
    notesBefore === undefined ? wholeTaskOf(dependencies, task) : notesOf(dependencies, task, { before: notesBefore }),
})

const maxEvents = 100

const history = tool({
  name: 'task_history',
  title: 'History of a task',
  description:
    'Lists what was changed on a task, by whom, when, and in which change, newest first. Use it to see what happened to a task, or to find the number of a change that you want to undo.',
  effect: 'reads',
  input: Type.Object(
    {
      task: taskId,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: maxEvents, description: 'The most events to return; 20 unless given.' }),
      ),
      before: Type.Optional(
        Type.Integer({
          minimum: -999_999_999_999_999,
          maximum: 999_999_999_999_999,
          description: 'The nextBefore of the page before.',
        }),
      ),
    },
    strict,
  ),
  async run(dependencies, { task: id, limit = 20, before }) {
    const query = { limit: String(limit), ...(before === undefined ? {} : { before: String(before) }) }
    return historyText(dependencies, await dependencies.call(api.history.ofTask, { params: { id }, query }))
  },
})

export const readingTools = [list, search, next, get, history]
