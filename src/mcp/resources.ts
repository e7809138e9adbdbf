import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { CallError } from '../contract/client.ts'
import { AppError } from '../contract/errors.ts'
import type { Dependencies } from './dependencies.ts'
import { nextPage, savedViews, viewNamed, viewPage } from './lists.ts'
import { ownerOf } from './owner.ts'
import { page } from './paging.ts'
import { inLine, nameOf } from './task-text.ts'
import { wholeTaskOf } from './whole-task.ts'

const mimeType = 'text/markdown'
const maxListed = 50

/** Reads a resource as Markdown. */
async function markdown(uri: URL, text: () => Promise<string>) {
  try {
    return { contents: [{ uri: uri.href, mimeType, text: await text() }] }
  } catch (error) {
    const isKnown = error instanceof CallError || error instanceof AppError
    if (isKnown && error.code === 'not_found') throw new ResourceNotFoundError(uri.href, error.message)
    throw error
  }
}

/** A task and a saved view as Markdown. The most urgent tasks and all views are listed. */
export function addResources(server: McpServer, dependencies: Dependencies) {
  server.registerResource(
    'task',
    new ResourceTemplate('taskdeck://task/{number}', {
      list: async () => {
        const { today } = await ownerOf(dependencies)
        const { tasks, reasons = {} } = await nextPage(dependencies, today, { limit: maxListed })
        return {
          resources: tasks.map((task) => ({
            uri: `taskdeck://task/${task.number}`,
            name: nameOf(task),
            title: nameOf(task),
            description: reasons[task._id]?.join(', ') || task.status,
            mimeType,
          })),
        }
      },
    }),
    {
      title: 'Task',
      description: 'A task with its description, links and files. The most urgent open tasks are listed.',
      mimeType,
    },
    (uri, { number }) => markdown(uri, async () => (await wholeTaskOf(dependencies, String(number))).text),
  )
  server.registerResource(
    'view',
    new ResourceTemplate('taskdeck://view/{id}', {
      list: async () => ({
        resources: (await savedViews(dependencies)).map(({ id, name }) => ({
          uri: `taskdeck://view/${encodeURIComponent(id)}`,
          name: inLine(name),
          title: inLine(name),
          mimeType,
        })),
      }),
    }),
    { title: 'Saved view', description: 'The tasks of one of the user’s saved views, in its order.', mimeType },
    (uri, { id }) =>
      markdown(uri, async () => {
        const view = await viewNamed(dependencies, decodeURIComponent(String(id)))
        const range = { limit: 100 }
        const [found, { today }] = await Promise.all([viewPage(dependencies, view, range), ownerOf(dependencies)])
        const [summary = '', ...lines] = page(found, range, today).text.split('\n')
        return [`# ${inLine(view.name)}`, '', summary, '', ...lines.map((line) => `- ${line}`)].join('\n')
      }),
  )
}
