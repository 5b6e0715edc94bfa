import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import type { Alarm } from './alarm.js';
import { ownLabels } from './own-labels.js';

const read = (value: Json) => ownLabels('service')({ value } as Alarm);

describe('labels in a body that users write', () => {
  it.each<[string, Json, Readonly<Record<string, string>> | undefined]>([
    ['an object', { labels: { team: 'shop', size: 2 } }, { team: 'shop', size: '2' }],
    ['a list', { tags: ['team:shop', 'production'] }, { team: 'shop', production: 'true' }],
    ['a text', { LABELS: 'team=shop,cluster=eu-1' }, { team: 'shop', cluster: 'eu-1' }],
    [
      'fields',
      { team: 'shop', Environment: 'production', service: 'cart' },
      { team: 'shop', environment: 'production', service: 'cart' },
    ],
    ['both, of which the object counts', { labels: { team: 'shop' }, team: 'web' }, { team: 'shop' }],
    [
      'variables that were not filled',
      { tags: '{{rule.tags}}', labels: { team: '$TEAM' }, cluster: '{Cluster}' },
      undefined,
    ],
    ['none', { title: 'Disk is full' }, undefined],
  ])('are read from %s', (_, body, expected) => expect(read(body)).toEqual(expected));
});
