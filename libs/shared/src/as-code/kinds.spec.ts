import { expect, it } from 'vitest';
import { completeTerms, kindOf } from './kinds.js';
import type { Terms } from './terms.js';

const SIDES = { source: 'rule = "a"', target: 'rule = "b"' };
const SILENCE = { filter: 'rule = "a"', ends_at: '2090-01-01T00:00:00.000Z', reason: 'r' };
const WINDOW = { from: '09:00', to: '10:00', timezone: 'UTC' };

/** What files can have, and what the service makes of it. */
const FORMS: readonly (readonly [section: string, given: Terms, stored: Terms])[] = [
  ['inhibitions', { ...SIDES, wait: null, settle: null, max: null, enabled: null, equal: null }, SIDES],
  ['webhooks', { plugin: 'auto', tags: null }, { plugin: 'auto' }],
  [
    'webhooks',
    { plugin: 'auto', settings: { signature: { header: 'X-Foo', timestamp_header: 'X-Time' } } },
    { plugin: 'auto', settings: { signature: { header: 'x-foo', timestamp_header: 'x-time' } } },
  ],
  [
    'subscriptions',
    { protocol: 'relay', trigger: null, kinds: null, timezone: null, actions: null },
    { protocol: 'relay' },
  ],
  ['escalations', { steps: [], fallback: 'a', until: null }, { steps: [], fallback: 'a' }],
  [
    'escalations',
    { steps: [{ after: '5m', subscriptions: ['a', 'b', 'a'] }], fallback: 'a' },
    { steps: [{ after: '5m', subscriptions: ['a', 'b'] }], fallback: 'a' },
  ],
  ['silences', { ...SILENCE, reason: 'because\nof that\n' }, { ...SILENCE, reason: 'because\nof that' }],
  [
    'on_call',
    { timezone: 'UTC', members: [], ical_url: 'webcal://Cal.example.com:443/a%20b' },
    { timezone: 'UTC', members: [], ical_url: 'https://cal.example.com/a%20b' },
  ],
  ['heartbeats', { expect_every: '2d', schedule: null, timezone: null }, { expect_every: '2d' }],
  ['heartbeats', { schedule: ' 0 3  * * *', timezone: null }, { schedule: '0 3 * * *', timezone: 'UTC' }],
  [
    'silences',
    { ...SILENCE, weekly: { ...WINDOW, days: ['SUN', 'MON', 'SUN'] } },
    { ...SILENCE, weekly: { ...WINDOW, days: ['MON', 'SUN'] } },
  ],
];

it.each(FORMS)('of %s, %j is what the service stores', (section, given, stored) => {
  const kind = kindOf(section);
  expect(completeTerms(kind, given)).toEqual(completeTerms(kind, stored));
});

it('of webhooks, no limit of flapping is not the default one', () => {
  const { settings } = completeTerms(kindOf('webhooks'), { plugin: 'auto', settings: { flap: null } });
  expect(settings).toMatchObject({ flap: null });
});
