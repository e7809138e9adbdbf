import type { PasswordOwner } from '../../contract/password-words.ts'
import { passwordStrength } from './password-strength.ts'
import classes from './strength-meter.module.css'

const tones = ['critical', 'critical', 'progress', 'done', 'done']

/** The strength of a new password as a word and a bar, with advice. */
export function StrengthMeter({ password, owner }: { password: string; owner: PasswordOwner }) {
  if (!password) return null
  const { score, word, advice } = passwordStrength(password, owner)
  return (
    <div role="status">
      <div className={classes.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            style={{ background: step <= Math.max(1, score) ? `var(--deck-${tones[score]})` : undefined }}
          />
        ))}
      </div>
      <p className="small muted">
        {word}. {advice}
      </p>
    </div>
  )
}
