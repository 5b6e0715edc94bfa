import { describe, expect, it } from 'vitest';
import { describeAlerts, readSeverities, severityCondition } from './describe-conditions.js';
import {
  describeEscalation,
  describeInhibition,
  describeOnCall,
  describeReceiver,
  describeSilence,
  describeSubscription,
} from './describe-records.js';

const TEAM = { k: 'labels.team', v: 'db', o: 'eq' } as const;
const SEVERE = { k: 'severity', v: 'ERROR', o: 'gte' } as const;
const CONDITIONS = { filter: [SEVERE, TEAM], filter_or: [] };
const NOW = Date.parse('2026-11-29T12:00:00Z');

describe('the alerts that conditions find', () => {
  it.each([
    [[], [], 'All alerts'],
    [[SEVERE], [], 'All CRITICAL and ERROR alerts'],
    [[SEVERE, TEAM], [], 'CRITICAL and ERROR of labels.team = db'],
    [[TEAM], [], 'Alerts whose labels.team = db'],
    [[], [TEAM, SEVERE], 'Alerts whose labels.team = db or severity is at least ERROR'],
    [
      [{ k: 'title', v: 'disk', o: 'contain' }],
      [TEAM, { key: 'labels.site', value: ['a', 'b'], operator: 'in' }],
      'Alerts whose title contains disk and (labels.team = db or labels.site is one of a, b)',
    ],
    [
      [
        { k: 'labels.x', v: true, o: 'exists' },
        { k: 'rule', v: 'Up', o: 'not' },
      ],
      [],
      'Alerts whose labels.x is set and rule ≠ Up',
    ],
    [[{ k: 'opened_at', v: 'now - 1h', o: 'timediff_gte' }], [], 'Alerts whose opened_at >= now - 1h'],
    [[{ k: 'title', v: 'x'.repeat(200), o: 'eq' }], [], `Alerts whose title = ${'x'.repeat(80)}…`],
  ])('%#', (filter, filter_or, sentence) => {
    expect(describeAlerts({ filter, filter_or })).toBe(sentence);
  });

  it('reads severities only where buttons can show them', () => {
    expect(readSeverities(SEVERE)).toEqual(['CRITICAL', 'ERROR']);
    expect(readSeverities({ k: 'severity', v: 'ERROR', o: 'lte' })).toBeUndefined();
    expect(readSeverities({ k: 'severity', v: 'SEVERE', o: 'eq' })).toBeUndefined();
    expect(severityCondition(['ERROR', 'CRITICAL'])).toEqual({
      k: 'severity',
      v: ['CRITICAL', 'ERROR'],
      o: 'in',
    });
    expect(severityCondition(['INFO'])).toEqual({ k: 'severity', v: 'INFO', o: 'eq' });
  });
});

const SUBSCRIPTION = {
  ...{ protocol_id: 'slack', options: { channel: '#db-alerts' }, ...CONDITIONS, project_id: null },
  ...{ kinds: ['alert.opened', 'alert.resolved'], trigger: 'CHANGE', group: null, remind: null },
} as const;
type Subscription = Parameters<typeof describeSubscription>[0];
const say = (part: object, ...more: [string?, object?]) =>
  describeSubscription({ ...SUBSCRIPTION, ...part } as unknown as Subscription, more[0] ?? 'Slack', more[1]);

it('says what a subscription sends, and to whom', () => {
  expect(say({}, 'Slack', { day: 60, month: -1 })).toBe(
    'CRITICAL and ERROR of labels.team = db, to #db-alerts in Slack, at most 60 a day',
  );
  expect(say({ kinds: ['alert.resolved'], project_id: 'shop' })).toBe(
    'CRITICAL and ERROR of labels.team = db in project shop, only when resolved, to #db-alerts in Slack',
  );
  expect(say({ trigger: 'ESCALATION' })).toBe('What steps of escalations say, to #db-alerts in Slack');
  expect(say({ kinds: ['quota.low'] })).toBe(
    'What happens to the service (quota.low), to #db-alerts in Slack',
  );
  expect(
    say({
      filter: [],
      group: { by: ['severity'], wait: 30, interval: 300 },
      remind: { every: 3_600, until: 'ACKNOWLEDGED' },
    }),
  ).toBe(
    'All alerts, to #db-alerts in Slack, together by severity, at most every 5 min, again every hour while nobody reacts',
  );
});

