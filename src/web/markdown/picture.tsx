import { useState } from 'react'
import { fileCalls } from '../../contract/calls/files.ts'
import { pathOf } from '../../contract/client.ts'
import classes from './markdown.module.css'

/** The address of a completion file of a task, as it stands in a description. */
export const fileAddress = (task: string, file: string) => pathOf(fileCalls.download.path, { id: task, file })

const ownFile = new RegExp(`^${fileCalls.download.path.replace(/:\w+/g, '[\\w-]+')}$`)

/** A picture that was uploaded to Taskdeck. Others are links: loading them would tell another server who reads the task, and when. */
export function Picture({ address, name }: { address: string; name: string }) {
  const [isFailed, setFailed] = useState(false)
  const label = name || 'Picture'
  if (!ownFile.test(address) || isFailed) {
    return address ? (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    ) : (
      <span>{label}</span>
    )
  }
  return <img className={classes.picture} src={address} alt={label} loading="lazy" onError={() => setFailed(true)} />
}
