/** A value, or the promise of one. What SQLite answers is there at once, and a promise around it would cost as much as the answer. */
export type MaybePromise<T> = T | Promise<T>

/** Goes on with a value when it is there: at once, where it is there already. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}
