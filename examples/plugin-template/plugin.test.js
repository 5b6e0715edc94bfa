import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plugins } from './plugin.js';

const [watchtower] = plugins;

const parse = (text, options = {}) =>
  watchtower.parse(
    {
      body: JSON.parse(text),
      headers: { 'content-type': 'application/json' },
      content_type: 'application/json',
      query: {},
      path_suffix: '',
      received_at: new Date('2026-01-01T00:00:00Z'),
    },
    options,
  );

for (const sample of watchtower.samples) {
  test(`sample: ${sample.name}`, () => {
    const outcomes = parse(sample.body);
    assert.equal(outcomes.length, sample.expect.length);
    for (const [index, expected] of sample.expect.entries()) {
      assert.equal(outcomes[index].outcome, expected.outcome);
      for (const [field, value] of Object.entries(expected.event ?? {}))
        assert.deepEqual(outcomes[index].event[field], value, field);
    }
  });
}

test('one bad beacon does not take the others along', () => {
  const outcomes = parse('{"tower":"north","beacons":[7,{"id":"b-1"}]}');
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['ERROR', 'EVENT'],
  );
});

test('the realm is the account', () => {
  const [outcome] = parse('{"tower":"north","beacons":[{"id":"b-1"}]}', { realm: 'west' });
  assert.equal(outcome.event.account, 'west');
});
