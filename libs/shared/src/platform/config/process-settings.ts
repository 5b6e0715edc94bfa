import { logLevels } from './config.js';
import { oneOf, share, urlOf, wholeNumber } from './validators.js';

export const processSettings = {
  METRICS_PORT: {
    ...wholeNumber(0, 65_535),
    default: undefined,
    desc: 'the port of metrics, and for a worker also of health; by default 9464 for the API and 9465 for a worker',
  },
  LOG_LEVEL: {
    ...oneOf(logLevels),
    default: 'info' as const,
    desc: 'the lowest level to log, as lines of JSON on standard output',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...urlOf(['http:', 'https:'], 'http://collector:4318'),
    default: undefined,
    desc: 'the address of the trace collector; /v1/traces is appended',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    ...share,
    default: 1,
    desc: 'the share of traces started here that are recorded',
  },
};

/** Not for operators: the supervisor that restarts a process sets them. */
export const supervisorVariables = {
  PREDECESSOR_STALLS: {
    ...wholeNumber(0, Number.MAX_SAFE_INTEGER),
    default: 0,
    desc: 'number of previous processes that the watchdog ended',
  },
  PREDECESSOR_CRASHES: {
    ...wholeNumber(0, Number.MAX_SAFE_INTEGER),
    default: 0,
    desc: 'number of previous processes that another signal ended',
  },
  PREDECESSOR_LOST_AT: {
    ...wholeNumber(0, Number.MAX_SAFE_INTEGER),
    default: undefined,
    desc: 'time when the last of them ended, in milliseconds since 1970',
  },
};
