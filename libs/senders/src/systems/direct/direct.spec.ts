import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import type { PluginOutcome } from '../../plugin-api/plugin.js';
import { direct } from './plugin.js';

function parse(body: Json): readonly PluginOutcome[] {
  const received_at = new Date('2025-05-06T12:00:00Z');
  return direct.parse(
    { body, headers: {}, content_type: 'application/json', query: {}, path_suffix: '', received_at },
    {},
  );
}

const event = { event_key: 'k', title: 't' };

describe('direct', () => {
  it.each([
    [{ event_key: null }, 'event_key is required'],
    [{ event_key: {} }, 'event_key must be text'],
    [{ title: ' ' }, 'title is required'],
    [{ title: [] }, 'title must be text'],
    [{ event_type: 'OPEN' }, 'event_type must be one of ALERT, RECOVERY, ERROR'],
    [{ severity: 'loud' }, 'severity must be one of CRITICAL, ERROR, WARNING, INFO, NOT_AVAILABLE, NONE'],
    [{ severity: {} }, 'severity must be one of'],
    [{ resource: 'db-1' }, 'resource must be an object'],
    [{ resource: { name: [] } }, 'resource.name must be text'],
    [{ additional_info: [1] }, 'additional_info must be an object'],
    [{ rule: {} }, 'rule must be text'],
    [{ labels: 'shop' }, 'labels must be an object'],
    [{ labels: { team: [1] } }, 'labels: each must be a text (team)'],
    [{ links: ['https://e.example.com'] }, 'links must be a list of objects with a name and a url'],
  ])('names the field that is wrong: %j', (wrong, reason) => {
    const [outcome] = parse({ ...event, ...wrong });
    expect(outcome).toMatchObject({ outcome: 'ERROR', pointer: '' });
    expect(outcome).toHaveProperty('reason', expect.stringContaining(reason));
  });

  it('names all invalid fields at once', () => {
    expect(parse({ severity: 'loud' })).toMatchObject([
      { reason: /^event_key is required.*; title is required; severity must be one of/ },
    ]);
  });

  it.each([
    [{ event_type: 'recovery' }, { event_type: 'RECOVERY' }],
    [
      { event_type: null, severity: '' },
      { event_type: 'ALERT', severity: undefined },
    ],
    [{ severity: 'P2' }, { severity: 'ERROR' }],
    [
      { event_key: 42, account: 123456789012 },
      { event_key: '42', account: '123456789012' },
    ],
    [{ occurred_at: 'datetime' }, { occurred_at: null }],
    [{ occurred_at: 1_751_940_600_000 }, { occurred_at: new Date('2025-07-08T02:10:00Z') }],
    [{ more: 1 }, { raw_data: { ...event, more: 1 } }],
  ])('reads %j as %j', (given, read) => {
    expect(parse({ ...event, ...given })).toMatchObject([{ outcome: 'EVENT', event: read }]);
  });
});
