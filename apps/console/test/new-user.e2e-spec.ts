import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CHROMIUM_FLAGS } from '#test/chromium.js';
import { createTestFolder, type TestFolder } from '#test/folder.js';
import { freePort } from '#test/ports.js';
import { findProgram, requireProgram } from '#test/requirements.js';
import { slowness } from '#test/slowness.js';
import { startTocsin, waitForExit, type Tocsin } from '#test/tocsin.js';
import { TIMEOUT_MS } from './console-under-test.js';

/** Milliseconds. The design requires one second after an embedded start; here other tests share the machine. */
const FIRST_PAINT = 3_000;

requireProgram('chromium', 'apt-get install chromium')('a new user', () => {
  let folder: TestFolder;
  let tocsin: Tocsin;
  let browser: Browser;

  beforeEach(async () => {
    folder = await createTestFolder('new-user');
    const [port, metricsPort] = await Promise.all([freePort(), freePort()]);
    tocsin = startTocsin({
      DATA_DIR: join(folder.path, 'data'),
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
    });
    await tocsin.waitUntilReady();
    browser = await chromium.launch({ executablePath: findProgram('chromium') ?? '', args: CHROMIUM_FLAGS });
  }, 60_000);
  afterEach(async () => {
    await browser?.close();
    const family = tocsin?.processIds() ?? [];
    tocsin?.signal('SIGTERM');
    await tocsin?.exit;
    await waitForExit(family);
    await folder?.remove();
  });

  it('opens the printed link, pastes the printed commands, and sees the alarm come', async () => {
    const link = /^ {2}Console {5}(\S+)$/m.exec(tocsin.output())?.[1] ?? '';
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const before = slowness();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in with the link' }).click();
    await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
    const painted = await page.evaluate<number>(
      `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
    );
    expect(painted / Math.max(before, slowness())).toBeLessThan(FIRST_PAINT);
    // The token of the link is used up, and not in the history.
    expect(page.url()).not.toContain('sign-in');

    const commands = /^ {2}KEY=[^]*(?=\n\nCtrl-C)/m.exec(tocsin.output())?.[0].replace(/^\S.*:$/gm, '') ?? '';
    expect((await promisify(execFile)('bash', ['-c', commands])).stdout).toContain('DiskAlmostFull');
    const alert = page.getByRole('region', { name: 'Open alerts' }).getByRole('listitem').first();
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/disk/i);
  });
});
