import { describe, expect, it } from 'vitest';
import { changeSettings, DEFAULT_SETTINGS, type SettingChanges } from './webhook-settings.js';

const none = { settings: DEFAULT_SETTINGS, signing_secrets: [] };
const standard = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

describe('changeSettings', () => {
  it('changes those that are given', () => {
    const { settings } = changeSettings(none, { stale_after: 60, max_rate: undefined });

    expect(settings).toEqual({ ...DEFAULT_SETTINGS, stale_after: 60 });
  });

  it('takes a limit away with -1', () => {
    const limited = { ...none, settings: { ...DEFAULT_SETTINGS, max_rate: 5 } };
    expect(changeSettings(limited, { max_rate: -1 }).settings.max_rate).toBe(-1);
  });

  it.each<[SettingChanges & { colour?: number }, string]>([
    [{ deduplicate: 'yes' }, 'settings.deduplicate must be true or false'],
    [{ stale_after: 59 }, 'settings.stale_after must be a whole number from 60'],
    [{ max_rate: 0 }, 'settings.max_rate must be a whole number from 1 to 1000000, or -1 for no limit'],
    [{ max_backlog: 1.5 }, 'settings.max_backlog must be a whole number'],
    [
      { default_severity: 'high' },
      'settings.default_severity must be one of AUTO, CRITICAL, ERROR, WARNING, INFO, NOT_AVAILABLE, NONE',
    ],
    [{ colour: 1 }, 'settings.colour is not a setting; they are deduplicate'],
    [{ signature: 'GITHUB' }, 'settings.signature must be an object with `scheme` and `secrets`'],
    [{ signature: {} }, 'settings.signature.scheme must be one of NONE, STANDARD_WEBHOOKS, GITHUB'],
    [{ signature: { scheme: 'GITHUB' } }, 'settings.signature.secrets must be one secret, or two'],
    [
      { signature: { scheme: 'GITHUB', secrets: ['a'.repeat(8), 'b'.repeat(8), 'c'.repeat(8)] } },
      'one secret',
    ],
    [{ signature: { scheme: 'GITHUB', secrets: ['short'] } }, 'must be texts of 8 to 512 characters'],
    [{ signature: { scheme: 'GITHUB', secrets: [7] } }, 'must be texts of 8 to 512 characters'],
    [{ signature: { scheme: 'GITHUB', secrets: ['***'] } }, 'has *** where no secret is stored'],
    [{ signature: { scheme: 'SNS', secrets: ['a'.repeat(8)] } }, 'must be empty with the scheme SNS'],
    [{ signature: { scheme: 'NONE', secrets: ['a'.repeat(8)] } }, 'must be empty with the scheme NONE'],
    [{ signature: { scheme: 'STANDARD_WEBHOOKS', secrets: ['whsec_??'] } }, 'must be whsec_ and the base64'],
    [
      { signature: { scheme: 'SENTRY', secrets: ['a'.repeat(8)], header: 'x-a' } },
      'header is for GITHUB and GRAFANA',
    ],
    [
      { signature: { scheme: 'GITHUB', secrets: ['a'.repeat(8)], timestamp_header: 'x' } },
      'is for GRAFANA only',
    ],
    [
      { signature: { scheme: 'GITHUB', secrets: ['a'.repeat(8)], header: 'a b' } },
      'must be the name of a header',
    ],
    [
      { signature: { scheme: 'GITHUB', secrets: ['a'.repeat(8)], tolerance: 0 } },
      'tolerance must be a whole number',
    ],
    [
      { signature: { scheme: 'GITHUB', secrets: ['a'.repeat(8)], required: 1 } },
      'required must be true or false',
    ],
    [
      { signature: { scheme: 'NONE', secret: 'x' } },
      'settings.signature.secret is unknown; allowed are scheme',
    ],
  ])('refuses %j', (given, message) => {
    expect(() => changeSettings(none, given)).toThrow(message);
  });

  it('names every invalid setting', () => {
    expect(() => changeSettings(none, { max_rate: 0, signature: {} })).toThrow(
      expect.objectContaining({
        errors: [
          expect.objectContaining({ field: 'settings.max_rate' }),
          expect.objectContaining({ field: 'settings.signature.scheme' }),
        ],
      }),
    );
  });

  it('repeats no secret in an error', () => {
    const signature = { scheme: 'STANDARD_WEBHOOKS', secrets: ['not a key at all'] };
    expect(() => changeSettings(none, { signature })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('not a key') }),
    );
  });
});

describe('the signature setting', () => {
  const first = changeSettings(none, { signature: { scheme: 'STANDARD_WEBHOOKS', secrets: [standard] } });

  it('stores its secrets apart from the other settings', () => {
    expect(first.signing_secrets).toEqual([standard]);
    expect(JSON.stringify(first.settings)).not.toContain(standard);
    expect(first.settings.signature).toEqual({
      scheme: 'STANDARD_WEBHOOKS',
      required: true,
      tolerance: 300,
      header: null,
      timestamp_header: null,
    });
  });

  it('is replaced whole, and keeps the secret that reads ***', () => {
    const other = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
    const both = changeSettings(first, {
      signature: { scheme: 'STANDARD_WEBHOOKS', secrets: ['***', other], tolerance: 60 },
    });
    expect(both.signing_secrets).toEqual([standard, other]);
    expect(both.settings.signature.tolerance).toBe(60);
    expect(changeSettings(both, { stale_after: 60 }).signing_secrets).toEqual([standard, other]);
    expect(changeSettings(both, { signature: { scheme: 'NONE' } }).signing_secrets).toEqual([]);
  });

  it('stores header names in lower case', () => {
    const signature = {
      scheme: 'GRAFANA',
      secrets: ['a long secret'],
      header: 'X-Mine',
      timestamp_header: 'X-Time',
    };
    expect(changeSettings(none, { signature }).settings.signature).toMatchObject({
      header: 'x-mine',
      timestamp_header: 'x-time',
    });
  });
});

const changeFlap = (flap: unknown) => changeSettings(none, { flap }).settings.flap;

it('settings.flap has a default, and can be changed or set to null', () => {
  expect(DEFAULT_SETTINGS.flap).toEqual({ count: 5, window: 3600 });
  expect(changeFlap({ count: 2, window: 60 })).toEqual({ count: 2, window: 60 });
  expect(changeFlap(null)).toBeNull();
});

it.each([
  [5, 'settings.flap must be an object with `count` and `window`, or null'],
  [{ count: 5 }, 'settings.flap.window must be a whole number from 60 to 86400'],
  [{ window: 60 }, 'settings.flap.count must be a whole number from 2 to 50'],
  [{ count: 1, window: 60 }, 'settings.flap.count must be a whole number from 2 to 50'],
  [{ count: 2.5, window: 60 }, 'settings.flap.count must be a whole number from 2 to 50'],
  [{ count: 5, window: 59 }, 'settings.flap.window must be a whole number from 60 to 86400'],
  [{ count: 5, window: 60, x: 1 }, 'settings.flap.x is unknown; allowed are count, window'],
])('refuses settings.flap %j and names the field', (flap, message) => {
  expect(() => changeFlap(flap)).toThrow(message);
});
