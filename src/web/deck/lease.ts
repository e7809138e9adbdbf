export interface Lease {
  tab: string
  /** When it runs out, by the clock of this device. */
  until: number
}

/** Claims the lease for a tab, in one step for all tabs. Takes it from the tab `instead`, if it is given. Returns whether the tab holds it now. */
export type Claim = (wish: Lease, instead?: string | typeof anyTab) => Promise<boolean>
export const anyTab = Symbol('any tab')

/** Whether a tab gets the lease that it wants. */
export const isFree = (held: Lease | undefined, { tab }: Lease, instead?: string | typeof anyTab) =>
  !held || held.tab === tab || held.until < Date.now() || instead === anyTab || instead === held.tab
