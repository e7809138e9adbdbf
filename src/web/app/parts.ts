import { loadMissedStyles } from './missed-styles.ts'

/** A part of the app did not arrive: no connection, or a server that was updated meanwhile. */
export class NotLoaded extends Error {}

/** A part that is loaded when it is first needed. */
export function part<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    try {
      await loadMissedStyles()
      return await load()
    } catch (cause) {
      throw new NotLoaded('A part of the app did not load.', { cause })
    }
  }
}

/** Every screen, loaded when it is first needed. */
export const screens = {
  landing: part(async () => ({ Component: (await import('../screens/landing/landing.tsx')).Landing })),
  auth: part(async () => ({ Component: (await import('../screens/auth/auth.tsx')).Auth })),
  dashboard: part(async () => ({ Component: (await import('../screens/dashboard/dashboard.tsx')).Dashboard })),
  board: part(async () => ({ Component: (await import('../screens/board/board.tsx')).Board })),
  next: part(async () => ({ Component: (await import('../screens/next/next.tsx')).Next })),
  overview: part(async () => ({ Component: (await import('../screens/overview/overview.tsx')).Overview })),
  addTask: part(async () => ({ Component: (await import('../screens/add-task/add-task.tsx')).AddTask })),
  task: part(async () => ({ Component: (await import('../screens/task-details/task-details.tsx')).TaskDetails })),
  trash: part(async () => ({ Component: (await import('../screens/trash/trash.tsx')).Trash })),
  profile: part(async () => ({ Component: (await import('../screens/profile/profile.tsx')).Profile })),
  settings: part(async () => ({ Component: (await import('../screens/settings/settings.tsx')).Settings })),
  notFound: part(async () => ({ Component: (await import('../screens/not-found/not-found.tsx')).NotFound })),
}

/** The inside of what opens over any screen. The frame and its field are there at once; this is loaded when it is first needed. */
export const overlays = {
  palette: part(async () => (await import('./palette-list.tsx')).PaletteList),
  help: part(async () => (await import('./help-list.tsx')).HelpList),
  quickAdd: part(async () => (await import('../quick-add/quick-add-body.tsx')).QuickAddBody),
}

/** What a list opens by itself when it is first wanted. */
export const pieces = { anotherDay: part(() => import('../tasks/another-day.tsx')) }
