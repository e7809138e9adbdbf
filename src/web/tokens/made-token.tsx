import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { TextField } from '../ui/text-field.tsx'

/** Shows a new token, for the only time. */
export function MadeToken({ token, onDone }: { token: string; onDone: () => void }) {
  const [result, setResult] = useState<'copied' | 'failed'>()
  const copy = async () => setResult((await copyText(token)) ? 'copied' : 'failed')
  return (
    <div className="stack">
      <p>Copy the token now. It is not shown again, because the server stores only a hash of it.</p>
      <TextField
        label="Token"
        value={token}
        readOnly
        className="mono"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="muted keeps-line" role="status">
        {result === 'copied' && 'Copied.'}
        {result === 'failed' && 'The browser does not allow copying here. Select the token and copy it yourself.'}
      </p>
      <div className="row end">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <Button onClick={copy} data-autofocus>
          Copy token
        </Button>
      </div>
    </div>
  )
}
