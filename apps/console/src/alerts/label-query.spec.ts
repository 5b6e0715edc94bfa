import { describe, expect, it } from 'vitest';
import { parseLabel, parseLabels } from './label-query.js';

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
});
