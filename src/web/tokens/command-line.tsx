import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
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
    <Stack gap={6} align="flex-start">
      <Text size="sm">
        Work from a terminal: this line installs the command <code className="mono">taskdeck</code>, which needs Node 20
        or newer. Then sign in with <code className="mono">taskdeck login {location.origin}</code>
      </Text>
      <pre className={`mono ${classes.line}`}>{line}</pre>
      <Button variant="default" size="xs" onClick={copy}>
        Copy line
      </Button>
      <Text size="xs" c="dimmed" role="status" mih={18}>
        {result === 'copied' && 'Copied.'}
        {result === 'failed' && 'The browser does not allow copying here. Select the line and copy it yourself.'}{' '}
        {!result && (
          <>
            Or <Anchor href={`${location.origin}/cli/taskdeck.mjs`}>download the file</Anchor>.
          </>
        )}
      </Text>
    </Stack>
  )
}
