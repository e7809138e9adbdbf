import { useState } from 'react'
import { timeAgo } from '../../contract/time-ago.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { TaskLink } from '../navigation/task-link.tsx'
import { useNow } from '../tasks/today.ts'
import controls from '../ui/controls.module.css'
import { BackIcon, ForwardIcon, QuestionIcon } from '../ui/icons.tsx'
import { Answers } from './answers.tsx'
import { askerOf } from './asker.ts'
import classes from './questions.module.css'
import type { OpenQuestion } from './use-questions.ts'

/** The open questions on a narrow screen, one at a time. After an answer, the next one takes its place. */
export function QuestionCard({ questions }: { questions: readonly OpenQuestion[] }) {
  const [place, setPlace] = useState(0)
  // Its age is updated every minute.
  useNow()
  const at = Math.min(place, questions.length - 1)
  const shown = questions[at]
  if (!shown) return null
  const { note, task } = shown
  return (
    <section className={classes.card} aria-labelledby="questions">
      <div className={classes.cardHead}>
        <QuestionIcon size={18} />
        <h2 id="questions">Needs you</h2>
        {questions.length > 1 && (
          <>
            <span className="mono" aria-live="polite">
              {at + 1} of {questions.length}
            </span>
            {at > 0 && <Step label="Earlier question" icon={<BackIcon size={18} />} onPress={() => setPlace(at - 1)} />}
            {at < questions.length - 1 && (
              <Step label="Next question" icon={<ForwardIcon size={18} />} onPress={() => setPlace(at + 1)} />
            )}
          </>
        )}
      </div>
      <p className={classes.asked} dir="auto">
        {askerOf(note)} · {timeAgo(note.createdAt)} · {nameOf(task)}
      </p>
      <p className={classes.question} dir="auto">
        {note.text}
      </p>
      <Answers key={note._id} task={task._id} note={note} write="Write an answer" />
      <TaskLink id={task._id} className={classes.open}>
        Open task
      </TaskLink>
    </section>
  )
}

interface StepProps {
  label: string
  icon: React.ReactNode
  onPress: () => void
}

const Step = ({ label, icon, onPress }: StepProps) => (
  <button type="button" className={`${controls.icon} ${classes.step}`} aria-label={label} onClick={onPress}>
    {icon}
  </button>
)
