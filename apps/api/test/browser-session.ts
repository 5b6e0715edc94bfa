import { expect } from 'vitest';
import type { ApiUnderTest } from './api-under-test.js';

export const DOMAIN = '/identity/v1/session/domain';
export const SESSION = '/identity/v1/session';
export const OWN_PAGE = { host: 'here.test', origin: 'http://here.test', 'x-requested-with': 'test' };

export interface Session {
  readonly session_id: string;
  readonly domain_id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly may_enter_domains: boolean;
}

interface Refusal {
  readonly errors?: readonly { readonly field: string; readonly reason: string }[];
}

/** Signs in like a browser, which keeps the latest cookie. */
export async function signInLikeBrowser(at: ApiUnderTest, body: object) {
  const signedIn = await at.call<Session>('POST', SESSION, { body, key: null, headers: OWN_PAGE });
  expect(signedIn.status).toBe(201);
  const browser = {
    session: signedIn.body,
    cookie: String(signedIn.headers['set-cookie']).split(';')[0] ?? '',
    call: <Body = Record<string, unknown>>(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      {
        headers = {},
        process = at,
        ...sent
      }: { headers?: object; process?: ApiUnderTest; body?: object } = {},
    ) =>
      process.call<Body>(method, path, {
        ...sent,
        key: null,
        headers: { cookie: browser.cookie, ...OWN_PAGE, ...headers },
      }),
    switchTo: async (new_domain_id: string, more: { headers?: object; process?: ApiUnderTest } = {}) => {
      const response = await browser.call<Session & Refusal & { code?: string; detail?: string }>(
        'PUT',
        DOMAIN,
        {
          ...more,
          body: { new_domain_id },
        },
      );
      const setCookie = response.headers['set-cookie'];
      if (setCookie !== undefined) browser.cookie = String(setCookie).split(';')[0] ?? '';
      return { ...response, setCookie };
    },
  };
  return browser;
}
