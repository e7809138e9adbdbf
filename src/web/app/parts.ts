import { loadMissedStyles } from './missed-styles.ts'

/** A part of the app could not be loaded: the device is offline, or the server was updated. */
export class NotLoaded extends Error {}

/** Wraps the import of a part that is loaded on first use. */
export function part<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    try {
      await loadMissedStyles()
      return await load()
    } catch (cause) {
      throw new NotLoaded('A part of the app could not be loaded.', { cause })
    }
  }
}

/** All screens. */
export const screens = {
  landing: part(async () => ({ Component: (await import('../screens/landing/landing.tsx')).Landing })),
  auth: part(async () => ({ Component: (await import('../screens/auth/auth.tsx')).Auth })),
  dashboard: part(async () => ({ Component: (await import('../screens/dashboard/dashboard.tsx')).Dashboard })),
  list: part(async () => ({ Component: (await import('../screens/list/list.tsx')).List })),
  board: part(async () => ({ Component: (await import('../screens/board/board.tsx')).Board })),
  calendar: part(async () => ({ Component: (await import('../screens/calendar/calendar.tsx')).Calendar })),
  next: part(async () => ({ Component: (await import('../screens/next/next.tsx')).Next })),
  overview: part(async () => ({ Component: (await import('../screens/overview/overview.tsx')).Overview })),
  addTask: part(async () => ({ Component: (await import('../screens/add-task/add-task.tsx')).AddTask })),
  newTask: part(async () => ({ Component: (await import('../screens/new-task/new-task.tsx')).NewTask })),
  task: part(async () => ({ Component: (await import('../screens/task-details/task-details.tsx')).TaskDetails })),
  trash: part(async () => ({ Component: (await import('../screens/trash/trash.tsx')).Trash })),
  profile: part(async () => ({ Component: (await import('../screens/profile/profile.tsx')).Profile })),
  settings: part(async () => ({ Component: (await import('../screens/settings/settings.tsx')).Settings })),
  device: part(async () => ({ Component: (await import('../screens/device/device.tsx')).Device })),
  notFound: part(async () => ({ Component: (await import('../screens/not-found/not-found.tsx')).NotFound })),
}

/** The content of dialogs that can open on any screen. The dialogs and their fields are loaded from the start. */
export const overlays = {
  palette: part(async () => (await import('./palette-list.tsx')).PaletteList),
  help: part(async () => (await import('./help-list.tsx')).HelpList),
  linkMenu: part(async () => (await import('../links/link-menu.tsx')).LinkMenu),
  quickAdd: part(async () => (await import('../quick-add/quick-add-body.tsx')).QuickAddBody),
}

/** Parts that a component loads itself. */
export const pieces = {
  anotherDay: part(() => import('../tasks/another-day.tsx')),
  repeatMenu: part(() => import('../tasks/repeat-menu.tsx')),
  signedInItems: part(() => import('./signed-in-items.tsx')),
}
