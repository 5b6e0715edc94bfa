import { expect, it } from 'vitest';
import type { EventInfo, EventKey } from '#monitoring/contracts/stored-events.js';
import { alertNotice, serviceNotice } from '../../../test/notices.js';
import type { Protocol } from '../../protocols/protocol.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import type { StoredMessage } from '../../protocols/sent-message.js';
import { ClaimedEvents } from './claimed-events.js';
import type { ClaimedAttempt } from './ports/attempt-log.js';

const EVENT = { event_id: 'event_01', title: 'Disk full' } as EventInfo;
const protocols = new ProtocolRegistry(
  ['sending', 'other'].map(
    (protocol_id) => ({ protocol_id, sendsEvent: protocol_id === 'sending' }) as Protocol,
  ),
);

const claim = (protocol_id: string, message: StoredMessage, template: string | null = null) =>
  ({ protocol_id, message, template }) as ClaimedAttempt;

/** Reads the events of a claim. Returns the messages that are sent, and the keys that each statement asks for. */
async function readClaim(attempts: readonly ClaimedAttempt[], found: readonly EventInfo[] = [EVENT]) {
  const asked: (readonly EventKey[])[] = [];
  const events = new ClaimedEvents(protocols, {
    find: (wanted) => {
      asked.push(wanted);
      return Promise.resolve(new Map(found.map((event) => [event.event_id, event])));
    },
  });
  const findMessage = events.read(attempts);
  return { asked, messages: await Promise.all(attempts.map(findMessage)) };
}

it('adds the event for protocols that send it and for templates, with one statement for a claim', async () => {
  const opened = alertNotice('opened');
  const { asked, messages } = await readClaim([
    claim('sending', opened),
    claim('other', opened, 'data.event.title'),
    claim('other', opened),
    claim('sending', serviceNotice()),
  ]);
  const key = { domain_id: 'd1', event_id: 'event_01' };
  expect(asked).toEqual([[key, key]]);
  expect(messages.map(({ data }) => ('event' in data ? data.event : 'none'))).toEqual([
    EVENT,
    EVENT,
    'none',
    'none',
  ]);
});

it('adds null if no event made the change, or if it is no longer kept', async () => {
  const opened = alertNotice('opened');
  const { change } = opened.data;
  const acknowledged = { ...opened, data: { ...opened.data, change: { ...change, event_id: null } } };
  const { asked, messages } = await readClaim([claim('sending', opened), claim('sending', acknowledged)], []);
  expect(asked[0]).toHaveLength(1);
  expect(messages.map(({ data }) => 'event' in data && data.event)).toEqual([null, null]);
});

it('fails only the attempts that wait for events that cannot be read', async () => {
  const events = new ClaimedEvents(protocols, { find: () => Promise.reject(new Error('no connection')) });
  const attempts = [claim('sending', alertNotice('opened')), claim('other', alertNotice('opened'))];
  const findMessage = events.read(attempts);
  const results = await Promise.allSettled(attempts.map(findMessage));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
