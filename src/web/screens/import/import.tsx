import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { chooseFile } from '../../imports/choose-import.ts'
import { importState } from '../../imports/import-state.ts'
import { useIsAway } from '../../live/state.ts'
import { useStop } from '../../navigation/trail.ts'
import { alertFailed } from '../../ui/alerts.tsx'
import { useTitle } from '../../ui/page.tsx'
import { Wide } from '../../views/frame.tsx'
import { CheckFile } from './check-file.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Done } from './done.tsx'
import classes from './import.module.css'
import { Running } from './running.tsx'
import { Steps } from './steps.tsx'

const name = 'Import'

/** Imports tasks from a file of another program: chooses it, shows what will be made, and makes it. The state stays if the user leaves. */
export function Import() {
  useTitle(name)
  useStop(name)
  const state = importState.use()
  const isAway = useIsAway()
  const step = state.step === 'choose' || state.step === 'opening' ? 1 : state.step === 'done' ? 3 : 2
  return (
    <Wide>
      <DropArea>
        <header className={classes.heading}>
          <Title step={state.step === 'running' ? 'running' : step} />
          <Steps current={step} />
        </header>
        {isAway && step < 3 && (
          <p className={classes.notice} role="status">
            An import needs the server, which cannot be reached now. What you have chosen stays here.
          </p>
        )}
        {(state.step === 'choose' || state.step === 'opening') && <ChooseFile state={state} />}
        {state.step === 'check' && <CheckFile file={state.file} failure={state.failure} />}
        {state.step === 'running' && <Running {...state} />}
        {state.step === 'done' && <Done {...state} />}
      </DropArea>
    </Wide>
  )
}

const stepNames = {
  1: 'Step 1 of 3: choose a file',
  2: 'Step 2 of 3: check',
  running: 'Importing',
  3: 'Step 3 of 3: done',
}

/** The heading gets the focus when the step changes, because the control that had it is gone. */
function Title({ step }: { step: keyof typeof stepNames }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  return (
    <h1 ref={heading} tabIndex={-1} className={`h1 ${classes.title}`}>
      {name} <span className={classes.step}>{stepNames[step]}</span>
    </h1>
  )
}

/** Takes a file that is dropped anywhere on the screen, unless an import is running. */
function DropArea({ children }: { children: ReactNode }) {
  const { user } = useSignedIn()
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(false)
    const [file, ...others] = event.dataTransfer.files
    if (others.length) alertFailed('Choose one file. Several can be in a ZIP.', name)
    else if (importState.get().step === 'running') alertFailed('Wait until this import has ended.', name)
    else if (file) void chooseFile(file, file.name, user._id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can also be chosen with a button
    <div
      className={classes.screen}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={onDrop}
    >
      {children}
    </div>
  )
}
