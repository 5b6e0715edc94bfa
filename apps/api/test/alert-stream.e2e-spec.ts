import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { until } from '#test/client.js';
import { Follower } from '#test/chaos/follower.js';
import { createAlarmSource, type AlarmSource } from '../../../libs/monitoring/test/alarm-source.js';
import { createPipeline, type Pipeline } from '../../../libs/monitoring/test/pipeline.js';
import type { AlertMessage } from '../src/monitoring/alert-stream.dto.js';
import { ROOT_API_KEY, startApi, type ApiUnderTest } from './api-under-test.js';
import { NativeEventSource } from './native-event-source.js';

const STREAM = '/monitoring/v1/alerts/stream';

let pipeline: Pipeline;
let api: ApiUnderTest;
let second: ApiUnderTest;
let source: AlarmSource;
let filter: string;

beforeAll(async () => {
  pipeline = await createPipeline();
  const settings = { DATABASE_URL: pipeline.database.url };
  [api, second] = await Promise.all([startApi(settings), startApi(settings)]);
});
beforeEach(async () => {
  source = await createAlarmSource(pipeline);
  filter = `domain_id=d1&webhook_id=${source.webhook.webhook_id}`;
});
afterAll(async () => {
  await Promise.all([api?.close(), second?.close()]);
  await pipeline?.close();
});

/** Opens a stream, and returns once it has its position: the first id from the service, or `after`. */
async function openStream(query = filter, { key = ROOT_API_KEY, after = '', at = api } = {}) {
  const follower = await Follower.open(`${at.url}${STREAM}?${query}`, { key, after });
  await until(
    async () => after !== '' || follower.lastId !== '' || follower.response.statusCode !== 200,
    (isStarted) => isStarted,
  );
  return follower;
}

const waitForMessages = (follower: Follower, n: number) =>
  until(
    async () => follower.messages.length,
    (messageCount) => messageCount >= n,
  );

const parseMessages = ({ messages }: Follower) =>
  messages.map(({ data }) => JSON.parse(data) as AlertMessage);
const listEventNames = (follower: Follower) => follower.messages.map(({ event }) => event);
const listTitles = (follower: Follower) => parseMessages(follower).map(({ data }) => data.alert.title);

