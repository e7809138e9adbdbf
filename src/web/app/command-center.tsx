import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SessionState } from '../accounts/session.ts'
import { useCommandKeys, useCommands } from '../commands/use-commands.ts'
import { useUndo } from '../tasks/undo.ts'
import { alertFailed, withdrawFailure } from '../ui/alerts.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { type OverlayProps, overlays } from './parts.ts'
import { paths } from './paths.ts'

/** What can be done from every screen of somebody who is signed in; loaded when it is first wanted. */
export function CommandCenter({ session: { preferences } }: { session: SessionState }) {
  const navigate = useNavigate()
  const undo = useUndo()
  const [Open, setOpen] = useState<ComponentType<OverlayProps>>()
  const focus = useReturnFocus()
  const show = (what: keyof typeof overlays) => async () => {
    focus.remember()
    withdrawFailure('Error loading')
    try {
      const overlay = await overlays[what]()
      setOpen(() => overlay)
    } catch (error) {
      console.error('Error loading', error)
      alertFailed(
        navigator.onLine
          ? 'This part could not be loaded. Try again, or reload the page.'
          : 'This part is not loaded yet, and you are offline. Try again once you are back.',
        'Error loading',
      )
    }
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
  return Open && <Open onClose={close} dateStyle={preferences.dateStyle} />
}
