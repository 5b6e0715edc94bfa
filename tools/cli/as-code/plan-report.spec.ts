import { marked } from 'marked';
import { expect, it } from 'vitest';
import { formatReport, MARKDOWN, TEXT, type Effects } from './plan-report.js';

const TITLE = '`@all` <img src=x> | [a](https://a.example) \n# b';
const USE = {
  ...{ limit: { day: 5 }, units: 3, refused: 0, exceeded: null, exceeded_on: null },
  ...{ per_day: 1, per_month: 3 },
};
const EFFECTS: Effects = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-29T00:00:00.000Z',
  ...{ changes: 3, complete: true, inhibitions: [], escalations: [] },
  subscriptions: [
    {
      ...{
        subscription_id: null,
        name: 'on|call',
        project_id: 'shop',
        protocol_id: 'slack',
        trigger: 'CHANGE',
      },
      ...{ before: 0, after: 2, more: 2, fewer: 0, first_fewer: [] },
      first_more: [
        {
          ...{ type: 'alert.opened', alert_id: 'alert_1', severity: 'CRITICAL', title: TITLE },
          changed_at: '2026-11-20T10:00:00.000Z',
        },
      ],
    },
  ],
  quotas: [
    {
      protocol_id: 'slack',
      before: USE,
      after: { ...USE, units: 9, refused: 4, exceeded: 'day', exceeded_on: '2026-11-20' },
    },
  ],
};
const PLAN = { changes: [], unchanged: 1, others: [], problems: [] };

it('says what changes, with the first examples', () => {
  const text = formatReport({ plan: PLAN, effects: EFFECTS, days: 28 }, TEXT);
  expect(text).toContain('Notifications in the last 28 days');
  expect(text).toMatch(/shop\/on\|call +0 +2 +\+2 +0/);
  expect(text).toContain('2 more of shop/on|call, the first:');
  expect(text).toContain('2026-11-20 10:00Z CRITICAL alert.opened `@all`');
  expect(text).toMatch(/slack +3 → 9 .* 5 a day +no → the day on 2026-11-20, 4 units refused/);
});

it('writes texts of senders as code in Markdown, so that nothing in them takes effect', async () => {
  const markdown = formatReport({ plan: PLAN, effects: EFFECTS, days: 28 }, MARKDOWN);
  const html = await marked.parse(markdown);
  expect(html).toContain('<code>shop/on|call</code>');
  expect(html).toContain('<li>2026-11-20 10:00Z CRITICAL alert.opened <code>');
  expect(html).not.toMatch(/<img|<a |<h1/);
  expect(html.match(/<td>/g)).toHaveLength(5 + 6);
});

it('says plainly that there is nothing to compare with', () => {
  const effects = { ...EFFECTS, changes: 0, subscriptions: [], quotas: [] };
  const text = formatReport({ plan: PLAN, effects, days: 30 }, TEXT);
  expect(text).toContain('No alerts in the last 30 days; there is nothing to compare with.');
  expect(text).not.toContain('Notifications');
  expect(formatReport({ plan: PLAN, effects: undefined, days: 30 }, TEXT)).toBe(
    '0 to add, 0 to change, 1 unchanged',
  );
});
