import { viewCalls } from '../../contract/calls/views.ts'
import { call } from '../../contract/client.ts'
import { newId } from '../../contract/new-id.ts'
import type { SavedView } from '../../contract/schemas/views.ts'
import { viewLimits } from '../../contract/views.ts'
import { userSettings } from '../accounts/user-settings.ts'
import { alertDone } from '../ui/alerts.tsx'

type Change =
  | { kind: 'create'; view: SavedView; place: number }
  | { kind: 'update'; view: SavedView; values: Partial<Omit<SavedView, 'id'>> }
  | { kind: 'move'; view: SavedView; place: number }
  | { kind: 'remove'; view: SavedView }

/** The views after a change. */
export function changedViews(views: SavedView[], change: Change): SavedView[] {
  const { kind, view } = change
  const others = views.filter(({ id }) => id !== view.id)
  if (kind === 'remove') return others
  if (kind === 'update') return views.map((one) => (one.id === view.id ? { ...one, ...change.values } : one))
  const known = views.find(({ id }) => id === view.id)
  if (kind === 'move' && !known) return views
  return [...others.slice(0, change.place), known ?? view, ...others.slice(change.place)]
}

const settings = userSettings<SavedView[], Change>({
  name: 'views',
  empty: [],
  load: async (options) => (await call(viewCalls.list, {}, options)).views,
  apply: changedViews,
  async send(change, options) {
    const { id, name, address, pinned } = change.view
    const params = { id }
    if (change.kind === 'create')
      return call(viewCalls.create, { body: { id, name, address, pinned, place: change.place } }, options)
    if (change.kind === 'remove') return call(viewCalls.remove, { params }, options)
    const body = change.kind === 'move' ? { place: change.place } : change.values
    return call(viewCalls.update, { params, body }, options)
  },
  sayFailed({ kind, view: { name } }) {
    const did = { create: 'saved', update: 'changed', move: 'moved', remove: 'deleted' }[kind]
    return `The view “${name}” was not ${did}.`
  },
})

/** The saved views of the signed-in user in their order. Shown without the server too; empty until they are known. */
export const useSavedViews = settings.useValue

/**
 * Changes of saved views. Each is shown at once, and resolves to whether the server has accepted it: a form stays open with its input until
 * then. A failure, as without the server, is taken back and explained in a message with Retry.
 *
 *     const views = useSavedViews()
 *     const change = useSavedViewChanges()
 *     if (await change.save('Overdue', '/list?due=overdue')) close()
 */
export function useSavedViewChanges() {
  const make = settings.useChange()
  const views = useSavedViews()
  const update = (view: SavedView, values: Partial<Omit<SavedView, 'id'>>) => make({ kind: 'update', view, values })
  return {
    /** Saves the address under a name of 1 to 60 characters, as the last view. */
    save: (name: string, address: string, pinned = false) =>
      make({ kind: 'create', view: { id: newId(), name: name.trim(), address, pinned }, place: viewLimits.views - 1 }),
    rename: (view: SavedView, name: string) => update(view, { name: name.trim() }),
    setAddress: (view: SavedView, address: string) => update(view, { address }),
    setPinned: (view: SavedView, pinned: boolean) => update(view, { pinned }),
    /** Moves a view to a place in the list, counted from 0. */
    move: (view: SavedView, place: number) => make({ kind: 'move', view, place }),
    /** Deletes a view and offers to undo it, which saves it again at its place. */
    async remove(view: SavedView): Promise<boolean> {
      const place = views.findIndex(({ id }) => id === view.id)
      if (!(await make({ kind: 'remove', view }))) return false
      alertDone(`Deleted the view “${view.name}”.`, {
        label: 'Undo',
        run: () => void make({ kind: 'create', view, place }),
      })
      return true
    },
  }
}
