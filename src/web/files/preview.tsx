import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileCalls } from '../../contract/calls/files.ts'
import { CallError, callForBytes, notTaskdeck } from '../../contract/client.ts'
import type { CompletionFile } from '../../contract/schemas/files.ts'
import { Button } from '../ui/button.tsx'
import { messageOf } from '../ui/failed.ts'
import { Scrollable } from '../ui/scrollable.tsx'

const maxTextBytes = 200_000

/** Whether a browser shows the file as a picture. The server sends other types as plain bytes. */
export const isPicture = ({ type }: Pick<CompletionFile, 'type'>) => /^image\/(png|jpeg|gif|webp|avif)$/.test(type)

/** How a file can be previewed; undefined if it can only be downloaded. */
export function previewKind({ type, name, size }: CompletionFile): 'image' | 'text' | undefined {
  if (isPicture({ type })) return 'image'
  const text =
    /^text\/|^application\/(json|xml)$/.test(type) ||
    /\.(log|md|txt|json|ya?ml|csv|ts|tsx|js|py|rs|go|sh|sql|diff|patch)$/i.test(name)
  return text && size <= maxTextBytes ? 'text' : undefined
}

interface TextProps {
  file: CompletionFile
  params: { id: string; file: string }
}

export function TextPreview({ file, params }: TextProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['preview', file._id],
    queryFn: async ({ signal }) => {
      const bytes = await callForBytes(fileCalls.download, { params }, { signal })
      if (bytes.size !== file.size) throw new CallError(0, 'network', notTaskdeck)
      return bytes.text()
    },
    // The content of a file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data !== undefined) return <Scrollable as="pre">{data}</Scrollable>
  if (!error) return <p className="muted">Loading …</p>
  return <Failed reason={messageOf(error, 'The server gave no reason.')} onRetry={() => refetch()} />
}

export function ImagePreview({ file, url }: { file: CompletionFile; url: string }) {
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setFailed] = useState(false)
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  if (isFailed) return <Failed reason="The response is not a picture." onRetry={retry} />
  return <img key={attempt} src={url} alt={file.name} onError={() => setFailed(true)} />
}

function Failed({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <div className="row" role="alert">
      <p className="muted">The preview could not be loaded. {reason}</p>
      <Button variant="default" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
