import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useMatch, useNavigate } from 'react-router'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { LinkRole } from '../../contract/task-lists/link-index.ts'
import { useSetPreferences } from '../accounts/account.ts'
import type { SessionState } from '../accounts/kept-session.ts'
import { useTimeZone } from '../accounts/time-zone.ts'
import { commandTargets } from '../commands/command-targets.ts'
import { arriveAt, openScreen } from '../commands/early-keys.ts'
import { useCommandKeys } from '../commands/use-command-keys.ts'
import { useCommands } from '../commands/use-commands.ts'
import { deckNow } from '../deck/current-deck.ts'
import { useUndo } from '../history/undo.ts'
import { useVisit } from '../history/visit.ts'
import { paths } from '../navigation/paths.ts'
import { QuickAdd } from '../quick-add/quick-add.tsx'
import { Reminders } from '../reminders/reminders.tsx'
import { useSavedViews } from '../saved-views/queries.ts'
import { sharing } from '../shares/sharing.ts'
import { copyBranch } from '../tasks/copy-branch.ts'
import { copyLinks } from '../tasks/copy-link.ts'
import { changeDayStart } from '../tasks/today.ts'
import { reportFailure } from '../ui/failed.ts'
import { useHasUnsaved } from '../ui/unsaved.ts'
import { useOpenedView } from '../views/opened-view.ts'
import { orderedViews } from '../views/saved-views.ts'
import { Claiming } from './claiming.tsx'
import { Help } from './help.tsx'
import { LinkPanel } from './link-panel.tsx'
import { overlays } from './on-demand.ts'
import { Palette } from './palette.tsx'
import { Sharing } from './sharing-dialog.tsx'
import { useQuickAdd } from './use-quick-add.ts'
import { useSignOut } from './use-sign-out.ts'

type Overlay = 'palette' | 'help' | 'quickAdd'

/** Handles the commands that are available on every screen. */
export function CommandCenter({ session }: { session: SessionState }) {
  const { user, preferences } = session
  const navigate = useNavigate()
  const undo = useUndo()
  const [open, setOpen] = useState<Overlay>()
  useVisit()
  useTimeZone(preferences)
  useEffect(() => changeDayStart(preferences.dayStart), [preferences.dayStart])
  // Synchronously, so that the field receives the next key press.
  const show = (overlay: Overlay) => () => {
    flushSync(() => setOpen(overlay))
  }
  const close = () => setOpen(undefined)
  const quickAdd = useQuickAdd(user._id, { isOpen: open === 'quickAdd', show: show('quickAdd'), hide: close })
  const [linking, setLinking] = useState<{ role: LinkRole; ids: readonly string[] }>()
  const linkTo = (role: LinkRole) => () => {
    const ids = commandTargets.get()
    if (ids.length) flushSync(() => setLinking({ role, ids }))
  }
  const [claimed, setClaimed] = useState<readonly string[]>()
  const isAboutAccount = [useMatch(paths.profile), useMatch(`${paths.settings}/*`)].some(Boolean)
  const canUndo = !useHasUnsaved() && !isAboutAccount
  const views = orderedViews(useSavedViews())
  const opened = useOpenedView()
  const signOut = useSignOut(user._id)
  const preference = useSetPreferences()
  const setTheme = (theme: Preferences['theme']) => () =>
    preference.mutate(
      { theme },
      { onError: (error) => reportFailure('Settings error', error, 'The theme was not saved. Please try again.') },
    )
  const go = (address: string) => () => openScreen(() => navigate(address))
  const { key: location } = useLocation()
  useLayoutEffect(() => arriveAt(location), [location])
  useCommandKeys()
  useCommands({
    palette: show('palette'),
    help: show('help'),
    useLightTheme: setTheme('light'),
    useDarkTheme: setTheme('dark'),
    useSystemTheme: setTheme('auto'),
    signOut,
    copyLink: () => {
      const { byId } = deckNow()
      void copyLinks(commandTargets.get().flatMap((id) => byId.get(id) ?? []))
    },
    share: () => {
      const [id = '', ...others] = commandTargets.get()
      const task = others.length ? undefined : deckNow().byId.get(id)
      if (task) sharing.set({ kind: 'task', id, title: task.title })
    },
    ...(opened
      ? { shareView: () => sharing.set({ kind: 'view', id: opened.saved.id, title: opened.saved.name }) }
      : {}),
    print: () => window.print(),
    copyBranch: () => {
      const [id = ''] = commandTargets.get()
      void copyBranch(deckNow().byId.get(id))
    },
    claim: () => {
      const ids = commandTargets.get()
      if (ids.length) setClaimed(ids)
    },
    addBlocker: linkTo('blocked by'),
    addParent: linkTo('part of'),
    addRelated: linkTo('related'),
    quickAdd: quickAdd.open,
    newTask: () => openScreen(() => navigate(paths.addTask), true),
    search: () => openScreen(() => navigate(paths.dashboard, { state: { search: true } }), true),
    ...(canUndo ? { undo: undo.undoLast, redo: undo.redoLast } : {}),
    goToday: go(paths.today),
    goNeedsYou: go(paths.needsYou),
    goDashboard: go(paths.dashboard),
    goList: go(paths.list),
    goBoard: go(paths.board),
    goCalendar: go(paths.calendar),
    goNext: go(paths.next),
    goLater: go(paths.later),
    goWaiting: go(paths.waiting),
    goOverview: go(paths.overview),
    goAgents: go(paths.agents),
    ...(views.length
      ? {
          goView: (key = '1') => {
            const wanted = views[Number(key) - 1]
            if (wanted) openScreen(() => navigate(wanted.address))
          },
        }
      : {}),
    goActivity: go(paths.activity),
    goTrash: go(paths.trash),
    goImport: go(paths.import),
    goProfile: go(paths.profile),
    goSettings: go(paths.settings),
    goHome: go(paths.landing),
  })
  return (
    <>
      <Reminders owner={user._id} dateStyle={preferences.dateStyle} />
      {open === 'palette' && <Palette user={user} dateStyle={preferences.dateStyle} onClose={close} />}
      {open === 'help' && <Help onClose={close} />}
      {linking && <LinkPanel {...linking} onClose={() => setLinking(undefined)} />}
      <Sharing />
      {claimed && <Claiming ids={claimed} onClose={() => setClaimed(undefined)} />}
      {open === 'quickAdd' && (
        <QuickAdd
          onClose={quickAdd.close}
          onMore={quickAdd.keepForm}
          hasFormDraft={quickAdd.hasFormDraft}
          session={session}
          loadBody={overlays.quickAdd}
          loadForm={overlays.sheetForm}
        />
      )}
    </>
  )
}
