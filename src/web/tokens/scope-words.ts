import type { Scope } from '../../contract/endpoint.ts'

interface Words {
  name: string
  /** The permissions of a program with this scope, to follow "It may". */
  may: string
}

export const scopeWords: Record<Scope, Words> = {
  read: { name: 'Read', may: 'see your tasks, files, labels, views and history, and change nothing' },
  write: {
    name: 'Read and write',
    may: 'see and change your tasks, files, labels and views, but not your account, sessions or tokens',
  },
  export: {
    name: 'Read and export',
    may: 'see the same as with Read, and download everything with all files and the whole history at once',
  },
}
