import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#test/client.js';
import { timed } from '#test/slowness.js';
import { Follower } from '#test/chaos/follower.js';
import { createEventStore, type EventStore } from '../../../libs/monitoring/test/event-store.js';
import type { FeedPosition } from '#monitoring/contracts/feed-position.js';
import { SealedPositions } from '../../../libs/monitoring/src/feed/sealed-positions.js';
import { EventStreamRegistry } from '../src/monitoring/event-stream.js';
import { ROOT_API_KEY, startApi, type ApiUnderTest } from './api-under-test.js';

const STREAM = '/monitoring/v1/events/stream';

const positions = new SealedPositions(
  { encryptionKey: Buffer.alloc(32, 1), oldEncryptionKey: null },
  'event',
);

let store: EventStore;
let api: ApiUnderTest;
let second: ApiUnderTest;

beforeAll(async () => {
  store = await createEventStore();
  [api, second] = await Promise.all([
    startApi({ DATABASE_URL: store.url }),
    startApi({ DATABASE_URL: store.url }),
  ]);
});
afterAll(async () => {
  await Promise.all([api?.close(), second?.close()]);
  await store?.close();
});

/** Opens a stream, and returns once the service has sent its position. */
async function openStream(query = 'domain_id=d1', { key = ROOT_API_KEY, after = '', at = api } = {}) {
  const follower = await Follower.open(`${at.url}${STREAM}?${query}`, { key, after });
  await until(
    async () => follower.lastId !== '' || follower.response.statusCode !== 200,
    (isStarted) => isStarted,
  );
  return follower;
}

const waitForMessages = (follower: Follower, n: number) =>
  until(
    async () => follower.messages.length,
    (messageCount) => messageCount >= n,
  );

async function createApiKey() {
  const body = { user_id: 'u1', domain_id: 'd1', role: 'VIEWER' };
  return (await api.call<{ api_key: string; api_key_id: string }>('POST', '/identity/v1/api-keys', { body }))
    .body;
}

