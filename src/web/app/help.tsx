import { Dialog } from '../ui/dialog.tsx'
import { CodeFailed, useOnDemand } from '../ui/on-demand.tsx'
import { overlays } from './on-demand.ts'

export function Help({ onClose }: { onClose: () => void }) {
  const list = useOnDemand(overlays.help)
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" size="help">
      {list.Component && <list.Component />}
      {list.hasFailed && <CodeFailed onRetry={list.retry} />}
    </Dialog>
  )
}
