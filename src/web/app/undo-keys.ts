import { useHotkeys } from '@mantine/hooks'
import { useUndo } from '../tasks/undo.ts'

/** Ctrl/Cmd+Z takes the last change back, with Shift it does it again; not while typing, where it belongs to the text. */
export function useUndoKeys() {
  const { undoLast, redoLast } = useUndo()
  useHotkeys([
    ['mod+Z', undoLast],
    ['mod+shift+Z', redoLast],
  ])
}
