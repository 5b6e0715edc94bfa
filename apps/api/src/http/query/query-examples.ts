/** Queries for the documentation, by name. Each works unchanged in the domain `demo`. */
export type QueryExamples = Readonly<Record<string, { readonly summary: string; readonly query: object }>>;

export const inLastWeek = (key: string) => ({ k: key, v: 'now/d - 7d', o: 'timediff_gte' });
export const count = { name: 'count', operator: 'count' };
export const byCountDescending = { sort: { key: 'count', desc: true } };

export const EVENT_SEARCHES: QueryExamples = {
  severe: {
    summary: 'Severe events of the last 7 days that contain both words',
    query: {
      filter: [inLastWeek('created_at'), { k: 'severity', v: ['CRITICAL', 'ERROR'], o: 'in' }],
      keyword: 'cpu disk',
      page: { start: 1, limit: 20 },
    },
  },
  inside: {
    summary: 'Events by raw data, with selected fields',
    query: {
      filter: [{ k: 'raw_data.labels.job', v: 'node', o: 'eq' }],
      only: ['event_id', 'title', 'raw_data.labels'],
    },
  },
  dotted: {
    summary: 'Events by a key that contains dots',
    query: {
      filter: [{ k: 'additional_info["service.name"]', v: 'checkout', o: 'eq' }],
      only: ['title', 'additional_info["service.name"]'],
    },
  },
  element: {
    summary: 'Events by any element of a list in raw data',
    query: { filter: [{ k: 'raw_data.alerts.labels.instance', v: ['db-1', 'db-2'], o: 'in' }] },
  },
  unwound: {
    summary: 'One result for each element of a list',
    query: { unwind: { path: 'raw_data.alerts' }, only: ['title', 'raw_data.alerts'] },
  },
  either: {
    summary: 'Events that match any of several conditions, in the short form, sorted by severity and age',
    query: {
      filter_or: [
        { k: 'provider', v: 'aws', o: 'eq' },
        { k: 'resource.name', v: 'db', o: 'contain' },
      ],
      sort: { keys: [{ key: 'severity' }, { key: 'created_at', desc: true }] },
      minimal: true,
    },
  },
  counted: {
    summary: 'The number of events of the last day',
    query: { filter: [{ k: 'created_at', v: 'now - 1d', o: 'timediff_gte' }], count_only: true },
  },
};

export const EVENT_STATS: QueryExamples = {
  by_day: {
    summary: 'Alarms by day and severity',
    query: {
      filter: [{ k: 'event_type', v: 'ALERT', o: 'eq' }],
      aggregate: [
        {
          group: {
            keys: [
              { key: 'created_at', name: 'date', date_format: '%Y-%m-%d' },
              { key: 'severity', name: 'severity' },
            ],
            fields: [{ name: 'events', operator: 'count' }],
          },
        },
        { sort: { key: 'events', desc: true } },
        { limit: 10 },
      ],
    },
  },
  by_hour: {
    summary: 'The number of events by hour, for the last 24 hours',
    query: {
      filter: [{ k: 'created_at', v: 'now - 24h', o: 'timediff_gte' }],
      aggregate: [
        {
          group: {
            keys: [{ key: 'created_at', name: 'hour', date_format: '%Y-%m-%dT%H:00Z' }],
            fields: [count],
          },
        },
        { sort: { key: 'hour' } },
      ],
    },
  },
  noisiest: {
    summary: 'The most frequent alarms of the last 7 days, with the time of the last one',
    query: {
      filter: [inLastWeek('created_at')],
      aggregate: [
        {
          group: {
            keys: [{ key: 'event_key' }],
            fields: [
              count,
              { key: 'title', name: 'title', operator: 'last' },
              { key: 'created_at', name: 'last', operator: 'max' },
            ],
          },
        },
        byCountDescending,
        { limit: 10 },
      ],
    },
  },
  by_element: {
    summary: 'Alarms by the elements of a list',
    query: {
      aggregate: [
        { group: { keys: [{ key: 'raw_data.alerts.labels.instance', name: 'instance' }], fields: [count] } },
        byCountDescending,
      ],
    },
  },
  frequent: {
    summary: 'Alarms that occurred at least 10 times',
    query: {
      aggregate: [
        { group: { keys: [{ key: 'event_key' }], fields: [count] } },
        { match: { filter: [{ k: 'count', v: 10, o: 'gte' }] } },
        byCountDescending,
      ],
    },
  },
  critical_share: {
    summary: 'The share of critical alarms of each webhook',
    query: {
      aggregate: [
        {
          group: {
            keys: [{ key: 'webhook_id' }],
            fields: [
              count,
              {
                name: 'critical',
                operator: 'count',
                conditions: [{ key: 'severity', value: 'CRITICAL', operator: 'eq' }],
              },
            ],
          },
        },
        { project: { fields: [{ name: 'share', operator: 'divide', fields: ['critical', 'count'] }] } },
      ],
    },
  },
  providers: { summary: 'All providers', query: { distinct: 'provider' } },
};

