import { describe, expect, it } from 'vitest';
import { changedSettings, DEFAULT_SETTINGS, type SettingChanges } from './webhook-settings.js';

describe('changedSettings', () => {
  it('changes those that are given', () => {
    const settings = changedSettings(DEFAULT_SETTINGS, { stale_after: 60, max_rate: undefined });

    expect(settings).toEqual({ ...DEFAULT_SETTINGS, stale_after: 60 });
  });

  it('takes a limit away with -1', () => {
    expect(changedSettings({ ...DEFAULT_SETTINGS, max_rate: 5 }, { max_rate: -1 }).max_rate).toBe(-1);
  });

  it.each<[SettingChanges & { colour?: number }, string]>([
    [{ deduplicate: 'yes' }, 'settings.deduplicate must be true or false'],
    [{ stale_after: 59 }, 'settings.stale_after must be a whole number from 60'],
    [{ max_rate: 0 }, 'settings.max_rate must be a whole number from 1 to 1000000, or -1 for no limit'],
    [{ max_backlog: 1.5 }, 'settings.max_backlog must be a whole number'],
    [{ signature: 'MAYBE' }, 'settings.signature must be one of OPTIONAL'],
    [{ colour: 1 }, 'settings.colour is not a setting; they are deduplicate'],
  ])('refuses %j', (given, message) => {
    expect(() => changedSettings(DEFAULT_SETTINGS, given)).toThrow(message);
  });

  it('names every wrong one', () => {
    expect(() => changedSettings(DEFAULT_SETTINGS, { max_rate: 0, max_backlog: 0 })).toThrow(
      expect.objectContaining({ errors: [expect.anything(), expect.anything()] }),
    );
  });
});
