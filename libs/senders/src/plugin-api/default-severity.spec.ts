import { describe, expect, it } from 'vitest';
import type { PluginEvent } from './plugin.js';
import { resolveSeverity } from './default-severity.js';

function severity(
  given: Partial<PluginEvent>,
  defaultSeverity: Parameters<typeof resolveSeverity>[1] = 'AUTO',
): string {
  const event = { event_key: 'k', event_type: 'ALERT', title: 'Shop', raw_data: null, pointer: '' } as const;
  return resolveSeverity({ ...event, ...given }, defaultSeverity);
}

const host = { resource_type: 'host', name: 'web-1' };
const site = { resource_type: 'website', name: 'Shop' };
const job = { resource_type: 'job', name: 'backup' };

describe('resolveSeverity', () => {
  it.each<[Partial<PluginEvent>, string]>([
    [{ state: 'DOWN', resource: host }, 'CRITICAL'],
    [{ title: 'Shop is DOWN', resource: site }, 'CRITICAL'],
    [{ title: 'InstanceDown', resource: { resource_type: 'instance', name: 'a:9100' } }, 'CRITICAL'],
    [{ state: 'offline', resource: { resource_type: 'hostname', name: 'web-1' } }, 'CRITICAL'],
    [{ state: 'unreachable', resource: { resource_type: 'monitorfriendlyname', name: 'x' } }, 'CRITICAL'],
    [
      { state: 'down', resource: { resource_type: 'service', resource_id: 'https://example.com' } },
      'CRITICAL',
    ],
    [{ state: 'host_down', resource: { resource_type: 'name', name: '192.0.2.7' } }, 'CRITICAL'],
    [{ title: 'web-1 does not respond: no response', resource: host }, 'CRITICAL'],
    [{ state: 'DOWN', resource: job }, 'ERROR'],
    [{ state: 'DOWN' }, 'ERROR'],
    [{ title: 'Shop is down' }, 'ERROR'],
    [{ state: 'failed', resource: job }, 'ERROR'],
    [{ state: 'DOWN', rule: 'heartbeat', resource: { resource_type: 'monitor', name: 'backup' } }, 'ERROR'],
    [{ state: 'DOWN', title: 'nginx on web-1: gone', rule: 'nginx', resource: host }, 'ERROR'],
    [{ state: 'failed', resource: { resource_type: 'serverless', name: 'f' } }, 'ERROR'],
    [{ state: 'firing', title: 'Disk full', resource: host }, 'NONE'],
    [{ title: 'Scaled down to 2', resource: host }, 'NONE'],
    [{ title: 'Failed logins', resource: host }, 'NONE'],
    [{ title: 'web-1 is no longer down', resource: host }, 'NONE'],
    [{ state: 'DOWN', resource: host, event_type: 'RECOVERY' }, 'NONE'],
  ])('resolves %j to %s', (given, wanted) => expect(severity(given)).toBe(wanted));

  it('uses the severity of the sender if it states one, even NONE', () => {
    expect(severity({ severity: 'NONE', state: 'DOWN', resource: host })).toBe('NONE');
    expect(severity({ severity: 'WARNING', state: 'DOWN' }, 'CRITICAL')).toBe('WARNING');
  });

  it('uses the default severity of the webhook for alerts, but not for recoveries', () => {
    expect(severity({ state: 'DOWN', resource: host }, 'WARNING')).toBe('WARNING');
    expect(severity({ title: 'Disk full' }, 'ERROR')).toBe('ERROR');
    expect(severity({ state: 'DOWN', resource: host }, 'NONE')).toBe('NONE');
    expect(severity({ event_type: 'RECOVERY' }, 'ERROR')).toBe('NONE');
  });

  it('does not fail if a plugin returns values that are not text', () => {
    expect(severity({ title: 7, state: {} } as unknown as PluginEvent)).toBe('NONE');
  });
});
