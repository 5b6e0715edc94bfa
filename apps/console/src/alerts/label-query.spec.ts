import { describe, expect, it } from 'vitest';
import { filterByLabels, parseLabel, parseLabels } from './label-query.js';
import type { Alert } from './open-alerts.js';

describe('labels of the list of open alerts', () => {
  it.each([
    [null, {}],
    ['{"team":"db","app.kubernetes.io/name":"x"}', { team: 'db', 'app.kubernetes.io/name': 'x' }],
    ['{"team":7,"site":"dub"}', { site: 'dub' }],
    ['["db"]', {}],
    ['"db"', {}],
    ['null', {}],
    ['{', {}],
  ])('are read from %j', (text, labels) => {
    expect(parseLabels(text)).toEqual(labels);
  });

  it.each([
    ['team=db', ['team', 'db']],
    [' app.kubernetes.io/name = a=b ', ['app.kubernetes.io/name', 'a=b']],
    ['team=', ['team', '']],
    ['team', undefined],
    ['=db', undefined],
  ])('are typed as %j', (text, label) => {
    expect(parseLabel(text)).toEqual(label);
  });

  it('select the alerts that have all of them', () => {
    const alerts = [{ team: 'db', site: 'dub' }, { team: 'db' }, {}].map(
      (labels) => ({ labels }) as unknown as Alert,
    );
    expect(filterByLabels(alerts, {})).toBe(alerts);
    expect(filterByLabels(alerts, { team: 'db' })).toEqual(alerts.slice(0, 2));
    expect(filterByLabels(alerts, { team: 'db', site: 'dub' })).toEqual(alerts.slice(0, 1));
    expect(filterByLabels(alerts, { toString: 'x' })).toEqual([]);
  });
});
