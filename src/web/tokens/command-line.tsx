import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import classes from './command-line.module.css'

/** A link beside the file, because older versions of Node need the ending of its name. */
const installLine = (origin: string) =>
  `curl -fsSL --create-dirs ${origin}/cli/taskdeck.mjs -o ~/.local/bin/taskdeck.mjs && chmod +x ~/.local/bin/taskdeck.mjs && ln -sf taskdeck.mjs ~/.local/bin/taskdeck`

/** The line that installs the command line from this server. */
export function CommandLine() {
  const line = installLine(location.origin)
  const [result, setResult] = useState<'copied' | 'failed'>()
  const copy = async () => setResult((await copyText(line)) ? 'copied' : 'failed')
  return (
    <div className="stack gap-6 start">
      <p>
        Work from a terminal: this line installs the command <code className="mono">taskdeck</code>, which needs Node 20
        or newer. Then sign in with <code className="mono">taskdeck login {location.origin}</code>
      </p>
      <pre className={`mono ${classes.line}`}>{line}</pre>
      <Button variant="default" size="small" onClick={copy}>
        Copy line
      </Button>
      <p className="small muted keeps-line" role="status">
        {result === 'copied' && 'Copied.'}
        {result === 'failed' && 'The browser does not allow copying here. Select the line and copy it yourself.'}{' '}
        {!result && (
          <>
            Or{' '}
            <a className="link" href={`${location.origin}/cli/taskdeck.mjs`}>
              download the file
            </a>
            .
          </>
        )}
      </p>
    </div>
  )
}
