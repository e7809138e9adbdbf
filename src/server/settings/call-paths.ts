import { apiCalls } from '../../contract/calls/api.ts'

const callFolders: ReadonlySet<string | undefined> = new Set([
  'docs',
  'openapi.json',
  'metrics',
  'dav',
  '.well-known',
  ...apiCalls.map((call) => call.path.split('/')[1]),
])

/** Whether a path belongs to calls of the server, so that the web app cannot be there. */
export const isCallPath = (path: string): boolean => callFolders.has(path.split('/')[1])
