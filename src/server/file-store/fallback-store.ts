import type { FileStore } from './store.ts'

/**
 * A store that is being moved: files are stored in `store`, and those that it does not have yet are read from `old`. Files are removed from
 * both, so that a deleted file is not moved.
 */
export function fallbackStore(store: FileStore, old: FileStore): FileStore {
  /** Continues with the old store if the file is not in the new one. */
  const orOld =
    <T>(work: () => Promise<T>) =>
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return work()
    }
  return {
    ...store,
    read: (owner, id, range) => store.read(owner, id, range).catch(orOld(() => old.read(owner, id, range))),
    sizeOf: async (key) => (await store.sizeOf(key)) ?? old.sizeOf(key),
    writtenAt: async (key) => (await store.writtenAt(key)) ?? old.writtenAt(key),
    signedUrl: (key, headers) => store.signedUrl(key, headers).catch(orOld(() => old.signedUrl(key, headers))),
    async remove(owner, id) {
      await old.remove(owner, id)
      await store.remove(owner, id)
    },
    async removeAll(owner) {
      await old.removeAll(owner)
      await store.removeAll(owner)
    },
  }
}
