import { describe, expect, it } from 'vitest';
import { isHeartbeatAlarm } from './heartbeat-settings.js';
import { changeSettings, DEFAULT_SETTINGS, type SettingChanges } from './webhook-settings.js';

const none = { settings: DEFAULT_SETTINGS, signing_secrets: [] };

describe('settings of heartbeats', () => {
  it('have defaults and normalised durations, and can be removed', () => {
    const set = changeSettings(none, {
      heartbeat: { expect_every: '90s' },
      heartbeat_of: { rule: 'Watchdog', name: 'w' },
    });
    expect(set.settings).toMatchObject({
      heartbeat: { expect_every: '1m30s', grace: '1m', severity: 'CRITICAL' },
      heartbeats: 'MANUAL',
      heartbeat_of: { rule: 'Watchdog', name: 'w' },
    });
    const cleared = changeSettings(set, { heartbeat: null, heartbeat_of: null, heartbeats: 'AUTO' });
    expect(cleared.settings).toMatchObject({ heartbeat: null, heartbeats: 'AUTO', heartbeat_of: null });
  });

  it.each<[SettingChanges, string]>([
    [{ heartbeat: '5m' }, 'settings.heartbeat must be an object'],
    [{ heartbeat: {} }, 'settings.heartbeat.expect_every is required'],
    [
      { heartbeat: { expect_every: '9s' } },
      'settings.heartbeat.expect_every must be a duration from 10s to 40d',
    ],
    [
      { heartbeat: { expect_every: '41d' } },
      'settings.heartbeat.expect_every must be a duration from 10s to 40d',
    ],
    [{ heartbeat: { expect_every: 300 } }, 'settings.heartbeat.expect_every must be a duration'],
    [
      { heartbeat: { expect_every: '5m', grace: '41d' } },
      'settings.heartbeat.grace must be a duration from 0s',
    ],
    [{ heartbeat: { expect_every: '5m', severity: 'bad' } }, 'settings.heartbeat.severity must be one of'],
    [{ heartbeat: { expect_every: '5m', every: '1m' } }, 'settings.heartbeat.every is unknown'],
    [{ heartbeats: 'YES' }, 'settings.heartbeats must be one of AUTO, MANUAL'],
    [{ heartbeat_of: { name: 'w' } }, 'settings.heartbeat_of must have either `rule` or `event_key`'],
    [{ heartbeat_of: { rule: 'a', event_key: 'b', name: 'w' } }, 'must have either `rule` or `event_key`'],
    [{ heartbeat_of: { rule: '', name: 'w' } }, 'settings.heartbeat_of.rule must be a pattern'],
    [{ heartbeat_of: { rule: 'a', name: 'a b' } }, 'settings.heartbeat_of.name must be 1 to 64 characters'],
    [{ heartbeat_of: { rule: 'a', name: 'w', of: 1 } }, 'settings.heartbeat_of.of is unknown'],
  ])('refuses %j', (given, message) => {
    expect(() => changeSettings(none, given)).toThrow(message);
  });
});

it.each([
  ['Watchdog', 'Watchdog', true],
  ['Watchdog', 'watchdog', false],
  ['Watch*', 'Watchdog', true],
  ['*dog', 'Watchdog', true],
  ['W*d*g', 'Watchdog', true],
  ['W*d*g', 'Watchgod', false],
  ['*', '', true],
  ['ab*ba', 'aba', false],
])('pattern %s, alarm %s: %s', (pattern, text, fits) => {
  expect(isHeartbeatAlarm({ rule: pattern, name: 'w' }, { rule: text, event_key: 'k' })).toBe(fits);
  expect(isHeartbeatAlarm({ event_key: pattern, name: 'w' }, { rule: null, event_key: text })).toBe(fits);
});