describe('the stream of alerts', () => {
  it('sends the changes of an alert in order, with the alert as the list returns it', async () => {
    const follower = await openStream();
    expect(follower.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    });
    await source.send(['disk']);
    await waitForMessages(follower, 1);
    const { body: listed } = await api.call<{ results: { alert_id: string }[] }>(
      'GET',
      `/monitoring/v1/alerts?${filter}`,
    );
    const { body: events } = await api.call<{ results: { event_id: string }[] }>(
      'GET',
      `/monitoring/v1/events?${filter}`,
    );
    expect(parseMessages(follower)).toEqual([
      {
        type: 'alert.opened',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        data: {
          alert: listed.results[0],
          change: {
            state_before: null,
            state: 'OPEN',
            severity_before: null,
            severity: 'WARNING',
            event_id: events.results[0]?.event_id,
            actor: null,
            assignee: null,
            note: null,
            note_id: null,
            flapping: false,
          },
        },
      },
    ]);
    await source.send(['disk'], { severity: 'CRITICAL' });
    const { alert_id } = listed.results[0] ?? { alert_id: '' };
    const acknowledge = `/monitoring/v1/alert/${alert_id}/acknowledge`;
    expect((await api.call('PUT', acknowledge, { body: { domain_id: 'd1' } })).status).toBe(200);
    // The recovery occurred before the acknowledgement (alarms of the source are 10 minutes old), which is void then.
    await source.send(['disk'], { event_type: 'RECOVERY' });
    await source.send(['disk']);
    await waitForMessages(follower, 6);
    const known = parseMessages(follower).filter(({ data }) => data.alert.alert_id === alert_id);
    expect(known.map(({ type }) => type)).toEqual([
      'alert.opened',
      'alert.escalated',
      'alert.acknowledged',
      'alert.resolved',
      'alert.unacknowledged',
    ]);
    expect(known.map(({ data }) => data.change.state_before)).toEqual([
      null,
      'OPEN',
      'OPEN',
      'OPEN',
      'RESOLVED',
    ]);
    expect(known[2]?.data.change).toMatchObject({ event_id: null, actor: 'root' });
    expect(known[1]?.data.change).toMatchObject({ severity_before: 'WARNING', severity: 'CRITICAL' });
    expect(listEventNames(follower)).toEqual(parseMessages(follower).map(({ type }) => type));
    follower.close();
  });

  it('loses and repeats no change when a client reconnects, also to another process', async () => {
    let follower = await openStream();
    let after = '';
    const heard: { alert_id: string; kind: string }[] = [];
    const collectChanges = () => {
      follower.close();
      for (const { type, data } of parseMessages(follower))
        heard.push({ alert_id: data.alert.alert_id, kind: type.slice('alert.'.length) });
      return follower.lastId;
    };
    const keys = ['a', 'b', 'c', 'd', 'e'];
    for (let round = 0; round < 6; round += 1) {
      await source.send(keys, { event_type: round % 2 === 0 ? 'ALERT' : 'RECOVERY' });
      // Disconnects in the middle of the changes of one transaction, or before the first of them.
      if (round % 3 !== 2) await waitForMessages(follower, 1 + round);
      after = collectChanges() || after;
      follower = await openStream(filter, { after, at: round % 2 === 0 ? second : api });
    }
    const expected = (await source.changes()).map(({ alert_id, kind }) => ({
      alert_id: formatId('alert', alert_id),
      kind,
    }));
    await waitForMessages(follower, expected.length - heard.length);
    collectChanges();
    expect(expected).toHaveLength(30);
    expect(heard).toEqual(expected);
  });

  it('sends alert.flapping once, and marks the changes of a flapping key', async () => {
    const follower = await openStream();
    for (let outage = 0; outage < 6; outage += 1) {
      await source.send(['flaps', ...(outage === 5 ? ['calm'] : [])]);
      await source.send(['flaps'], { event_type: 'RECOVERY' });
    }
    await waitForMessages(follower, 14);
    const told = parseMessages(follower).map(({ type, data }) => [
      data.alert.title,
      type,
      data.change.flapping,
    ]);
    const once = ['alert.opened', 'alert.resolved'];
    expect(told.filter(([title]) => title === 'calm')).toEqual([['calm', 'alert.opened', false]]);
    expect(told.filter(([title]) => title === 'flaps').map(([, ...each]) => each)).toEqual([
      ...[1, 2, 3, 4].flatMap(() => once.map((type) => [type, false])),
      ...['alert.opened', 'alert.flapping', 'alert.resolved', ...once].map((type) => [type, true]),
    ]);
    follower.close();
  });

  it('filters changes by parameters and by a query, as a search does', async () => {
    const query = {
      filter: [{ k: 'severity', v: 'ERROR', o: 'gte' }],
      filter_or: [{ k: 'title', v: 'disk', o: 'contain' }],
    };
    const narrow = await openStream(`${filter}&query=${encodeURIComponent(JSON.stringify(query))}`);
    const critical = await openStream(`${filter}&severity=CRITICAL`);
    await source.send(['disk 1'], { severity: 'INFO' });
    await source.send(['disk 2', 'cpu'], { severity: 'CRITICAL' });
    await source.send(['disk 3'], { severity: 'ERROR' });
    await waitForMessages(narrow, 2);
    await waitForMessages(critical, 2);
    expect(listTitles(narrow)).toEqual(['disk 2', 'disk 3']);
    expect(listTitles(critical)).toEqual(['disk 2', 'cpu']);
    // The query also applies to the changes missed while disconnected.
    narrow.close();
    await source.send(['cpu 2', 'disk 4'], { severity: 'ERROR' });
    const again = await openStream(`${filter}&query=${encodeURIComponent(JSON.stringify(query))}`, {
      after: narrow.lastId,
    });
    await waitForMessages(again, 1);
    expect(listTitles(again)).toEqual(['disk 4']);
    for (const one of [critical, again]) one.close();
    const bad = encodeURIComponent(JSON.stringify({ filter: [{ k: 'raw_data.x', v: 1, o: 'eq' }] }));
    expect(await api.call('GET', `${STREAM}?${filter}&query=${bad}`)).toMatchObject({
      status: 400,
      body: { code: 'ERROR_INVALID_QUERY' },
    });
  });

  it('sends no changes of other domains, and rejects ids of them and of the event stream', async () => {
    const otherSource = await createAlarmSource(pipeline, 'd2');
    const [own, other] = [await openStream('domain_id=d1'), await openStream('domain_id=d2')];
    await otherSource.send(['theirs']);
    await source.send(['ours']);
    await otherSource.send(['theirs 2']);
    await waitForMessages(own, 1);
    await waitForMessages(other, 2);
    expect([listTitles(own), listTitles(other)]).toEqual([['ours'], ['theirs', 'theirs 2']]);
    for (const one of [own, other]) one.close();
    const events = await Follower.open(`${api.url}/monitoring/v1/events/stream?domain_id=d1`, {
      key: ROOT_API_KEY,
    });
    await until(
      async () => events.lastId,
      (id) => id !== '',
    );
    events.close();
    for (const id of [other.lastId, events.lastId, 'x']) {
      const headers = { 'last-event-id': id };
      const refused = await api.call('GET', `${STREAM}?domain_id=d1`, { headers });
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [expect.objectContaining({ field: 'Last-Event-ID' })],
      ]);
    }
  });

  it('requires the same key, domain and parameters as the list', async () => {
    const body = { user_id: 'u1', domain_id: 'd1', role: 'VIEWER' };
    const { body: key } = await api.call<{ api_key: string }>('POST', '/identity/v1/api-keys', { body });
    const responses = await Promise.all([
      api.call('GET', `${STREAM}?domain_id=d1`, { key: null }),
      api.call('GET', `${STREAM}?domain_id=d2`, { key: key.api_key }),
      api.call('GET', STREAM),
      api.call('GET', `${STREAM}?domain_id=d1&title=x`),
      api.call('GET', `${STREAM}?domain_id=d1&state=BAD`),
    ]);
    expect(responses.map(({ status, body: { code } }) => [status, code])).toEqual([
      [401, 'ERROR_AUTHENTICATE_FAILURE'],
      [403, 'ERROR_PERMISSION_DENIED'],
      [400, 'ERROR_REQUIRED_PARAMETER'],
      [400, 'ERROR_INVALID_PARAMETER'],
      [400, 'ERROR_INVALID_PARAMETER'],
    ]);
  });

  it('opens for a native EventSource with a token, and resumes at last_event_id', async () => {
    const { body } = await api.call<{ token: string }>('POST', '/monitoring/v1/stream-token', {
      body: { domain_id: 'd1' },
    });
    const url = `${api.url}${STREAM}?${filter}&token=${body.token}`;
    const first = new NativeEventSource(url, 'alert.opened');
    await vi.waitFor(() => expect(first.filterByType('open')).toHaveLength(1), 10_000);
    await source.send(['seen']);
    await vi.waitFor(() => expect(first.filterByType('message')).toHaveLength(1), 10_000);
    const [seen] = first.filterByType('message');
    first.close();
    await source.send(['missed']);
    const next = new NativeEventSource(`${url}&last_event_id=${seen?.id}`, 'alert.opened');
    await vi.waitFor(() => expect(next.filterByType('message')).toHaveLength(1), 10_000);
    expect(JSON.parse(next.filterByType('message')[0]?.data ?? '')).toMatchObject({
      type: 'alert.opened',
      data: { alert: { title: 'missed' } },
    });
    next.close();
  });
});
