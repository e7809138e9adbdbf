import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useMatch, useNavigate } from 'react-router'
import type { SessionState } from '../accounts/session.ts'
import { useDetectTimeZone } from '../accounts/time-zone.ts'
import { useCommandKeys } from '../commands/use-command-keys.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useUndo } from '../history/undo.ts'
import { useVisit } from '../history/visit.ts'
import { paths } from '../navigation/paths.ts'
import { QuickAdd } from '../quick-add/quick-add.tsx'
import { useHasUnsaved } from '../ui/unsaved.ts'
import { Help } from './help.tsx'
import { Palette } from './palette.tsx'
import { overlays } from './parts.ts'

/** Handles the commands that are available on every screen. */
export function CommandCenter({ session: { preferences } }: { session: SessionState }) {
  const navigate = useNavigate()
  const undo = useUndo()
  const [open, setOpen] = useState<keyof typeof overlays>()
  useVisit()
  useDetectTimeZone(preferences)
  // Synchronously, so that the field receives the next key press.
  const show = (overlay: keyof typeof overlays) => () => {
    flushSync(() => setOpen(overlay))
  }
  const close = () => setOpen(undefined)
  const isAboutAccount = [useMatch(paths.profile), useMatch(paths.settings)].some(Boolean)
  const canUndo = !useHasUnsaved() && !isAboutAccount
  useCommandKeys()
  useCommands({
    palette: show('palette'),
    help: show('help'),
    quickAdd: show('quickAdd'),
    newTask: () => navigate(paths.addTask),
    search: () => navigate(paths.dashboard, { state: { search: true } }),
    ...(canUndo ? { undo: undo.undoLast, redo: undo.redoLast } : {}),
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
    <>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && <Help onClose={close} />}
      {open === 'quickAdd' && (
        <QuickAdd onClose={close} dateStyle={preferences.dateStyle} loadBody={overlays.quickAdd} />
      )}
    </>
  )
}
