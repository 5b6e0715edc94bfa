import { expect, it } from 'vitest';
import { changeSettings, DEFAULT_SETTINGS } from './webhook-settings.js';

const none = { settings: DEFAULT_SETTINGS, signing_secrets: [] };
const changed = (flap: unknown) => changeSettings(none, { flap }).settings.flap;

it('settings.flap has a default, and can be changed or set to null', () => {
  expect(DEFAULT_SETTINGS.flap).toEqual({ count: 5, window: 3600 });
  expect(changed({ count: 2, window: 60 })).toEqual({ count: 2, window: 60 });
  expect(changed(null)).toBeNull();
});

it.each([
  [5, 'settings.flap must be an object with `count` and `window`, or null'],
  [{ count: 5 }, 'settings.flap.window must be a whole number from 60 to 86400'],
  [{ window: 60 }, 'settings.flap.count must be a whole number from 2 to 50'],
  [{ count: 1, window: 60 }, 'settings.flap.count must be a whole number from 2 to 50'],
  [{ count: 2.5, window: 60 }, 'settings.flap.count must be a whole number from 2 to 50'],
  [{ count: 5, window: 59 }, 'settings.flap.window must be a whole number from 60 to 86400'],
  [{ count: 5, window: 60, x: 1 }, 'settings.flap.x is unknown; allowed are count, window'],
])('refuses %j and names the field', (flap, message) => {
  expect(() => changed(flap)).toThrow(message);
});
