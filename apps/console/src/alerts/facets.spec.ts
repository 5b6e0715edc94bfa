import { expect, it } from 'vitest';
import { findFacets } from './facets.js';
import type { Alert } from './open-alerts.js';

const alert = (webhook_id: string, labels = {}) =>
  ({ webhook_id, source: { name: 'Prometheus' }, project_id: 'p', labels }) as unknown as Alert;

it('counts sources with the same name apart, and each value of a label', () => {
  const { sources, labels } = findFacets([
    alert('b', { team: 'db' }),
    alert('a', { team: 'db' }),
    alert('b', { team: 'shop' }),
  ]);
  expect(sources).toEqual([
    { id: 'b', name: 'Prometheus', count: 2 },
    { id: 'a', name: 'Prometheus', count: 1 },
  ]);
  expect(labels).toEqual([
    { id: 'team', name: 'team=db', count: 2 },
    { id: 'team', name: 'team=shop', count: 1 },
  ]);
});
