import { describe, expect, it } from 'vitest';
import { formatView, matcherOf, parseView } from './alert-filter.js';
import type { Alert } from './open-alerts.js';

const alert = (part: object): Alert =>
  ({
    alert_id: 'a',
    title: 'Disk is full',
    severity: 'ERROR',
    webhook_id: 'w',
    project_id: 'p',
    rule: null,
    description: null,
    labels: {},
    resource: { name: 'db-7', resource_id: null },
    source: { name: 'metrics' },
    acknowledged: false,
    acknowledged_by: null,
    assignee: null,
    ...part,
  }) as unknown as Alert;
const known = {
  userId: 'ann',
  isHeldBack: (id: string) => id === 'held',
  isUntold: (id: string) => id === 'x',
};
const matches = (query: string, part: object) =>
  matcherOf(parseView(new URLSearchParams(query)), known)(alert(part));

describe('the view of the open alerts', () => {
  it.each([
    ['', {}, true],
    ['severity=ERROR,CRITICAL', {}, true],
    ['severity=CRITICAL', {}, false],
    ['source=w&project=p', {}, true],
    ['source=other', {}, false],
    ['project=other', {}, false],
    ['is=mine', { assignee: 'ann' }, true],
    ['is=mine', { acknowledged_by: 'ann' }, true],
    ['is=mine', { acknowledged_by: 'ann', assignee: 'max' }, false],
    ['is=unacknowledged', {}, true],
    ['is=unacknowledged', { acknowledged: true }, false],
    ['is=silenced', { alert_id: 'held' }, true],
    ['is=silenced', {}, false],
    ['is=untold,unacknowledged', { alert_id: 'x' }, true],
    ['is=untold', {}, false],
    ['labels={"team":"db"}', { labels: { team: 'db', site: 'dub' } }, true],
    ['labels={"team":"db","site":"fra"}', { labels: { team: 'db' } }, false],
    ['labels={"toString":"x"}', {}, false],
    ['words=DISK metrics', {}, true],
    ['words=disk db-8', {}, false],
    ['words=caf%C3%A9', { title: 'Cafe\u0301' }, true],
    // What is not known is ignored.
    ['severity=BAD&is=nice&order=odd', {}, true],
  ])('shows by %j the alert %j: %j', (query, part, isShown) => {
    expect(matches(query, part)).toBe(isShown);
  });

  it.each([
    [{ title: 'the Needle' }, true],
    [{ rule: 'the Needle' }, true],
    [{ description: 'the Needle' }, true],
    [{ resource: { name: 'the Needle', resource_id: null } }, true],
    [{ resource: { name: null, resource_id: 'the Needle' } }, true],
    [{ labels: { team: 'the Needle' } }, true],
    [{ labels: { needle: 'db' } }, true],
    [{ source: { name: 'the Needle' } }, true],
    [{ alert_id: 'needle' }, true],
    [{ alert_id: 'needle-and-more' }, false],
    // Queries ask for these by conditions.
    [{ assignee: 'needle' }, false],
    [{ event_key: 'needle' }, false],
  ])('looks for words where the keyword of a query does: in %j %j', (part, isShown) => {
    expect(matches('words=needle', part)).toBe(isShown);
  });

  it.each([
    'severity=CRITICAL%2CERROR&is=mine&source=w&labels=%7B%22a%22%3A%22b%22%7D&words=x&order=newest&group=rule',
    '',
  ])('is the same after it was written to the address as %j', (query) => {
    expect(new URLSearchParams(formatView(parseView(new URLSearchParams(query)))).toString()).toBe(query);
  });

  it('has one address, whatever the order of its conditions', () => {
    const [one, other] = [
      'severity=ERROR,CRITICAL&labels={"b":"1","a":"2"}',
      'labels={"a":"2","b":"1"}&severity=CRITICAL,ERROR',
    ];
    expect(formatView(parseView(new URLSearchParams(one)))).toEqual(
      formatView(parseView(new URLSearchParams(other))),
    );
  });
});
