import { str } from 'envalid';
import { logLevels } from './config.js';
import { oneOf, share, urlOf, wholeNumber } from './validators.js';

export const processSettings = {
  METRICS_PORT: {
    ...wholeNumber(0, 65_535),
    default: undefined,
    desc: 'the port of the metrics, and of a worker also of its health; 9464 for the API and 9465 for a worker unless set',
  },
  LOG_LEVEL: {
    ...oneOf(logLevels),
    default: 'info' as const,
    desc: 'the least that is logged, in lines of JSON on standard output',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...urlOf(['http:', 'https:'], 'http://collector:4318'),
    default: undefined,
    desc: 'where spans go; /v1/traces is added',
  },
  OTEL_SERVICE_NAME: {
    ...str(),
    default: undefined,
    desc: 'the name in the traces; tocsin-api and tocsin-worker unless set',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    ...share,
    default: 1,
    desc: 'how many of the traces that begin here are recorded',
  },
};

/** Not for operators: whoever starts a process again tells it of those before it. */
export const supervisorVariables = {
  PREDECESSOR_STALLS: {
    ...wholeNumber(0, Number.MAX_SAFE_INTEGER),
    default: 0,
    desc: 'the processes before this one that were ended as they hung',
  },
  PREDECESSOR_CRASHES: {
    ...wholeNumber(0, Number.MAX_SAFE_INTEGER),
    default: 0,
    desc: 'the processes before this one that another signal ended',
  },
  PREDECESSOR_LOST_AT: {
    ...wholeNumber(0, Number.MAX_SAFE_INTEGER),
    default: undefined,
    desc: 'when the last of them ended, milliseconds since 1970',
  },
};
