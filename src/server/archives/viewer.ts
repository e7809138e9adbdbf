/**
 * The script of the page of an archive, as a text: it runs in a browser from the disk, without the rest of Taskdeck. It shows texts as texts only,
 * never as markup, and builds what it shows when it is asked for, so that a large archive opens quickly.
 */
export const viewer = String.raw`function () {
  'use strict'
  const shownAtOnce = 100
  const tasks = [], about = new Map(), rest = { view: [], label: [], settings: [] }
  const add = (task, kind, value) => {
    if (!about.has(task)) about.set(task, { note: [], receipt: [], reference: [], file: [], event: [] })
    about.get(task)[kind].push(value)
  }
  for (const block of document.querySelectorAll('script[type="application/json"]')) {
    for (const one of JSON.parse(block.textContent)) {
      if (one.record === 'task') tasks.push(one)
      else if (rest[one.record]) rest[one.record].push(one)
      else if (one.task) add(one.task, one.record, one)
    }
    block.remove()
  }
  const byId = new Map(tasks.map((task) => [task._id, task]))
  const of = (task, kind) => about.get(task._id)?.[kind] ?? []
  const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  for (const task of tasks) {
    const texts = [task.title, task.description, ...task.labels, ...(task.doneWhen ?? []).map((one) => one.text)]
    for (const note of of(task, 'note')) texts.push(note.text, note.question?.answer ?? '')
    for (const file of of(task, 'file')) texts.push(file.name)
    task.words = '#' + task.number + ' ' + fold(texts.join('\n'))
    task.state = task.trashedAt ? 'Trash' : task.status
  }

  const element = (name, text, className) => {
    const made = document.createElement(name)
    if (text !== undefined) made.textContent = text
    if (className) made.className = className
    return made
  }
  const day = (time) => (time ?? '').slice(0, 10)
  const moment = (time) => (time ?? '').slice(0, 16).replace('T', ' ')
  const nameOf = (id) => {
    const task = byId.get(id)
    return task ? '#' + task.number + ' ' + task.title : 'a deleted task'
  }
  const [search, status, priority, label, sort] = document.querySelectorAll('form > *')
  const choices = (select, first, values) => {
    for (const [value, name] of [first, ...values.map((value) => [value, value])]) {
      const option = element('option', name)
      option.value = value
      select.append(option)
    }
  }
  const priorities = ['Critical', 'High', 'Medium', 'Low']
  const rankOf = (task) => priorities.findIndex((name) => name.toLowerCase() === String(task.priority).toLowerCase())
  const used = (values) => [...new Set(values)].sort((a, b) => a.localeCompare(b))
  choices(status, ['', 'All but the trash'], ['Open', ...used(tasks.map((task) => task.state))])
  choices(priority, ['', 'Any priority'], used(tasks.map((task) => task.priority)))
  choices(label, ['', 'Any label'], used(tasks.flatMap((task) => task.labels)))
  choices(sort, ['Newest', 'Newest first'], ['Due', 'Priority', 'Title', 'Oldest'])
  const newest = (a, b) => b.number - a.number
  const orders = {
    Newest: newest,
    Oldest: (a, b) => a.number - b.number,
    Due: (a, b) => (day(a.dueDate) || '9').localeCompare(day(b.dueDate) || '9') || newest(a, b),
    Priority: (a, b) => rankOf(a) - rankOf(b) || newest(a, b),
    Title: (a, b) => a.title.localeCompare(b.title) || newest(a, b),
  }

  const section = (body, title, items) => {
    if (!items.length) return
    body.append(element('h2', title))
    const list = element('ul')
    for (const item of items) {
      const line = element('li')
      line.append(item)
      list.append(line)
    }
    body.append(list)
  }
  const link = (file) => {
    const made = element('a', file.name)
    made.href = file.path.split('/').map(encodeURIComponent).join('/')
    made.download = file.name
    return made
  }
  const noteText = ({ number, createdAt, text, question }) => {
    const answer = question && (question.answer ? '\nAnswer: ' + question.answer : '\nNot answered')
    return element('div', number + ', ' + moment(createdAt) + ': ' + text + (answer || ''), 'text')
  }
  const eventText = ({ at, kind, after, via }) => {
    const fields = kind === 'updated' && after ? ': ' + Object.keys(after).join(', ') : ''
    return moment(at) + ' ' + kind + fields + (via && via !== 'session' ? ' via ' + via : '')
  }
  const bodyOf = (task) => {
    const body = element('div', undefined, 'body')
    if (task.description) body.append(element('p', task.description, 'text'))
    section(body, 'Done when', (task.doneWhen ?? []).map((one) => (one.isMet ? '☑ ' : '☐ ') + one.text))
    section(body, 'Links', [
      ...(task.partOf ? ['Part of ' + nameOf(task.partOf)] : []),
      ...(task.blockedBy ?? []).map((id) => 'Blocked by ' + nameOf(id)),
      ...(task.related ?? []).map((id) => 'Related to ' + nameOf(id)),
      ...tasks.filter((other) => other.partOf === task._id).map((other) => 'Has the part ' + nameOf(other._id)),
    ])
    section(body, 'Reminders', task.reminders ?? [])
    section(body, 'Repeats', task.repeat ? [JSON.stringify(task.repeat)] : [])
    section(body, 'Notes', of(task, 'note').map(noteText))
    section(body, 'Files', of(task, 'file').map(link))
    section(body, 'Receipts', of(task, 'receipt').map((one) => [moment(one.startedAt), one.isPassed ? 'passed' : 'failed', one.summary ?? one.command ?? one.kind].join(' ')))
    section(body, 'Git', of(task, 'reference').map((one) => one.kind + ' ' + one.name + ' ' + one.title))
    section(body, 'History', of(task, 'event').map(eventText))
    return body
  }
  const rowOf = (task) => {
    const row = element('details')
    const head = element('summary')
    head.append(element('span', '#' + task.number, 'number'), element('span', task.title, task.status === 'Completed' ? 'done' : ''))
    const facts = [task.state, task.priority, task.dueDate ? 'due ' + day(task.dueDate) : '', ...task.labels.map((name) => '#' + name)]
    head.append(element('span', facts.filter(Boolean).join(' · '), 'facts'))
    row.append(head)
    row.addEventListener('toggle', () => row.childElementCount === 1 && row.append(bodyOf(task)))
    return row
  }

  const list = document.getElementById('tasks'), more = document.getElementById('more')
  let found = [], shown = 0
  const showMore = () => {
    list.append(...found.slice(shown, shown + shownAtOnce).map(rowOf))
    shown += shownAtOnce
    more.hidden = shown >= found.length
  }
  const find = () => {
    const words = fold(search.value).split(/\s+/).filter(Boolean)
    const isState = (task) =>
      status.value === '' ? task.state !== 'Trash' : status.value === 'Open' ? !['Completed', 'Trash'].includes(task.state) : task.state === status.value
    found = tasks.filter(
      (task) =>
        isState(task) &&
        (!priority.value || task.priority === priority.value) &&
        (!label.value || task.labels.includes(label.value)) &&
        words.every((word) => task.words.includes(word)),
    )
    found.sort(orders[sort.value])
    document.getElementById('count').textContent = found.length + (found.length === 1 ? ' task' : ' tasks')
    shown = 0
    list.replaceChildren()
    showMore()
  }
  search.addEventListener('input', find)
  for (const select of [status, priority, label, sort]) select.addEventListener('change', find)
  search.form.addEventListener('submit', (event) => event.preventDefault())
  more.addEventListener('click', showMore)
  for (const [name, kind] of [['Saved views', 'view'], ['Labels', 'label'], ['Settings', 'settings']]) {
    const part = element('details'), body = element('div', undefined, 'body')
    part.append(element('summary', name))
    for (const { record, ...values } of rest[kind]) body.append(element('pre', JSON.stringify(values, null, 1)))
    if (!rest[kind].length) body.append(element('p', 'None', 'quiet'))
    part.append(body)
    document.getElementById('rest').append(part)
  }
  find()
}`
