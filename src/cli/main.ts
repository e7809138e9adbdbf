import { runProgram } from './program.ts'

void runProgram(process.argv.slice(2), process.env)
