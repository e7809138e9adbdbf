import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react'

type Values = { [field: string]: unknown }
type Errors<V> = { [F in keyof V]?: string | undefined }
type FieldsOf<V, T> = { [F in keyof V]: V[F] extends T ? F : never }[keyof V] & string

interface Options<V> {
  initialValues: V
  initialErrors?: Errors<V>
  /** Each returns what is wrong with the value, or null. */
  validate: { [F in keyof V]?: (value: V[F], values: V) => string | null }
  onValuesChange?: (values: V) => void
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type Form<V extends Values> = ReturnType<typeof useForm<V>>

/** The values of a form and what is wrong with them. Checked when it is submitted; an error disappears as soon as its field changes. */
export function useForm<V extends Values>({ initialValues, initialErrors = {}, validate, onValuesChange }: Options<V>) {
  const id = useId()
  const [values, setValues] = useState(initialValues)
  const [errors, setErrors] = useState<Errors<V>>(initialErrors)
  /** Known at once, before the next render. */
  const latest = useRef(values)

  const idOf = (field: keyof V & string) => `${id}-${field}`
  const change = (next: V) => {
    latest.current = next
    setValues(next)
    onValuesChange?.(next)
  }
  const set = <F extends keyof V & string>(field: F, value: V[F] | ((before: V[F]) => V[F])) => {
    const before = latest.current[field]
    const next = typeof value === 'function' ? (value as (before: V[F]) => V[F])(before) : value
    setErrors((all) => ({ ...all, [field]: undefined }))
    change({ ...latest.current, [field]: next })
  }
  const setAll = (next: V) => {
    setErrors({})
    change(next)
  }
  const focus = (field: string) => document.getElementById(idOf(field))?.focus()
  /** Shows all errors, and focuses the first field that has one. */
  const isValid = () => {
    const found: Errors<V> = {}
    for (const field of Object.keys(validate) as (keyof V)[]) {
      const problem = validate[field]?.(latest.current[field], latest.current)
      if (problem) found[field] = problem
    }
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) focus(first)
    return first === undefined
  }
  return {
    values,
    errors,
    /** The values, known before they are rendered. */
    current: () => latest.current,
    idOf,
    set,
    setAll,
    isValid,
    reset: () => setAll(initialValues),
    clearErrors: () => setErrors({}),
    /** Shows the server's objection at a field, and focuses it. */
    refuse: (field: keyof V & string, message: string) => {
      setErrors((all) => ({ ...all, [field]: message }))
      focus(field)
    },
    /** The attributes of a field for text. */
    field: <F extends FieldsOf<V, string>>(field: F) => ({
      id: idOf(field),
      value: values[field] as string,
      error: errors[field],
      onChange: ({ currentTarget }: ChangeEvent<Control>) => set(field, currentTarget.value as V[F]),
    }),
    /** The attributes of a checkbox. */
    checkbox: <F extends FieldsOf<V, boolean>>(field: F) => ({
      id: idOf(field),
      checked: values[field] as boolean,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => set(field, currentTarget.checked as V[F]),
    }),
    /** Handles the submission of the form. Also called without an event, by a key. */
    onSubmit: (submit: (values: V) => void) => (event?: FormEvent) => {
      event?.preventDefault()
      if (isValid()) submit(latest.current)
    },
  }
}
