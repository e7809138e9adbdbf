import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from 'react-router'
import type { NewTask } from '../../../contract/schemas/tasks.ts'
import { defaults, priorities, statuses, taskLimits } from '../../../contract/tasks.ts'
import { filled, focusFirstError } from '../../accounts/checks.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { paths } from '../../app/paths.ts'
import { DueDateField } from '../../tasks/due-date-field.tsx'
import { LabelsField } from '../../tasks/labels-field.tsx'
import { useCreateTask } from '../../tasks/queries.ts'
import { useUndo } from '../../tasks/undo.ts'
import { alertFailed } from '../../ui/alerts.tsx'
import { messageOf } from '../../ui/failed.ts'
import { Page } from '../../ui/page.tsx'
import classes from './add-task.module.css'
import { GenerateTasks } from './generate-tasks.tsx'

/** What was typed stays when the server refuses or is away. */
export function AddTask() {
  const { preferences } = useSignedIn()
  const navigate = useNavigate()
  const create = useCreateTask()
  const undo = useUndo()
  const form = useForm<Required<NewTask>>({
    initialValues: { title: '', description: '', dueDate: '', labels: [], ...defaults },
    validate: {
      title: filled('Please give the task a title.'),
      description: filled('Please describe the task.'),
      dueDate: filled('Please choose a due date.'),
    },
  })
  const submit = form.onSubmit(
    (task) =>
      create.mutate(task, {
        onSuccess: ({ message, change }) => {
          undo.offer(message, change)
          navigate(paths.dashboard)
        },
        onError: (error) => {
          console.error('Error adding task', error)
          alertFailed(`Error: ${messageOf(error, 'The server gave no reason.')}`)
        },
      }),
    (errors) => focusFirstError(form, errors),
  )
  return (
    <Page title="Add a New Task">
      <form noValidate onSubmit={submit} className={classes.form}>
        <Stack gap="md">
          <TextInput label="Title" maxLength={taskLimits.title} data-autofocus {...form.getInputProps('title')} />
          <Textarea
            label="Description"
            description="Markdown is welcome."
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
            <Button type="submit" loading={create.isPending}>
              Add Task
            </Button>
            <Button component={Link} to={paths.dashboard} variant="subtle">
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
      <Text fw={600} mt="xl">
        Just trying things out?
      </Text>
      <GenerateTasks />
    </Page>
  )
}
