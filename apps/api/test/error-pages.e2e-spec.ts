import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT: '2000' });
});
afterAll(() => api.close());

const get = async (path: string, accept = '*/*') => {
  const response = await fetch(`${api.url}${path}`, { headers: { accept } });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), text };
};

/** The codes that the service can answer with, from the types of its source. */
async function readCodes(): Promise<readonly string[]> {
  const files = ['libs/shared/src/kernel/domain-error.ts', 'apps/api/src/http/errors/problem.ts'];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return [...new Set(texts.join('').match(/'ERROR_[A-Z_]+'/g))].map((quoted) => quoted.slice(1, -1));
}

describe('the page of an error code', () => {
  it('is where the type of a problem leads', async () => {
    const { body } = await api.call<{ type: string }>('GET', '/monitoring/v1/nothing');
    expect(body.type).toBe('/docs/errors/ERROR_NOT_FOUND');
    const page = await get(body.type);
    expect(page).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' });
    expect(page.text).toMatch(/^# ERROR_NOT_FOUND\n\n404/);
    expect(page.text).not.toContain('## ');
  });

  it('is a page for browsers, whose text is the same', async () => {
    const page = await get('/docs/errors/ERROR_INVALID_QUERY', 'text/html,*/*');
    expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
    expect(page.text).toContain('data-guide="ERROR_INVALID_QUERY.md"');
    expect(page.text).toContain('src="../start.js"');
    const text = await get('/docs/errors/ERROR_INVALID_QUERY.md', 'text/html,*/*');
    const link = /\]\(([^)]+)\)/.exec(text.text)?.[1] ?? '';
    expect((await get(new URL(link, `${api.url}/docs/errors/x`).pathname)).status).toBe(200);
  });

  it('exists for every code', async () => {
    const codes = await readCodes();
    expect(codes.length).toBeGreaterThan(18);
    for (const code of codes) expect([code, (await get(`/docs/errors/${code}`)).status]).toEqual([code, 200]);
    const guide = await get('/docs/guides/errors.md');
    const described = [...guide.text.matchAll(/^## (\w+)$/gm)].map(([, code]) => code);
    expect(described.toSorted()).toEqual(codes.toSorted());
  });

  it.each(['ERROR_NOTHING', 'ERROR', '', 'x.md', '__proto__', 'ERROR_NOT_FOUND.txt'])(
    '404 for the unknown code «%s»',
    async (code) => {
      expect((await get(`/docs/errors/${code}`)).status).toBe(404);
      expect((await get(`/docs/errors/${code}`, 'text/html')).status).toBe(404);
    },
  );
});