describe('the stream of events', () => {
  it('sends an event as the list returns it', async () => {
    const follower = await openStream();
    expect(follower.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
    });
    await store.add({ title: 'long', raw_data: { n: 1 } });
    await waitForMessages(follower, 1);
    const listed = await api.call<{ results: unknown[] }>('GET', '/monitoring/v1/events?domain_id=d1');
    expect(JSON.parse(follower.messages[0]?.data ?? '')).toEqual(listed.body.results[0]);
    follower.close();
  });

  it('resumes at the last id after a disconnect, also on another process', async () => {
    const follower = await openStream();
    await store.add({ title: 'a' });
    await waitForMessages(follower, 1);
    follower.close();
    await store.add({ title: 'b' });
    await store.add({ title: 'c', severity: 'CRITICAL' });
    const again = await openStream('domain_id=d1', { after: follower.lastId, at: second });
    await waitForMessages(again, 2);
    expect(again.titles).toEqual(['b', 'c']);
    const critical = await openStream('domain_id=d1&severity=CRITICAL', { after: follower.lastId });
    await waitForMessages(critical, 1);
    expect(critical.titles).toEqual(['c']);
    for (const one of [again, critical]) one.close();
  });

  it('sends a reset for an id that is too old, and rejects an invalid id', async () => {
    const follower = await openStream();
    follower.close();
    const position = positions.open(follower.lastId, 'd1') as FeedPosition;
    const after = positions.seal({ ...position, at: position.at - 4000 }, 'd1');
    const outdated = await openStream('domain_id=d1', { after });
    await waitForMessages(outdated, 1);
    expect(outdated.messages[0]).toMatchObject({ event: 'reset', id: outdated.lastId });
    outdated.close();
    const forged = `${follower.lastId.slice(0, -4)}${follower.lastId.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    for (const id of ['x', `${position.xid}.0.0.${position.at}`, forged, 'é'.repeat(60)]) {
      const headers = { 'last-event-id': id };
      const bad = await api.call('GET', `${STREAM}?domain_id=d1`, { headers });
      expect([bad.status, bad.body.errors]).toEqual([
        400,
        [expect.objectContaining({ field: 'Last-Event-ID' })],
      ]);
    }
  });

  it('has opaque ids, and rejects an id of another domain', async () => {
    const before = await openStream();
    await store.add();
    await waitForMessages(before, 1);
    for (let n = 0; n < 20; n += 1) await store.add({ domain_id: 'd2' });
    await store.add();
    await waitForMessages(before, 2);
    before.close();
    const ids = before.messages.map(({ id }) => id);
    for (const id of ids) expect(id).toMatch(/^[\w-]{72}$/);
    // The ids look random: they share neither prefix nor suffix.
    expect(ids[0]?.slice(0, 8)).not.toBe(ids[1]?.slice(0, 8));
    expect(ids[0]?.slice(-8)).not.toBe(ids[1]?.slice(-8));
    const headers = { 'last-event-id': ids[0] ?? '' };
    expect((await api.call('GET', `${STREAM}?domain_id=d2`, { headers })).status).toBe(400);
  });

  it('is rejected with 429 if its key has 20 streams open, but never with the root key', async () => {
    const [{ api_key: key }, { api_key: neighbour }] = [await createApiKey(), await createApiKey()];
    const streams = await Promise.all(Array.from({ length: 20 }, () => openStream('domain_id=d1', { key })));
    expect(streams.map(({ response }) => response.statusCode)).toEqual(streams.map(() => 200));
    const more = await api.call('GET', `${STREAM}?domain_id=d1`, { key });
    expect(more).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
      body: { code: 'ERROR_RATE_LIMITED', detail: expect.stringMatching(/^At most 20 streams of a key/) },
    });
    const others = [neighbour, ...Array.from({ length: 25 }, () => ROOT_API_KEY)];
    const open = await Promise.all(others.map((other) => openStream('domain_id=d1', { key: other })));
    expect(open.map(({ response }) => response.statusCode)).toEqual(others.map(() => 200));
    streams.push(...open);
    // A rejected request releases its place too.
    const bad = { headers: { 'last-event-id': 'x' }, key: neighbour };
    for (let n = 0; n < 25; n += 1)
      expect((await api.call('GET', `${STREAM}?domain_id=d1`, bad)).status).toBe(400);
    streams[0]?.close();
    await until(
      async () => {
        const again = await openStream('domain_id=d1', { key });
        streams.push(again);
        return again.response.statusCode;
      },
      (status) => status === 200,
    );
    for (const one of streams) one.close();
  });

  it('requires the same key, domain and parameters as the list', async () => {
    const { api_key: key } = await createApiKey();
    const responses = await Promise.all([
      api.call('GET', `${STREAM}?domain_id=d1`, { key: null }),
      api.call('GET', `${STREAM}?domain_id=d2`, { key }),
      api.call('GET', STREAM),
      api.call('GET', `${STREAM}?domain_id=d1&only=title`),
      api.call('GET', `${STREAM}?domain_id=d1&severity=BAD`),
    ]);
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'ERROR_AUTHENTICATE_FAILURE'],
      [403, 'ERROR_PERMISSION_DENIED'],
      [400, 'ERROR_REQUIRED_PARAMETER'],
      [400, 'ERROR_INVALID_PARAMETER'],
      [400, 'ERROR_INVALID_PARAMETER'],
    ]);
  });

  it('is not kept open for a HEAD request', async () => {
    const { open } = api.app.get(EventStreamRegistry) as unknown as { open: Map<unknown, unknown> };
    await until(
      async () => open.size,
      (size) => size === 0,
    );
    const headers = { authorization: `Bearer ${ROOT_API_KEY}` };
    const head = await fetch(`${api.url}${STREAM}?domain_id=d1`, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const closed = () =>
      until(
        async () => open.size,
        (size) => size === 0,
      );
    expect(await timed(closed)).toBeLessThan(2_000);
  });

  it('ends when its key is disabled', async () => {
    const { api_key: key, api_key_id } = await createApiKey();
    const follower = await openStream('domain_id=d1', { key });
    await api.call('PUT', `/identity/v1/api-key/${api_key_id}/disable?domain_id=d1`);
    const ended = () => until(async () => follower.ended, Boolean);
    expect(await timed(ended)).toBeLessThan(4_000);
  });

  it('ends with a complete response when its process stops', async () => {
    const third = await startApi({ DATABASE_URL: store.url });
    const follower = await openStream('domain_id=d1', { at: third });
    await third.close();
    await until(
      async () => follower.ended,
      (ended) => ended,
    );
    expect(follower.response.complete).toBe(true);
  });
});

describe('the query of a stream', () => {
  const followQuery = (query: object, options = {}) =>
    openStream(`domain_id=d1&query=${encodeURIComponent(JSON.stringify(query))}`, options);

  it('selects the events that a search with the same query finds', async () => {
    const queries = [
      { filter: [{ k: 'severity', v: 'ERROR', o: 'gte' }] },
      { filter: [{ k: 'raw_data.labels.job', v: 'no.e', o: 'regex' }] },
      { filter_or: [{ k: 'title', v: 'cpu', o: 'contain' }], keyword: 'high' },
      { filter: [{ k: 'created_at', v: 'now - 1h', o: 'timediff_gte' }] },
      {},
    ];
    const followers = await Promise.all(queries.map((query) => followQuery(query)));
    for (const [title, severity, job] of [
      ['CPU high', 'WARNING', 'node'],
      ['Disk', 'CRITICAL', 'web'],
      ['last', 'CRITICAL', 'NODE'],
    ] as const) {
      await store.add({ title, severity, raw_data: { labels: { job } } });
      // Events of the same millisecond would be listed in the order of their ids.
      await sleep(2);
    }
    for (const [at, query] of queries.entries()) {
      const since = { k: 'title', v: ['CPU high', 'Disk', 'last'], o: 'in' };
      const filter = [...((query as { filter?: object[] }).filter ?? []), since];
      const body = { domain_id: 'd1', query: { ...query, filter, sort: { key: 'created_at' } } };
      const { body: listed } = await api.call<{ results: { title: string }[] }>(
        'POST',
        '/monitoring/v1/events/search',
        { body },
      );
      expect(listed.results.length).toBeGreaterThan(0);
      const follower = followers[at];
      if (follower === undefined) throw new Error('nobody follows');
      await waitForMessages(follower, listed.results.length);
      expect(follower.titles).toEqual(listed.results.map(({ title }) => title));
      follower.close();
    }
  });

  it('applies to events that were missed while disconnected, and together with parameters', async () => {
    const query = { keyword: 'wanted' };
    const before = await followQuery(query);
    await store.add({ title: 'wanted 1' });
    await waitForMessages(before, 1);
    before.close();
    for (const title of ['other', 'wanted 2', 'wanted 3']) await store.add({ title });
    await store.add({ title: 'wanted 4', severity: 'INFO' });
    const again = await followQuery(query, { after: before.lastId, at: second });
    await waitForMessages(again, 3);
    expect(again.titles).toEqual(['wanted 2', 'wanted 3', 'wanted 4']);
    const narrow = await openStream('domain_id=d1&severity=INFO&query.keyword=wanted', {
      after: before.lastId,
    });
    await waitForMessages(narrow, 1);
    expect(narrow.titles).toEqual(['wanted 4']);
    for (const one of [again, narrow]) one.close();
  });

  it.each([
    [{ filter: [{ k: 'nonsense', v: 1, o: 'eq' }] }, 'query.filter[0].k'],
    [{ filter: [{ k: 'title', v: '(', o: 'regex' }] }, 'query.filter[0].v'],
    [{ page: { limit: 1 } }, 'query.page'],
  ])('%j is refused before the stream begins', async (query, field) => {
    const path = `${STREAM}?domain_id=d1&query=${encodeURIComponent(JSON.stringify(query))}`;
    const answer = await api.call('GET', path);
    expect(answer).toMatchObject({ status: 400, body: { code: 'ERROR_INVALID_QUERY' } });
    expect(JSON.stringify(answer.body.errors)).toContain(field);
  });
});
