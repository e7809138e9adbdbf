import { Dialog } from '../ui/dialog.tsx'
import { PartFailed, usePart } from '../ui/part.tsx'
import { overlays } from './parts.ts'

export function Help({ onClose }: { onClose: () => void }) {
  const list = usePart(overlays.help)
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" size="help">
      {list.Part && <list.Part />}
      {list.hasFailed && <PartFailed onRetry={list.retry} />}
    </Dialog>
  )
}
