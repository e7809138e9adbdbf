import { type LogAnswer, type LogPlace, type LogQuestion, startLogThread } from './log-thread.ts'
import { sqliteThread } from './sqlite-thread.ts'

/** Follows the log of a SQLite file in a separate thread: see log-reader.ts. */
export const followLog = (place: LogPlace) => sqliteThread<LogQuestion, LogAnswer>(() => startLogThread(place))
