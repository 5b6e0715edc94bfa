import type { Severity } from '../plugin-api/event.js';
import type { ScalarField } from './collect-fields.js';

/** A scale of numbers whose direction is known, because the name of the field or its neighbours tell the sender. */
interface NumericScale {
  readonly field: RegExp;
  /** Names of other fields that this sender writes. All of them must be present. */
  readonly beside: readonly string[];
  /** The severity from each number on, in descending order; the first that the number reaches counts. */
  readonly steps: readonly (readonly [from: number, Severity])[];
}

const SEVERITY_NAME = /^(?:severity|level|alertlevel|eventseverity|alertseverity|loglevel|priority)$/;
/** RFC 5424: 0 is the worst. */
const SYSLOG: NumericScale['steps'] = [
  [8, 'WARNING'],
  [5, 'INFO'],
  [4, 'WARNING'],
  [3, 'ERROR'],
  [0, 'CRITICAL'],
];

const SCALES: readonly NumericScale[] = [
  // Alibaba Cloud SLS: 10 critical, 8 high, 6 medium, 4 low, 2 report.
  {
    field: SEVERITY_NAME,
    beside: ['alertinstanceid', 'fireresultscount'],
    steps: [
      [10, 'CRITICAL'],
      [8, 'ERROR'],
      [6, 'WARNING'],
      [0, 'INFO'],
    ],
  },
  // Nightingale: 1 critical, 2 warning, 3 notice.
  {
    field: SEVERITY_NAME,
    beside: ['ruleprod', 'triggertime'],
    steps: [
      [4, 'WARNING'],
      [3, 'INFO'],
      [2, 'WARNING'],
      [1, 'CRITICAL'],
    ],
  },
  {
    field: /^(?:syslog|journald?)(?:severity|level|priority)(?:code|number)?$|^severitycode$/,
    beside: [],
    steps: SYSLOG,
  },
  { field: SEVERITY_NAME, beside: ['shortmessage', 'version'], steps: SYSLOG },
  { field: SEVERITY_NAME, beside: ['facility'], steps: SYSLOG },
  // Zabbix: 5 disaster … 0 not classified.
  {
    field: /^(?:(?:trigger|event)?nseverity|triggerseverity)$/,
    beside: [],
    steps: [
      [5, 'CRITICAL'],
      [4, 'ERROR'],
      [2, 'WARNING'],
      [1, 'INFO'],
      [0, 'NONE'],
    ],
  },
  // OpenTelemetry.
  {
    field: /^severitynumber$/,
    beside: [],
    steps: [
      [21, 'CRITICAL'],
      [17, 'ERROR'],
      [13, 'WARNING'],
      [1, 'INFO'],
    ],
  },
  // The levels of Python.
  {
    field: /^(?:levelno|levelnumber)$/,
    beside: [],
    steps: [
      [50, 'CRITICAL'],
      [40, 'ERROR'],
      [30, 'WARNING'],
      [1, 'INFO'],
    ],
  },
  // Bunyan and Pino.
  {
    field: /^level$/,
    beside: ['pid', 'hostname', 'msg'],
    steps: [
      [60, 'CRITICAL'],
      [50, 'ERROR'],
      [40, 'WARNING'],
      [1, 'INFO'],
    ],
  },
];

/**
 * Returns the severity that a number means; `undefined` for words, and for a scale whose direction is unknown.
 * @param names the names of all fields of the alarm
 */
export function parseNumericSeverity(
  { name, text }: ScalarField,
  names: ReadonlySet<string>,
): Severity | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3})?$/.test(text)) return undefined;
  const number = Number(text);
  const scale = SCALES.find(
    ({ field, beside }) => field.test(name) && beside.every((other) => names.has(other)),
  );
  return scale?.steps.find(([from]) => number >= from)?.[1];
}
