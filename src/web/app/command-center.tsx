import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SessionState } from '../accounts/session.ts'
import { useCommandKeys, useCommands } from '../commands/use-commands.ts'
import { useUndo } from '../tasks/undo.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { paths } from './paths.ts'

const Palette = lazy(() => import('./palette.tsx'))
const Help = lazy(() => import('./help.tsx'))
const QuickAdd = lazy(async () => ({ default: (await import('../quick-add/quick-add.tsx')).QuickAdd }))

/** What can be done from every screen of somebody who is signed in; loaded when it is first wanted. */
export function CommandCenter({ session: { preferences } }: { session: SessionState }) {
  const navigate = useNavigate()
  const undo = useUndo()
  const [open, setOpen] = useState<'palette' | 'help' | 'quickAdd' | undefined>()
  const focus = useReturnFocus()
  const show = (what: 'palette' | 'help' | 'quickAdd') => () => {
    focus.remember()
    setOpen(what)
  }
  const close = () => {
    setOpen(undefined)
    focus.giveBack()
  }
  useCommandKeys()
  useCommands({
    palette: show('palette'),
    help: show('help'),
    quickAdd: show('quickAdd'),
    newTask: () => navigate(paths.addTask),
    search: () => navigate(paths.dashboard, { state: { search: true } }),
    undo: undo.undoLast,
    redo: undo.redoLast,
    goDashboard: () => navigate(paths.dashboard),
    goBoard: () => navigate(paths.board),
    goNext: () => navigate(paths.next),
    goOverview: () => navigate(paths.overview),
    goTrash: () => navigate(paths.trash),
    goProfile: () => navigate(paths.profile),
    goSettings: () => navigate(paths.settings),
    goHome: () => navigate(paths.landing),
  })
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && <Help onClose={close} />}
      {open === 'quickAdd' && <QuickAdd onClose={close} dateStyle={preferences.dateStyle} />}
    </Suspense>
  )
}
