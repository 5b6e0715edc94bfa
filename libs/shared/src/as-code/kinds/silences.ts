import { isObject } from '../../kernel/json.js';
import { sortWeekdays } from '../../kernel/weekdays.js';
import { getName, pick, type Kind } from '../kind.js';

const FIELDS = ['filter', 'filter_or', 'starts_at', 'ends_at', 'reason', 'weekly'];

export const SILENCES: Kind = {
  section: 'silences',
  noun: 'silence',
  id: 'silence_id',
  project: 'none',
  fixed: [],
  filters: { filter: 'filter_or' },
  schema: (api) => ({
    properties: {
      ...pick(api['CreateSilenceRequest']?.properties ?? {}, ...FIELDS),
      // Each apply would move a relative time.
      starts_at: { type: 'string', format: 'date-time', description: 'Default: when it is created.' },
      ends_at: { type: 'string', format: 'date-time', description: 'At most a year after `starts_at`.' },
    },
    required: ['filter', 'ends_at', 'reason'],
  }),
  defaults: () => ({ weekly: null }),
  complete: ({ weekly, ...terms }, stored) => ({
    ...terms,
    reason: String(terms['reason']).trim(),
    starts_at: toIsoTime(terms['starts_at'] ?? stored?.['starts_at']),
    ends_at: toIsoTime(terms['ends_at']),
    weekly: isObject(weekly)
      ? { ...weekly, days: sortWeekdays(weekly['days'] as readonly string[]) }
      : weekly,
  }),
  nameOf: getName,
  // A silence that has ended says nothing of the future.
  isKept: ({ state }) => state !== 'EXPIRED',
  hasEnded: ({ ends_at }) => Date.parse(String(ends_at)) <= Date.now(),
  read: (info) => pick(info, ...FIELDS),
  write: (terms, _, name) => ({ name, ...terms }),
};

const toIsoTime = (value: unknown): unknown =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : value;
