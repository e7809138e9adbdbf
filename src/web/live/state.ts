import { createCell } from '../ui/client-state.ts'

/** Whether live events arrive; `off` while nobody is signed in. */
export type LiveState = 'off' | 'live' | 'reconnecting' | 'offline'

export const liveState = createCell<LiveState>('off')

export const isLive = () => liveState.get() === 'live'
export const setLiveState = liveState.set
export const useLiveState = liveState.use
