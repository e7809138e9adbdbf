import { useQuery } from '@tanstack/react-query'
import { deleteDeck } from '../deck/indexed-db.ts'
import { type LeftDeck, leftDecks } from '../deck/left-decks.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { reportFailure } from '../ui/failed.ts'
import { type FileKind, saveTasks } from './deck-file.ts'
import classes from './left-decks.module.css'

const kinds: FileKind[] = ['Markdown', 'JSON']

/** Offers the tasks of accounts that no longer exist as a file, and deletes them when the user says so. */
export function LeftDecks() {
  const { data: decks = [], refetch } = useQuery({ queryKey: ['left-decks'], queryFn: leftDecks, retry: false })
  const remove = async ({ owner }: LeftDeck) => {
    const isMeant = await confirm({
      question: 'Delete these tasks from this device?',
      detail: 'No server has these tasks. Download them first if you want to keep them.',
      action: 'Delete',
    })
    if (!isMeant) return
    await deleteDeck(owner).catch((error) => reportFailure('Storage error', error, 'They could not be deleted.'))
    await refetch()
  }
  return decks.map((deck) => (
    <section key={deck.owner} className={classes.left} aria-label="Tasks without an account">
      <p className="strong">Tasks without an account</p>
      <p className="muted" dir="auto">
        This browser has {contentsOf(deck)}
        {deck.user ? ` of ${deck.user.username} (${deck.user.email})` : ''}. This account does not exist on the server
        any more, so this may be the last copy.
      </p>
      <div className="row above-12">
        {kinds.map((kind) => (
          <Button key={kind} size="small" variant="default" onClick={() => saveTasks(deck, kind)}>
            Download {kind}
          </Button>
        ))}
        <Button className="push" size="small" variant="subtle" tone="critical" onClick={() => remove(deck)}>
          Delete
        </Button>
      </div>
    </section>
  ))
}

function contentsOf({ tasks, changes }: LeftDeck): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
  return `${count(tasks.size, 'task')}${changes.length ? ` and ${count(changes.length, 'unsent change')}` : ''}`
}
