import { realpathSync } from 'node:fs'
import { runProgram } from './program.ts'

const program = () => [process.execPath, realpathSync(process.argv[1] ?? '')]
void runProgram(process.argv.slice(2), process.env, program)
