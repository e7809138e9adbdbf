/** The sentences that a screen reader says about a drag. */
export const liftedInWords = (name: string, from: string) => `You have lifted ${name} from ${from}.`

export const movedInWords = (name: string, from: string, to: string) => `You have moved ${name} from ${from} to ${to}.`

export const droppedInWords = (name: string, from: string, to: string) =>
  `You have dropped ${name}. ${movedInWords('it', from, to)}`

export const cancelledInWords = (name: string, from: string) => `Movement cancelled. ${name} has returned to ${from}.`

export const helpInWords =
  'Press Space to start a drag. When dragging, you can use the arrow keys to move the item around, Space to drop it and Escape to cancel. Some screen readers may require you to be in focus mode or to use your pass-through key.'
