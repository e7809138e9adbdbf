import { Button } from '../ui/button.tsx'
import { CopiedValue } from '../ui/copied-value.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface Props {
  name: string
  path: string
  onClose: () => void
}

/** Shows the address of a shared link, once. */
export const ShareAddress = ({ name, path, onClose }: Props) => (
  <Dialog title={`Link ${name}`} size="lg" onClose={onClose}>
    <p className="below-16">
      Copy the link now: it is not shown again. Everyone with this link sees the page, without an account, until it
      expires or you revoke it in Settings &gt; Shared links.
    </p>
    <CopiedValue label="Link" value={new URL(path, location.origin).href} />
    <div className="row above-24 end">
      <Button onClick={onClose}>Done</Button>
    </div>
  </Dialog>
)
