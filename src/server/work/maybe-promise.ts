/** A value or a promise of it. SQLite returns its rows synchronously, and a promise around them would cost as much as the query. */
export type MaybePromise<T> = T | Promise<T>

/** Continues with a value: synchronously, or when its promise resolves. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}