it.each([
  ['Email', { to: ['a@b.example', 'c@d.example'] }, 'a@b.example and c@d.example in Email'],
  ['Webhook', { url: 'https://example.com/hook?key=1' }, 'example.com (Webhook)'],
  ['PagerDuty', { routing_key: '***' }, 'PagerDuty'],
  ['Slack', { webhook_url: '***' }, 'Slack'],
  ['ntfy', { topic: '***', server_url: 'https://ntfy.example.com' }, 'ntfy.example.com (ntfy)'],
])('names the receiver of %s', (protocol, options, sentence) => {
  expect(describeReceiver(protocol, options)).toBe(sentence);
});

it('says what a silence holds back, until when, by whom and why', () => {
  const silence = {
    ...{ state: 'ACTIVE', filter: [{ k: 'labels.host', v: 'web-1', o: 'eq' }], filter_or: [], weekly: null },
    ...{ starts_at: '2026-11-29T08:00:00Z', ends_at: '2026-11-30T07:00:00Z' },
    ...{ reason: 'CHG-2081', created_by: 'ann' },
  } as unknown as Parameters<typeof describeSilence>[0];
  expect(describeSilence(silence, NOW, 'Europe/Berlin')).toBe(
    'Alerts whose labels.host = web-1 are not told until tomorrow 08:00, by ann: CHG-2081',
  );
  const weekly = { days: ['SAT', 'SUN'], from: '22:00', to: '06:00', timezone: 'UTC' };
  expect(
    describeSilence({ ...silence, state: 'PENDING', reason: '', weekly } as typeof silence, NOW, 'UTC'),
  ).toBe(
    'Alerts whose labels.host = web-1 will not be told on Saturdays and Sundays from 22:00 to 06:00 (UTC) from today 08:00 until tomorrow 07:00, by ann',
  );
  expect(
    describeSilence(
      { ...silence, state: 'EXPIRED', ends_at: '2025-03-01T07:00:00Z' } as typeof silence,
      NOW,
      'UTC',
    ),
  ).toContain('were not told from today 08:00 until Sat, 1 Mar 2025 07:00');
});

it('says what an inhibition holds back', () => {
  const source = [{ k: 'rule', v: 'SwitchDown', o: 'eq' }];
  const target = [{ k: 'severity', v: 'WARNING', o: 'eq' }];
  expect(
    describeInhibition({ source, target, equal: ['labels.site'], project_id: null } as unknown as Parameters<
      typeof describeInhibition
    >[0]),
  ).toBe(
    'While alerts whose rule = SwitchDown are open, all WARNING alerts with the same labels.site are held back',
  );
});

it('says whom an escalation tells when', () => {
  const escalation = {
    ...{
      filter: [],
      filter_or: [],
      until: 'ACKNOWLEDGED',
      project_id: null,
      repeat: { times: 2, every: 1_800 },
    },
    steps: [
      { after: 0, subscriptions: [], on_call: 'team' },
      { after: 600, subscriptions: ['lead'] },
      { after: 1_800, subscriptions: ['lead', 'boss'], on_call: 'team' },
    ],
  } as unknown as Parameters<typeof describeEscalation>[0];
  expect(describeEscalation(escalation, (id) => id)).toBe(
    'All alerts: at once who is on call in team, after 10 min lead, after 30 min lead, boss and who is on call in team; ' +
      'all again twice, every 30 min; until somebody acknowledges',
  );
});

it('says who is on call', () => {
  const schedule = {
    ...{
      members: [{ name: 'ann' }, { name: 'ben' }, { name: 'cy' }],
      timezone: 'Europe/Berlin',
      ical_url: null,
    },
    rotation: { shift: '1w', handoff: { time: '09:00', day: 'MON' } },
  } as unknown as Parameters<typeof describeOnCall>[0];
  expect(describeOnCall(schedule)).toBe(
    'ann, ben and cy take turns every week, from Mondays 09:00 (Europe/Berlin)',
  );
  expect(
    describeOnCall({
      ...schedule,
      rotation: null,
      ical_url: 'https://calendar.example.com/***',
    } as typeof schedule),
  ).toBe('The calendar at calendar.example.com says who of ann, ben and cy is on call');
});
