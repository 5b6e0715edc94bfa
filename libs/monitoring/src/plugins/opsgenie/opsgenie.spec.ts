import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { opsgenie } from './opsgenie.plugin.js';

function at(path_suffix: string, body: Json): ReturnType<typeof opsgenie.parse> {
  const received_at = new Date('2025-05-06T12:00:00Z');
  return opsgenie.parse(
    { body, headers: {}, content_type: 'application/json', query: {}, path_suffix, received_at },
    {},
  );
}

describe('the Alert API behind the address of a webhook', () => {
  it('closes what it created', () => {
    expect(at('v2/alerts', { message: 'full', alias: 'disk db-1' })).toMatchObject([
      { event: { event_key: 'disk db-1', event_type: 'ALERT' } },
    ]);
    expect(at('v2/alerts/disk%20db-1/close', { source: 'x' })).toMatchObject([
      { event: { event_key: 'disk db-1', event_type: 'RECOVERY', title: 'disk db-1' } },
    ]);
  });

  it('ignores what people do', () => {
    expect(at('v2/alerts/a/acknowledge', { user: 'x' })).toMatchObject([{ outcome: 'IGNORED' }]);
  });

  it('takes an alias as it is when it is no good URL', () => {
    expect(at('v2/alerts/50%/close', {})).toMatchObject([{ event: { event_key: '50%' } }]);
  });
});
