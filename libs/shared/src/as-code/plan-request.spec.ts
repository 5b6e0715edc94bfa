import { expect, it } from 'vitest';
import { kindOf } from './kinds.js';
import { toPlanRequest } from './plan-request.js';
import type { Addition } from './plan.js';

const addition = (section: string, terms: Addition['terms']): Addition => {
  const kind = kindOf(section);
  const filled = { ...kind.defaults(terms), ...terms };
  return { action: 'add', kind, project: null, name: section, terms: filled };
};

it('leaves out what is as in a new record', () => {
  const changes = [
    addition('subscriptions', { protocol: 'webhook', filter: 'severity = "ERROR"', options: { url: 'x' } }),
    addition('subscriptions', { protocol: 'relay', kinds: ['alert.opened'], enabled: false }),
    addition('inhibitions', { source: 'rule = "a"', target: 'rule = "b"', wait: 10 }),
  ];
  expect(toPlanRequest({ changes, unchanged: 0, others: [], problems: [] })).toEqual({
    subscriptions: [
      {
        name: 'subscriptions',
        project_id: null,
        protocol_id: 'webhook',
        options: { url: '***' },
        filter: [{ k: 'severity', o: 'eq', v: 'ERROR' }],
        filter_or: [],
      },
      {
        name: 'subscriptions',
        project_id: null,
        protocol_id: 'relay',
        options: {},
        kinds: ['alert.opened'],
        enabled: false,
      },
    ],
    inhibitions: [
      {
        name: 'inhibitions',
        project_id: null,
        source: [{ k: 'rule', o: 'eq', v: 'a' }],
        target: [{ k: 'rule', o: 'eq', v: 'b' }],
        wait: 10,
      },
    ],
    silences: [],
    escalations: [],
    quotas: [],
  });
});
