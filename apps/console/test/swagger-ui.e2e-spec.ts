import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';

requireProgram('chromium', 'apt-get install chromium')('Swagger UI in a browser', () => {
  let fixture: ConsoleUnderTest;
  let page: Page;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start();
    page = await fixture.openPage(await fixture.newContext());
  });
  afterAll(() => fixture?.close());

  it('has a text field with examples for the query of a list, and sends it below the prefix of the proxy', async () => {
    await page.goto(`${fixture.url}/docs/#/Alert/listAlerts`);
    // The page reads the document and draws all operations before it opens the one of the link.
    await page
      .locator('.opblock')
      .first()
      .waitFor({ timeout: 2 * TIMEOUT_MS });
    const row = page.locator('tr[data-param-name="query"]');
    const field = row.locator('input[type="text"], textarea');
    await field.waitFor({ timeout: TIMEOUT_MS });
    expect(await page.locator('.opblock.is-open input[type="file"]').count()).toBe(0);
    expect(await field.inputValue()).toBe('');
    const options = await row.locator('.examples-select option').allTextContents();
    expect(options).toContain('Only 20 records');
    await field.fill('{"filter":"severity >= ERROR"}');
    const [request] = await Promise.all([
      page.waitForRequest(/\/monitoring\/v1\/alerts\?/),
      page.getByRole('button', { name: 'Execute' }).click(),
    ]);
    const url = new URL(request.url());
    expect(url.pathname).toBe('/below/tocsin/monitoring/v1/alerts');
    expect(url.searchParams.get('query')).toBe('{"filter":"severity >= ERROR"}');
  });

  it('shows the usual answer to a delivery first, and then that to who waits', async () => {
    await page.goto(`${fixture.url}/docs/#/Event/createEvent`);
    const rows = page.locator('#operations-Event-createEvent tr.response');
    await rows.first().waitFor({ timeout: 2 * TIMEOUT_MS });
    const codes = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-code')));
    expect(codes.slice(0, 3)).toEqual(['202', '200', '400']);
    expect(await rows.first().textContent()).toContain('The usual answer: the delivery is on disk');
  });

  it('shows an answer as it could be, and what a field means in this record', async () => {
    await page.goto(`${fixture.url}/docs/#/Endpoint/listEndpoints`);
    const answer = page.locator('#operations-Endpoint-listEndpoints tr.response[data-code="200"]');
    await answer.waitFor({ timeout: 2 * TIMEOUT_MS });
    expect(await answer.locator('.example').first().textContent()).toMatch(/"total_count": 1,/);
    await answer.getByRole('tab', { name: 'Schema' }).click();
    const results = answer.locator('.json-schema-2020-12-property', { hasText: 'results' });
    await results.getByRole('button', { name: 'Expand all' }).first().click();
    await answer.getByText('ACTIVE while a process of the service sends heartbeats.').first().waitFor();
  });

  it('shows the page of an error code', async () => {
    await page.goto(`${fixture.url}/docs/errors/ERROR_INVALID_QUERY`);
    await page.getByRole('heading', { name: 'ERROR_INVALID_QUERY' }).waitFor({ timeout: TIMEOUT_MS });
    await page.getByRole('link', { name: 'the query language' }).waitFor();
  });
});
