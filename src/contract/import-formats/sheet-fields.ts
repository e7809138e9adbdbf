/** The fields of a task that a column can have, with the names by which columns are recognised. */
export const columnNames = {
  title: ['title', 'summary', 'name', 'task', 'subject', 'content', 'issue', 'task name'],
  id: ['id', 'key', 'issue key', 'identifier', 'uuid', 'number', 'task id'],
  description: ['description', 'notes', 'note', 'body', 'details', 'text'],
  labels: ['labels', 'label', 'tags', 'tag', 'project', 'list', 'category'],
  priority: ['priority', 'importance'],
  due: ['due date', 'due', 'due on', 'deadline', 'date'],
  start: ['start date', 'start', 'starts', 'defer date'],
  status: ['status', 'state', 'done', 'completed'],
  created: ['created', 'created at', 'created date', 'date created', 'creation date'],
  completed: ['completed at', 'closed at', 'completion date', 'resolved', 'date completed'],
  parent: ['parent', 'parent id', 'parent task', 'parent issue', 'part of'],
} as const
export type SheetField = keyof typeof columnNames
export const sheetFields = Object.keys(columnNames) as SheetField[]
/** The columns that fields are read from. An empty one means that a field has no column. */
export type SheetColumns = Partial<Record<SheetField, string>>
