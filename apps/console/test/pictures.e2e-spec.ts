import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, until } from '#test/client.js';
import { rootApiKey } from '#test/processes.js';
import { requireProgram } from '#test/requirements.js';
import { startDemo, type Demo } from '../../../tools/demo/run-demo.js';
import { ConsoleUnderTest } from './console-under-test.js';
import { findViolations, takeScreenshot } from './page-checks.js';

/** Milliseconds that what is loaded step by step has until the picture is taken. */
const SETTLING_MS = 2_500;

/** How the pictures are taken: on a desk by day and by night, and on a phone. */
const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 780 }, colorScheme: 'dark' },
};

/** Evaluates to the number of rows of a list that lie over the row before. */
const COVERED_ROWS = `(() => {
  const boxes = [...document.querySelectorAll('[data-index]')].map((row) => row.getBoundingClientRect());
  return boxes.filter((box, index) => index > 0 && box.top < boxes[index - 1].bottom - 1).length;
})()`;

interface Shot {
  readonly name: string;
  /** The hash of its address. */
  readonly hash: () => Promise<string> | string;
  /** The heading of the screen. */
  readonly heading: RegExp;
}

requireProgram('chromium', 'apt-get install chromium')('every screen of the console with living data', () => {
  let fixture: ConsoleUnderTest;
  let demo: Demo | undefined;
  const ending = new AbortController();
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start(async () => ({ NOTIFICATION_ALLOW: '127.0.0.1' }));
    // The demonstration wants a domain of its own.
    await call(
      'DELETE',
      `${fixture.api.url}/monitoring/v1/webhook/${fixture.webhook.webhook_id}?domain_id=demo`,
    );
    const service = { url: fixture.api.url, key: rootApiKey, databaseUrl: fixture.databaseUrl };
    demo = await startDemo(service, ending.signal, () => undefined);
    await until(
      async () => (await findOpen()).length,
      (count) => count > 5,
    );
  }, 120_000);
  afterAll(async () => {
    ending.abort();
    await demo?.end;
    await fixture?.close();
  });

  interface Found {
    readonly alert_id: string;
    readonly webhook_id: string;
    readonly acknowledged: boolean;
    readonly severity: string;
    readonly links: readonly unknown[];
  }
  async function findOpen(): Promise<readonly Found[]> {
    const url = `${fixture.api.url}/monitoring/v1/alerts?domain_id=demo&state=OPEN`;
    return (await call<{ results: Found[] }>('GET', url)).body.results;
  }
  /** An alert as somebody wants it shown: severe, with links, and answered by somebody. */
  async function findTelling(): Promise<Found> {
    const open = await findOpen();
    const value = (alert: Found) =>
      Number(alert.severity === 'CRITICAL') * 4 + alert.links.length + Number(alert.acknowledged);
    const [best] = open.toSorted((a, b) => value(b) - value(a));
    if (best === undefined) throw new Error('the demonstration has no open alert');
    return best;
  }

  const SHOTS: readonly Shot[] = [
    { name: 'now', hash: () => '#/now', heading: /^Now$/ },
    { name: 'alert', hash: async () => `#/alert/${(await findTelling()).alert_id}`, heading: /./ },
    { name: 'search', hash: () => '#/search', heading: /^Search$/ },
    { name: 'sources', hash: () => '#/sources', heading: /^Sources$/ },
    { name: 'source', hash: async () => `#/sources/${(await findTelling()).webhook_id}`, heading: /./ },
    {
      name: 'source-guide',
      hash: async () => `#/sources/${(await findTelling()).webhook_id}?tab=guide`,
      heading: /./,
    },
    { name: 'told', hash: () => '#/told/subscriptions', heading: /^Who is told$/ },
    { name: 'escalations', hash: () => '#/told/escalations', heading: /^Who is told$/ },
    { name: 'on-call', hash: () => '#/told/on-call', heading: /^Who is told$/ },
    {
      name: 'what-if',
      hash: async () => `#/told/what-if?alert=${(await findTelling()).alert_id}`,
      heading: /^Who is told$/,
    },
    { name: 'insights', hash: () => '#/insights?days=7', heading: /^Insights$/ },
    { name: 'settings', hash: () => '#/settings/quotas', heading: /^Settings$/ },
  ];

  describe.each(Object.keys(LOOKS))('%s', (look) => {
    beforeAll(async () => {
      page = await fixture.openPage(await fixture.newContext(LOOKS[look]));
      await fixture.signIn(page, await fixture.createKey('ADMIN', 'ann'));
    });
    afterAll(() => page.context().close());

    it.each(SHOTS)('$name', async ({ name, hash, heading }) => {
      await page.goto(`${fixture.url}/console/${await hash()}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.waitForTimeout(SETTLING_MS);
      expect(await findViolations(page)).toEqual([]);
      const { width } = page.viewportSize() ?? { width: 0 };
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await page.evaluate(COVERED_ROWS)).toBe(0);
      await takeScreenshot(page, `${name}-${look}`);
      expect(fixture.browserErrors).toEqual([]);
    });
  });
});
