import type { Way } from '../../../contract/schemas/ways.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import type { WayKind } from '../../../contract/ways.ts'
import { Button } from '../../ui/button.tsx'
import { BellIcon } from '../../ui/icons.tsx'
import { DeviceIcon, SendIcon } from '../../ui/more-icons.tsx'
import { Switch } from '../../ui/switch.tsx'
import classes from './reminders.module.css'
import settings from './settings.module.css'

const names: Record<WayKind, string> = { push: 'Push', ntfy: 'ntfy', gotify: 'Gotify' }

interface Props {
  way: Way
  isTesting: boolean
  onTest: () => void
  onTurn: () => void
  onRemove: () => void
}

/** A way with its last failure, which stands until something arrives again. */
export function WayRow({ way, isTesting, onTest, onTurn, onRemove }: Props) {
  const { kind, name, isThisDevice, isOn, sentAt, failedAt, problem } = way
  const isPush = kind === 'push'
  const title = isPush ? `Push on ${isThisDevice ? 'this device' : name}` : names[kind]
  const Icon = isPush ? (isThisDevice ? BellIcon : DeviceIcon) : SendIcon
  return (
    <li className={classes.way}>
      <Icon size={18} />
      <div className={classes.text}>
        <p className="medium">{title}</p>
        <p className="small muted">
          {(!isPush || isThisDevice) && `${name} · `}
          {problem ? (
            <span className="critical">
              failed {failedAt && timeAgo(failedAt)}: {problem}
            </span>
          ) : (
            (sentAt && `last sent ${timeAgo(sentAt)}`) || 'nothing sent yet'
          )}
        </p>
      </div>
      <div className="row nowrap push">
        <Button
          className={settings.action}
          variant="default"
          size="small"
          onClick={onTest}
          isBusy={isTesting}
          aria-label={`Test ${title}`}
        >
          Test
        </Button>
        <Button
          className={settings.action}
          variant="subtle"
          tone="critical"
          size="small"
          onClick={onRemove}
          aria-label={`Remove ${title}`}
        >
          Remove
        </Button>
        <Switch aria-label={title} checked={isOn} onChange={onTurn} />
      </div>
    </li>
  )
}
