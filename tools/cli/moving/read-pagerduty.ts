import { openApi, readLists, readPages, type ApiSource } from './api-source.js';
import { PAGERDUTY_LISTS } from './pagerduty.js';
import { listAt, textAt, type Fields } from './source-file.js';

export const PAGERDUTY_API = 'https://api.pagerduty.com';
const PAGE = 100;

const QUERIES: Readonly<Record<string, string>> = {
  maintenance_windows: '&filter=open',
};

/** Reads an account of PagerDuty by its REST API, with a read-only key. @throws FailedError */
export async function readPagerDuty(address: string, keyName: string): Promise<Fields> {
  const api = openApi({
    address,
    keyName,
    headers: (key) => ({
      authorization: `Token token=${key}`,
      accept: 'application/vnd.pagerduty+json;version=2',
    }),
  });
  return readLists(
    Object.fromEntries(
      PAGERDUTY_LISTS.map((name) => [
        name,
        async () => {
          const found = await readList(api, name);
          // Only a schedule by itself has its layers.
          return name === 'schedules' ? readEach(api, found) : found;
        },
      ]),
    ),
  );
}

const readList = (api: ApiSource, name: string): Promise<readonly Fields[]> => {
  const path = (offset: number) => `${name}?limit=${PAGE}&offset=${offset}${QUERIES[name] ?? ''}`;
  return readPages(
    api,
    path(0),
    (page) => listAt(page, name),
    (page, count) => (page['more'] === true ? path(count) : undefined),
  );
};

async function readEach(api: ApiSource, schedules: readonly Fields[]): Promise<readonly Fields[]> {
  const found: Fields[] = [];
  for (const schedule of schedules) {
    const { schedule: whole } = await api.get(
      `schedules/${encodeURIComponent(textAt(schedule, 'id') ?? '')}`,
    );
    found.push({ ...schedule, ...(whole as Fields) });
  }
  return found;
}
