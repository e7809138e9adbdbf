/** Two overlapping cards, the front one ticked. */
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect x="3" y="10" width="18" height="19" rx="5" fill="var(--deck-accent)" opacity="0.4" />
      <rect x="9" y="3" width="20" height="20" rx="5" fill="var(--deck-accent)" />
      <path
        d="m14.5 13 3.2 3.2 6-6.2"
        fill="none"
        stroke="var(--deck-surface)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
