import type { SharedNote } from '../../contract/schemas/shares.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import classes from './shared-link.module.css'
import { Text } from './text.tsx'

/** The newest notes, newest first. */
export const SharedNotes = ({ notes, more }: { notes: SharedNote[]; more: number }) => (
  <section className={classes.list} aria-labelledby="notes">
    <h2 id="notes" className={classes.groupHead}>
      Notes
    </h2>
    {notes.length === 0 && <p className="muted">No notes yet.</p>}
    {notes.map((note) => (
      <article key={`${note.at} ${note.text}`} className={classes.card}>
        <p className="small muted below-8">
          <bdi>{note.by}</bdi> · {timeAgo(note.at)}
        </p>
        {note.isPlain ? (
          <p className={classes.plain} dir="auto">
            {note.text}
          </p>
        ) : (
          <Text text={note.text} />
        )}
        {note.answer !== null && (
          <p className={`muted above-8 ${classes.plain}`} dir="auto">
            Answer: {note.answer}
          </p>
        )}
      </article>
    ))}
    {more > 0 && <p className={classes.nothing}>{more.toLocaleString('en')} older notes are not shown.</p>}
  </section>
)
