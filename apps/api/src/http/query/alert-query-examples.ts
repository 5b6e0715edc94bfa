import { count, inLastWeek, byCountDescending, type QueryExamples } from './query-examples.js';

const ownRecovery = { k: 'resolved_reason', v: 'RECOVERY', o: 'eq' };

export const ALERT_SEARCHES: QueryExamples = {
  self_resolved: {
    summary: 'Alerts of the last 7 days that recovered within 5 minutes and were never acknowledged',
    query: {
      filter: [
        inLastWeek('opened_at'),
        ownRecovery,
        { k: 'resolved_after', v: 300, o: 'lte' },
        { k: 'acknowledged', v: false, o: 'eq' },
      ],
    },
  },
  longest: {
    summary: 'The open alerts, the oldest first',
    query: {
      filter: [{ k: 'state', v: 'OPEN', o: 'eq' }],
      sort: { key: 'opened_at' },
      page: { limit: 20 },
    },
  },
};

const percentileOf = (key: string, percentile: number) => ({
  name: `p${percentile}`,
  operator: 'percentile',
  key,
  percentile,
});

export const ALERT_STATS: QueryExamples = {
  durations: {
    summary: 'How long alerts of the last 7 days were open, by webhook and severity (seconds)',
    query: {
      filter: [inLastWeek('opened_at'), { k: 'state', v: 'RESOLVED', o: 'eq' }],
      aggregate: [
        {
          group: {
            keys: [{ key: 'webhook_id' }, { key: 'severity' }],
            fields: [
              count,
              { key: 'resolved_after', name: 'average', operator: 'average' },
              ...[50, 90, 99].map((each) => percentileOf('resolved_after', each)),
            ],
          },
        },
        byCountDescending,
      ],
    },
  },
  open: {
    summary: 'Open alerts by severity',
    query: {
      filter: [{ k: 'state', v: 'OPEN', o: 'eq' }],
      aggregate: [{ group: { keys: [{ key: 'severity' }], fields: [count] } }, byCountDescending],
    },
  },
  flapping: {
    summary: 'The most frequent alerts of the last 7 days',
    query: {
      filter: [inLastWeek('opened_at')],
      aggregate: [
        {
          group: {
            keys: [{ key: 'event_key' }],
            fields: [count, { key: 'event_count', name: 'events', operator: 'sum' }],
          },
        },
        byCountDescending,
        { limit: 10 },
      ],
    },
  },
};

export const ALERT_ACKNOWLEDGEMENTS: QueryExamples = {
  webhook: {
    summary: 'Unacknowledged warnings about a disk',
    query: {
      filter: [
        { k: 'severity', v: 'WARNING', o: 'eq' },
        { k: 'acknowledged', v: false, o: 'eq' },
      ],
      keyword: 'disk',
    },
  },
};

export const ALERT_RESOLUTIONS: QueryExamples = {
  rule: {
    summary: 'Open alerts of a rule that nothing was heard of for a day',
    query: {
      filter: [
        { k: 'rule', v: 'DiskFull', o: 'eq' },
        { k: 'last_received_at', v: 'now - 1d', o: 'timediff_lt' },
      ],
    },
  },
};