export const HEARTBEAT_SEARCHES: QueryExamples = {
  missing: {
    summary: 'Missing heartbeats, the longest missing first',
    query: { filter: [{ k: 'state', v: 'MISSING', o: 'eq' }], sort: { key: 'last_ping_at' } },
  },
};

export const HEARTBEAT_STATS: QueryExamples = {
  states: {
    summary: 'The number of heartbeats in each state',
    query: { aggregate: [{ group: { keys: [{ key: 'state' }], fields: [count] } }, byCountDescending] },
  },
};

export const WEBHOOK_SEARCHES: QueryExamples = {
  tagged: {
    summary: 'Webhooks by tag, in the short form',
    query: { filter: [{ k: 'tags.team', v: 'platform', o: 'eq' }], minimal: true },
  },
  silent: {
    summary: 'Webhooks without deliveries for a day',
    query: { filter: [{ k: 'health.last_received_at', v: 'now - 1d', o: 'timediff_lt' }] },
  },
};

export const WEBHOOK_STATS: QueryExamples = {
  by_plugin: {
    summary: 'The number of webhooks of each plugin',
    query: {
      aggregate: [
        { group: { keys: [{ key: 'plugin_info.plugin_id', name: 'plugin' }], fields: [count] } },
        byCountDescending,
      ],
    },
  },
};

export const API_KEY_SEARCHES: QueryExamples = {
  unused: {
    summary: 'Keys that were never used',
    query: { filter: [{ k: 'last_accessed_at', v: false, o: 'exists' }], sort: { key: 'created_at' } },
  },
};

export const API_KEY_STATS: QueryExamples = {
  by_user: {
    summary: 'The number of API keys of each user',
    query: { aggregate: [{ group: { keys: [{ key: 'user_id' }], fields: [count] } }, byCountDescending] },
  },
};

export const QUOTA_SEARCHES: QueryExamples = {
  limited: {
    summary: 'Quotas of less than 1,000 a day',
    query: { filter: [{ k: 'limit.day', v: 1000, o: 'lt' }] },
  },
};

export const QUOTA_STATS: QueryExamples = {
  limited: {
    summary: 'The number of quotas with a daily limit, and the highest limit',
    query: {
      filter: [{ k: 'limit.day', v: 0, o: 'gte' }],
      aggregate: [{ group: { fields: [count, { key: 'limit.day', name: 'highest', operator: 'max' }] } }],
    },
  },
};

export const ENDPOINT_SEARCHES: QueryExamples = {
  active: {
    summary: 'Running services, in the short form',
    query: { filter: [{ k: 'state', v: 'ACTIVE', o: 'eq' }], minimal: true },
  },
};

export const AUDIT_LOG_SEARCHES: QueryExamples = {
  last_week: {
    summary: 'Changes of the last 7 days, newest first',
    query: {
      filter: [inLastWeek('created_at')],
      sort: { key: 'created_at', desc: true },
      page: { limit: 20 },
    },
  },
};

export const QUARANTINE_SEARCHES: QueryExamples = {
  unknown_form: {
    summary: 'Deliveries quarantined in the last 7 days, by a word of the reason',
    query: {
      filter: [inLastWeek('received_at'), { k: 'reason', v: 'expected', o: 'contain' }],
      page: { limit: 20 },
    },
  },
};

export const QUARANTINE_STATS: QueryExamples = {
  by_webhook: {
    summary: 'The webhooks with the most quarantined deliveries',
    query: {
      aggregate: [
        { group: { keys: [{ key: 'webhook_id' }, { key: 'status' }], fields: [count] } },
        byCountDescending,
      ],
    },
  },
};
