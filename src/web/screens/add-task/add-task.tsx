import '@mantine/core/styles/Kbd.css'
import '@mantine/core/styles/SimpleGrid.css'
import { Anchor, Button, Group, Kbd, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { newId } from '../../../contract/new-id.ts'
import { priorities, statuses, taskLimits } from '../../../contract/tasks.ts'
import { namesOf } from '../../../contract/words/task-words.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { shortcutOf } from '../../commands/commands.ts'
import { earlyText } from '../../commands/early-keys.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { paths } from '../../navigation/paths.ts'
import { rememberScreen } from '../../navigation/remember-screen.ts'
import { DueDateField } from '../../tasks/due-date-field.tsx'
import { LabelsField } from '../../tasks/labels-field.tsx'
import { labelsProblem } from '../../tasks/labels-problem.ts'
import { useChange } from '../../tasks/use-change.ts'
import { filled, focusFirstError } from '../../ui/form-checks.ts'
import { Page } from '../../ui/page.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import classes from './add-task.module.css'
import { type Draft, draftOf, emptyDraft, isEmpty } from './draft.ts'
import { GenerateTasks } from './generate-tasks.tsx'

/** The form for a new task. A failed submission loses nothing, and an unfinished form is kept as a draft. */
export function AddTask() {
  const { user, preferences } = useSignedIn()
  const navigate = useNavigate()
  const draft = draftOf(user._id)
  const [found, setFound] = useState(draft.read)
  const change = useChange()
  const title = useFirstFocus()
  const [isAdding, setAdding] = useState(false)
  /** Known at once, before the next render. */
  const isSent = useRef(false)
  const form = useForm<Draft>({
    initialValues: found ?? emptyDraft,
    onValuesChange: draft.save,
    validate: {
      title: filled('Please give the task a title.'),
      description: filled('Please describe the task.'),
      dueDate: filled('Please choose a due date.'),
      labels: labelsProblem,
    },
  })
  const addEarlyText = useEffectEvent(() => {
    if (earlyText()) form.setFieldValue('title', form.values.title + earlyText())
  })
  useLayoutEffect(() => addEarlyText(), [])
  useUnsaved(!isEmpty(form.values))
  const submit = form.onSubmit(
    async (task) => {
      if (isSent.current) return
      isSent.current = true
      setAdding(true)
      const isStillHere = rememberScreen()
      const added = await change(
        { kind: 'create', tasks: [{ ...task, _id: newId() }] },
        {
          message: (made) => `Added ${namesOf(made)}`,
          failure: 'Error adding task',
          fallback: 'The server gave no reason.',
          lead: 'Error: ',
          isInputKept: true,
        },
      )
      if (!added) {
        isSent.current = false
        return setAdding(false)
      }
      draft.remove()
      if (isStillHere()) void navigate(paths.dashboard)
    },
    (errors) => focusFirstError(form, errors),
  )
  useCommands({ saveTask: () => submit() })
  const clearForm = () => {
    form.setValues(emptyDraft)
    setFound(undefined)
    title.current?.focus()
  }
  return (
    <Page title="Add a New Task">
      {found && (
        <Text size="sm" c="dimmed" mb="md" role="status">
          This is your draft. It is not added yet.{' '}
          <Anchor component="button" type="button" size="sm" onClick={clearForm}>
            Clear the form
          </Anchor>
        </Text>
      )}
      <form noValidate onSubmit={submit} className={classes.form}>
        <Stack gap="md">
          <TextInput label="Title" ref={title} maxLength={taskLimits.title} {...form.getInputProps('title')} />
          <Textarea
            label="Description"
            description="You can use Markdown."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autosize
            minRows={5}
            maxRows={16}
            maxLength={taskLimits.description}
            {...form.getInputProps('description')}
          />
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
            <NativeSelect label="Priority" data={[...priorities]} {...form.getInputProps('priority')} />
            <DueDateField
              label="Due date"
              value={form.values.dueDate || null}
              onChange={(day) => form.setFieldValue('dueDate', day ?? '')}
              error={form.errors.dueDate as string | undefined}
              preferences={preferences}
            />
            <NativeSelect label="Status" data={[...statuses]} {...form.getInputProps('status')} />
          </SimpleGrid>
          <LabelsField value={form.values.labels} onChange={(labels) => form.setFieldValue('labels', labels)} />
          <Group gap="xs" mt="xs">
            <Button
              type="submit"
              loading={isAdding}
              rightSection={
                <Kbd size="xs" visibleFrom="md" aria-hidden="true">
                  {shortcutOf('saveTask')}
                </Kbd>
              }
            >
              Add Task
            </Button>
            <Button component={Link} to={paths.dashboard} variant="subtle" onClick={draft.remove}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
      <Text fw={600} mt="xl">
        Just trying Taskdeck out?
      </Text>
      <GenerateTasks />
    </Page>
  )
}
