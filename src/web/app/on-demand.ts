import { loadMissedStyles } from './missed-styles.ts'

/** Code of the app could not be loaded: the device is offline, or the server was updated. */
export class NotLoaded extends Error {
  /** Firefox remembers that a module could not be loaded, and names it. Until a reload, importing it fails without asking the server. */
  get rememberedModule(): string | undefined {
    return /error loading dynamically imported module: (\S+)/.exec(String(this.cause))?.[1]
  }
}

/** Wraps the import of code that is loaded on first use. */
export function onDemand<T>(load: () => Promise<T>): () => Promise<T> {
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
  landing: onDemand(async () => ({ Component: (await import('../screens/landing/landing.tsx')).Landing })),
  auth: onDemand(async () => ({ Component: (await import('../screens/auth/auth.tsx')).Auth })),
  forgotPassword: onDemand(async () => ({
    Component: (await import('../screens/auth/forgot-password.tsx')).ForgotPassword,
  })),
  resetPassword: onDemand(async () => ({
    Component: (await import('../screens/auth/reset-password.tsx')).ResetPassword,
  })),
  confirmEmail: onDemand(async () => ({
    Component: (await import('../screens/auth/confirm-email.tsx')).ConfirmEmail,
  })),
  unsubscribe: onDemand(async () => ({ Component: (await import('../screens/auth/unsubscribe.tsx')).Unsubscribe })),
  start: onDemand(async () => ({ Component: (await import('../screens/start/start.tsx')).Start })),
  today: onDemand(async () => ({ Component: (await import('../screens/today/today.tsx')).Today })),
  needsYou: onDemand(async () => ({ Component: (await import('../screens/needs-you/needs-you.tsx')).NeedsYouScreen })),
  dashboard: onDemand(async () => ({ Component: (await import('../screens/dashboard/dashboard.tsx')).Dashboard })),
  list: onDemand(async () => ({ Component: (await import('../screens/list/list.tsx')).List })),
  board: onDemand(async () => ({ Component: (await import('../screens/board/board.tsx')).Board })),
  calendar: onDemand(async () => ({ Component: (await import('../screens/calendar/calendar.tsx')).Calendar })),
  next: onDemand(async () => ({ Component: (await import('../screens/next/next.tsx')).Next })),
  later: onDemand(async () => ({ Component: (await import('../screens/list/later.tsx')).Later })),
  waiting: onDemand(async () => ({ Component: (await import('../screens/list/waiting.tsx')).Waiting })),
  overview: onDemand(async () => ({ Component: (await import('../screens/overview/overview.tsx')).Overview })),
  addTask: onDemand(async () => ({ Component: (await import('../screens/add-task/add-task.tsx')).AddTask })),
  newTask: onDemand(async () => ({ Component: (await import('../screens/new-task/new-task.tsx')).NewTask })),
  task: onDemand(async () => ({ Component: (await import('../screens/task-details/task-details.tsx')).TaskDetails })),
  agents: onDemand(async () => ({ Component: (await import('../screens/agents/agents.tsx')).Agents })),
  activity: onDemand(async () => ({ Component: (await import('../screens/activity/activity.tsx')).ActivityOfAll })),
  trash: onDemand(async () => ({ Component: (await import('../screens/trash/trash.tsx')).Trash })),
  import: onDemand(async () => ({ Component: (await import('../screens/import/import.tsx')).Import })),
  profile: onDemand(async () => ({ Component: (await import('../screens/profile/profile.tsx')).Profile })),
  settings: onDemand(async () => ({ Component: (await import('../screens/settings/settings.tsx')).Settings })),
  device: onDemand(async () => ({ Component: (await import('../screens/device/device.tsx')).Device })),
  authorize: onDemand(async () => ({ Component: (await import('../screens/authorize/authorize.tsx')).Authorize })),
  notFound: onDemand(async () => ({ Component: (await import('../screens/not-found/not-found.tsx')).NotFound })),
}

/** The content of dialogs that can open on any screen. The dialogs and their fields are loaded from the start. */
export const overlays = {
  palette: onDemand(async () => (await import('./palette-list.tsx')).PaletteList),
  help: onDemand(async () => (await import('./help-list.tsx')).HelpList),
  share: onDemand(async () => (await import('../shares/share-dialog.tsx')).ShareDialog),
  claimMenu: onDemand(async () => (await import('../claims/claim-menu.tsx')).ClaimMenu),
  quickAdd: onDemand(async () => (await import('../quick-add/quick-add-body.tsx')).QuickAddBody),
  sheetForm: onDemand(async () => (await import('../quick-add/sheet-form.tsx')).SheetForm),
}

/** Components that others load themselves. */
export const pieces = {
  lineParser: onDemand(() => import('../quick-add/parse-in-deck.ts')),
  signedInItems: onDemand(() => import('./signed-in-items.tsx')),
}
