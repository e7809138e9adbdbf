import type { ComponentType } from 'react'
import { createCell } from './client-state.ts'

/** A component that a screen shows in the navigation bar, so that the bar need not load it for visitors. */
export const navSlot = createCell<ComponentType | undefined>(undefined)
