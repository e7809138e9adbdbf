import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import * as otel from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import packageInfo from '../../../package.json' with { type: 'json' }
import type { Config } from '../settings/config.ts'
import type { Span, SpanOptions, Tracing } from './tracing.ts'

interface Log {
  info(message: string): void
  warn(details: object, message: string): void
}

const maxCloseMs = 2_000
const sendEveryMs = 2_000
const kinds = {
  server: otel.SpanKind.SERVER,
  client: otel.SpanKind.CLIENT,
  internal: otel.SpanKind.INTERNAL,
} as const
const plausibleParent = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/**
 * Sends traces to an OpenTelemetry collector over HTTP. Spans are sent in the background, in batches. While the collector cannot be
 * reached, the oldest 2,048 wait and further ones are dropped. Only loaded if the settings name a collector.
 */
export function otlpTracing({ endpoint, service, ratio }: NonNullable<Config['tracing']>, log: Log): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const own = resourceFromAttributes({
    'service.name': service,
    'service.version': packageInfo.version,
    'service.instance.id': `${hostname()}-${process.pid}`,
  })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: 2_000 },
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(exporter, log), scheduledDelayMillis: sendEveryMs })],
  })
  const tracer = provider.getTracer('taskdeck', packageInfo.version)

  function begin(name: string, parent: otel.Context, { kind = 'internal', attributes = {} }: SpanOptions) {
    return tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
  }

  return {
    begin(name, options = {}) {
      const span = begin(name, remoteContext(options.traceparent), options)
      return span.isRecording() ? wrapped(span, begin) : undefined
    },
    close: async () => {
      await Promise.race([provider.shutdown().catch(() => {}), pause(maxCloseMs, undefined, { ref: false })])
    },
  }
}

type Begin = (name: string, parent: otel.Context, options: SpanOptions) => otel.Span

function wrapped(span: otel.Span, begin: Begin): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    child: (name, options = {}) => wrapped(begin(name, otel.trace.setSpan(otel.ROOT_CONTEXT, span), options), begin),
    set: (attributes) => void span.setAttributes(attributes),
    end(error) {
      if (error !== undefined) {
        // Messages may contain data of users, so only the kind of error is sent.
        span.setAttribute('error.type', error instanceof Error ? error.name : 'error')
        span.setStatus({ code: otel.SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

/** The caller's span, if the header is valid. */
function remoteContext(traceparent = ''): otel.Context {
  const [, traceId = '', spanId = '', flags = ''] = plausibleParent.exec(traceparent) ?? []
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & otel.TraceFlags.SAMPLED, isRemote: true }
  return otel.isSpanContextValid(parent) ? otel.trace.setSpanContext(otel.ROOT_CONTEXT, parent) : otel.ROOT_CONTEXT
}

/** Logs when traces cannot be sent, and when they can be sent again. */
function reporting(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0
        if (failed && !isFailing) {
          log.warn(
            { err: result.error },
            'Traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT. Requests are not affected.',
          )
        }
        if (!failed && isFailing) log.info('Traces can be sent again.')
        isFailing = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush ? { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() } : {}),
  }
}
