import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settings } from '#shared/platform/config/settings.js';
import { renderSettingsPage } from './settings-page.js';

const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');

it('docs/settings.md is what `npm run docs:settings` makes', async () => {
  expect(page).toBe(await renderSettingsPage());
});

it('docs/settings.md lists every setting once with its allowed values', () => {
  const names = [...page.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(Object.keys(settings).toSorted());
  expect(page).toMatch(
    /^\| `PORT` +\| `3000` +\| the port of the API +\| a whole number from 0 to 65535 +\|$/m,
  );
  expect(page).toMatch(/^\| `DATABASE_URL` +\| \*\*required\*\* +\|/m);
});
