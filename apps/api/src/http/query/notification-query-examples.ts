import type { QueryExamples } from './query-examples.js';

const count = { name: 'count', operator: 'count' };

export const SUBSCRIPTION_SEARCHES: QueryExamples = {
  failing: {
    summary: 'Subscriptions whose last attempts failed',
    query: {
      filter: [{ k: 'health.failures', v: 1, o: 'gte' }],
      sort: { key: 'health.failures', desc: true },
    },
  },
};

export const SUBSCRIPTION_STATS: QueryExamples = {
  protocols: {
    summary: 'The number of subscriptions of each protocol',
    query: { aggregate: [{ group: { keys: [{ key: 'protocol_id' }], fields: [count] } }] },
  },
};

export const NOTIFICATION_SEARCHES: QueryExamples = {
  failed: {
    summary: 'Notifications of the last day that failed',
    query: {
      filter: [
        { k: 'state', v: 'FAILED', o: 'eq' },
        { k: 'created_at', v: 'now - 1d', o: 'timediff_gte' },
      ],
      page: { limit: 20 },
    },
  },
};

export const NOTIFICATION_RESENDS: QueryExamples = {
  failed: {
    summary: 'Notifications of the last day that failed',
    query: {
      filter: [
        { k: 'state', v: 'FAILED', o: 'eq' },
        { k: 'created_at', v: 'now - 1d', o: 'timediff_gte' },
      ],
    },
  },
};

export const NOTIFICATION_STATS: QueryExamples = {
  reasons: {
    summary: 'Why notifications failed',
    query: {
      filter: [{ k: 'state', v: 'FAILED', o: 'eq' }],
      aggregate: [
        { group: { keys: [{ key: 'reason' }], fields: [count] } },
        { sort: { key: 'count', desc: true } },
      ],
    },
  },
};

export const SILENCE_SEARCHES: QueryExamples = {
  soon: {
    summary: 'Active silences that end within a day',
    query: {
      filter: [
        { k: 'state', v: 'ACTIVE', o: 'eq' },
        { k: 'ends_at', v: 'now + 1d', o: 'timediff_lt' },
      ],
    },
  },
};

export const SILENCE_STATS: QueryExamples = {
  authors: {
    summary: 'The number of silences of each author',
    query: { aggregate: [{ group: { keys: [{ key: 'created_by' }], fields: [count] } }] },
  },
};

export const SLACK_APP_SEARCHES: QueryExamples = {
  anonymous: {
    summary: 'Slack apps that recognize nobody by e-mail address',
    query: { filter: [{ k: 'has_bot_token', v: false, o: 'eq' }] },
  },
};

export const SLACK_APP_STATS: QueryExamples = {
  known: {
    summary: 'The number of Slack apps in which only known users may act',
    query: { aggregate: [{ group: { keys: [{ key: 'requires_known_user' }], fields: [count] } }] },
  },
};

export const INHIBITION_SEARCHES: QueryExamples = {
  disabled: {
    summary: 'Inhibitions that take no effect',
    query: { filter: [{ k: 'enabled', v: false, o: 'eq' }] },
  },
};

export const INHIBITION_STATS: QueryExamples = {
  projects: {
    summary: 'The number of inhibitions of each project',
    query: { aggregate: [{ group: { keys: [{ key: 'project_id' }], fields: [count] } }] },
  },
};

export const ESCALATION_SEARCHES: QueryExamples = {
  resolved: {
    summary: 'Escalations that only the end of an alert stops',
    query: { filter: [{ k: 'until', v: 'RESOLVED', o: 'eq' }] },
  },
};

export const ESCALATION_STATS: QueryExamples = {
  projects: {
    summary: 'The number of escalations of each project',
    query: { aggregate: [{ group: { keys: [{ key: 'project_id' }], fields: [count] } }] },
  },
};

export const ON_CALL_SEARCHES: QueryExamples = {
  gaps: {
    summary: 'Schedules with a gap in the next three days',
    query: { filter: [{ k: 'health.next_gap_at', v: 'now + 3d', o: 'timediff_lt' }] },
  },
  failing: {
    summary: 'Schedules whose calendar has not been readable for an hour',
    query: { filter: [{ k: 'health.failing_since', v: 'now - 1h', o: 'timediff_lt' }] },
  },
};

export const ON_CALL_STATS: QueryExamples = {
  authors: {
    summary: 'The number of schedules of each author',
    query: { aggregate: [{ group: { keys: [{ key: 'created_by' }], fields: [count] } }] },
  },
};
