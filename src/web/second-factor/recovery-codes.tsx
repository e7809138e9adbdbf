import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { saveFile } from '../ui/save-file.ts'
import classes from './second-factor.module.css'

/** Shows recovery codes, for the only time. */
export function RecoveryCodes({ codes, email, onKept }: { codes: string[]; email: string; onKept: () => void }) {
  const [result, setResult] = useState('')
  const text = `Recovery codes of ${email} for Taskdeck at ${location.host}\nEach works once.\n\n${codes.join('\n')}\n`
  const copy = async () =>
    setResult(
      (await copyText(codes.join('\n'))) ? 'Copied.' : 'The browser does not allow copying here. Download the codes.',
    )
  return (
    <div>
      <p>
        Keep these codes where you keep your passwords. If you lose your phone, each of them signs you in once. They are
        not shown again.
      </p>
      <ul className={`${classes.codes} mono`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button variant="default" onClick={copy}>
          Copy
        </Button>
        <Button variant="default" onClick={() => saveFile('taskdeck-recovery-codes.txt', 'text/plain', text)}>
          Download
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <p className="muted keeps-line" role="status">
        {result}
      </p>
      <div className="row end">
        <Button onClick={onKept}>I have kept them</Button>
      </div>
    </div>
  )
}
