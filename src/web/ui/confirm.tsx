import { ask } from './ask.tsx'
import { Button } from './button.tsx'

interface Question {
  question: string
  detail?: string
  /** The label of the button that confirms. */
  action: string
  /** The label of the button that leaves everything as it is. */
  refusal?: string
}

/** Asks for confirmation. The button that refuses has the focus, and Escape cancels. */
export async function confirm({ question, detail, action, refusal = 'Cancel' }: Question): Promise<boolean> {
  const isConfirmed = await ask<boolean>(question, (answer) => (
    <>
      {detail && (
        <p className="muted" dir="auto">
          {detail}
        </p>
      )}
      <div className="row above-16 end">
        <Button variant="default" data-autofocus onClick={() => answer(false)}>
          {refusal}
        </Button>
        <Button tone="critical" onClick={() => answer(true)}>
          {action}
        </Button>
      </div>
    </>
  ))
  return isConfirmed ?? false
}
