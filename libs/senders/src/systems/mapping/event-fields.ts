import { EVENT_TYPES, SEVERITIES } from '../../plugin-api/event.js';

/** The fields of an event, and what the expression of each must return. */
export const EVENT_FIELDS = [
  {
    field: 'event_key',
    means: 'text; the same for one alarm firing and resolved, so no time and no random value',
  },
  { field: 'title', means: 'text; a RECOVERY may have none' },
  { field: 'event_type', means: `${EVENT_TYPES.join(', ')} or nothing (ALERT)` },
  {
    field: 'severity',
    means: `${SEVERITIES.join(', ')}, a usual word for one, or nothing: \`settings.default_severity\` of the webhook`,
  },
  { field: 'occurred_at', means: 'a time in any usual form, or nothing (the arrival)' },
  {
    field: 'occurred_at_is',
    means:
      '`start` if the time is the start of the problem, with which the alarm is repeated while it lasts; nothing or `change`: the time of the change',
  },
  {
    field: 'started_at',
    means: 'for a RECOVERY whose `occurred_at` is the end: the start of the problem, or nothing',
  },
  { field: 'description', means: 'text' },
  { field: 'rule', means: 'text' },
  { field: 'provider', means: 'text' },
  { field: 'account', means: 'text' },
  { field: 'image_url', means: 'text' },
  { field: 'labels', means: 'an object of texts: what the alarm is filtered and grouped by' },
  {
    field: 'links',
    means:
      'an object of addresses by name, such as `runbook` or `dashboard`; or a list of objects with `name` and `url`',
  },
  { field: 'additional_info', means: 'an object' },
] as const;
