import { createCell } from '../ui/client-state.ts'

/** Whether live events arrive; `off` while nobody is signed in. */
export type LiveState = 'off' | 'live' | 'reconnecting' | 'offline'

const state = createCell<LiveState>('off')

export const isLive = () => state.get() === 'live'
export const setLiveState = state.set
export const useLiveState = state.use
