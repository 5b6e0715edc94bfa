import { expect, it } from 'vitest';
import { parseJson, type Json } from '#shared/kernel/json.js';
import { healthchecks } from './plugin.js';

/** Fills the body of the guide as Healthchecks does: variables are replaced without escaping. */
function filledFor(name: string): string {
  const body = /~~~json\n([\s\S]*?)~~~/.exec(healthchecks.docs)?.[1] ?? '';
  const variables = {
    $NAME_JSON: JSON.stringify(name),
    $NAME: name,
    $CODE: '5b9c',
    $STATUS: 'down',
    $TAGS: 'backup env=prod',
    $NOW: '2025-03-04T10:00:00+00:00',
  };
  return Object.entries(variables).reduce(
    (text, [variable, value]) => text.replaceAll(variable, () => value),
    body,
  );
}

it.each(['nightly backup', 'the "big" backup', 'C:\\backup'])(
  'reads the body of the guide for a check that is called %s',
  (name) => {
    const delivery = {
      body: parseJson(filledFor(name)),
      headers: {},
      content_type: 'application/json',
      query: {},
      path_suffix: '',
      received_at: new Date('2025-03-04T10:00:01Z'),
    };
    expect(healthchecks.parse(delivery, {})).toMatchObject([
      { event: { event_key: '5b9c', event_type: 'ALERT', title: `${name} is DOWN`, resource: { name } } },
    ]);
    expect(healthchecks.recognises?.(delivery)).toBeGreaterThan(0.9);
  },
);

it('reads tags with blanks between them, and none that were not filled', () => {
  const labelsOf = (tags: Json) => {
    const [outcome] = healthchecks.parse(
      {
        body: { check: '5b9c', status: 'down', tags },
        headers: {},
        content_type: 'application/json',
        query: {},
        path_suffix: '',
        received_at: new Date('2025-03-04T10:00:01Z'),
      },
      {},
    );
    return outcome?.outcome === 'EVENT' ? outcome.event.labels : outcome;
  };
  expect(labelsOf('backup env=prod')).toEqual({ backup: 'true', env: 'prod' });
  expect(labelsOf(['backup', 'env=prod'])).toEqual({ backup: 'true', env: 'prod' });
  expect(labelsOf('$TAGS')).toBeUndefined();
});
