import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '#test/client.js';
import { requireProgram } from '#test/requirements.js';
import { ConsoleUnderTest, TIMEOUT_MS } from './console-under-test.js';
import { findViolations } from './page-checks.js';
import { CLIENT_ID, CLIENT_SECRET, startRealIssuer, type RealIssuer } from './real-issuer.js';

const ACCOUNTS = { ada: { domain_id: 'demo', role: 'MEMBER' }, eve: { role: 'ADMIN' } };

requireProgram('chromium', 'apt-get install chromium')('signing in at an issuer', () => {
  let fixture: ConsoleUnderTest;
  let issuer: RealIssuer;

  beforeAll(async () => {
    fixture = await ConsoleUnderTest.start(async (url) => {
      issuer = await startRealIssuer(`${url}/console/`, ACCOUNTS);
      return {
        PUBLIC_URL: url,
        OIDC_ISSUER: issuer.url,
        OIDC_AUDIENCE: 'tocsin',
        OIDC_CLIENT_ID: CLIENT_ID,
        OIDC_CLIENT_SECRET: CLIENT_SECRET,
      };
    });
  });
  afterAll(async () => {
    await fixture?.close();
    issuer?.close();
  });

  async function signInAs(page: Page, name: string, place = ''): Promise<void> {
    await page.goto(`${fixture.url}/console/${place}`);
    await page.getByRole('button', { name: `Sign in at ${new URL(issuer.url).host}` }).click();
    await page.getByPlaceholder('Enter any login').fill(name);
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  it('begins a session with the user, domain and role of the issuer', async () => {
    const context = await fixture.newContext();
    const page = await fixture.openPage(context);
    await page.goto(`${fixture.url}/console/`);
    await page.getByRole('button', { name: 'Sign in at' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await signInAs(page, 'ada', '#/search?keyword=disk');
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    expect(page.url()).toBe(`${fixture.url}/console/#/search?keyword=disk`);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    const { body } = await call<{ results: unknown[] }>(
      'GET',
      `${fixture.api.url}/identity/v1/sessions?domain_id=demo`,
    );
    expect(body.results).toMatchObject([{ user_id: 'ada', role: 'MEMBER', api_key_id: null }]);
    const all = await context.cookies(fixture.url);
    const own = all.filter(({ name }) => name.startsWith('tocsin'));
    expect(own.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
      ['tocsin_session', true, 'Strict'],
    ]);
    await context.close();
  });

  it('shows an error if the issuer names no domain, or if the user declines', async () => {
    const context = await fixture.newContext();
    const page = await fixture.openPage(context);
    await signInAs(page, 'eve');
    await expect
      .poll(() => page.getByRole('alert').textContent(), { timeout: TIMEOUT_MS })
      .toContain('The issuer refused the sign-in');
    await page.goto(`${fixture.url}/console/?error=access_denied&state=made-up`);
    await expect
      .poll(() => page.getByRole('alert').textContent(), { timeout: TIMEOUT_MS })
      .toContain('The issuer refused the sign-in');
    await context.close();
  });

  it('rejects an authorization code that was issued to another browser', async () => {
    const [own, other] = await Promise.all([fixture.newContext(), fixture.newContext()]);
    const page = await fixture.openPage(own);
    const came: string[] = [];
    page.on('request', (request) => void (/[?&]code=/.test(request.url()) && came.push(request.url())));
    // Prevents the page from using the code itself.
    await page.route('**/identity/v1/session', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await signInAs(page, 'ada');
    await expect.poll(() => came.length, { timeout: TIMEOUT_MS }).toBe(1);
    const thief = await fixture.openPage(other);
    await thief.goto(came[0] ?? '');
    await thief.getByRole('alert').waitFor();
    await thief.getByRole('button', { name: 'Sign in at' }).click();
    await thief.getByPlaceholder('Enter any login').waitFor();
    await thief.goto(came[0] ?? '');
    await thief.getByRole('alert').waitFor();
    expect(await thief.getByRole('heading', { name: 'Now' }).count()).toBe(0);
    await Promise.all([own.close(), other.close()]);
  });
});
