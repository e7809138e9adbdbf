import { createCell } from '../ui/client-state.ts'

/**
 * Whether live events arrive; `off` while nobody is signed in. Without them, only a call tells whether the server can be reached: `delayed` if
 * it answers, `away` or `offline` if it does not. Until then the state is `connecting`, or `reconnecting` after a loss.
 */
export type LiveState = 'off' | 'connecting' | 'live' | 'reconnecting' | 'delayed' | 'away' | 'offline'

export const liveState = createCell<LiveState>('off')

export const isLive = () => liveState.get() === 'live'
export const setLiveState = liveState.set
export const useLiveState = liveState.use
/** Whether the server could not be reached when it was last called. */
export const isAway = (state: LiveState) => state === 'away' || state === 'offline'
export const useIsAway = () => liveState.useDerived(isAway)
