export type Attributes = Record<string, string | number | boolean>

export interface SpanOptions {
  kind?: 'server' | 'client' | 'internal'
  attributes?: Attributes
}

/** A timed piece of work within a trace. */
export interface Span {
  readonly traceId: string
  /** The `traceparent` header of calls that belong to this work (W3C Trace Context). */
  readonly traceparent: string
  /** Begins a span within this one. */
  child(name: string, options?: SpanOptions): Span
  set(attributes: Attributes): void
  /** Ends the span. With an error, it counts as failed. */
  end(error?: unknown): void
}

/** Records traces. Recording never fails and never waits: see otlp.ts. */
export interface Tracing {
  /** Begins a trace, or continues the one that a `traceparent` header names. Returns undefined if this trace is not recorded. */
  begin(name: string, options?: SpanOptions & { traceparent?: string | undefined }): Span | undefined
  /** Sends the remaining spans, within two seconds. */
  close(): Promise<void>
}

/** Times work as a span, whether or not it is asynchronous. Without a parent, it only runs the work. */
export async function inSpan<T>(
  parent: Span | undefined,
  name: string,
  options: SpanOptions,
  work: (span?: Span) => Promise<T>,
) {
  const span = parent?.child(name, options)
  if (!span) return work()
  try {
    const result = await work(span)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
