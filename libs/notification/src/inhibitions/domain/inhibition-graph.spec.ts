import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InhibitionGraph, MAX_CHAIN, type AlertRole } from './inhibition-graph.js';

const always = () => true;
type Part = 'source' | 'target' | 'both';

/** @param alerts the roles of each alert, such as `{ t: { i1: 'target' } }` */
function createGraph(alerts: Record<string, Record<string, Part>>): InhibitionGraph {
  const graph = new InhibitionGraph();
  for (const [alert_id, roles] of Object.entries(alerts))
    graph.set(
      alert_id,
      Object.entries(roles).map(([inhibition_id, part]): AlertRole => ({
        ...{ alert_id, inhibition_id, key: 'k' },
        is_source: part !== 'target',
        is_target: part !== 'source',
      })),
    );
  return graph;
}

/** A chain in which each alert is held by the next. */
const createChain = (length: number) =>
  Object.fromEntries(
    Array.from({ length }, (_, n) => [
      `a${n}`,
      { ...(n > 0 ? { [`i${n}`]: 'source' as const } : {}), [`i${n + 1}`]: 'target' as const },
    ]),
  );

describe('what holds an alert back', () => {
  it('is an open source with the same key', () => {
    const graph = createGraph({ s: { i: 'source' }, t: { i: 'target' } });
    expect(graph.findHolder('t', always)).toEqual({ inhibition_id: 'i', source_alert_id: 's' });
    expect(graph.findHolder('s', always)).toBeUndefined();
    graph.set('s', []);
    expect(graph.findHolder('t', always)).toBeUndefined();
  });

  it('is no source with another key, and none that has been silent for too long', () => {
    const graph = createGraph({ s: { i: 'source' }, t: { i: 'target' } });
    expect(graph.findHolder('t', () => false)).toBeUndefined();
    const other = { alert_id: 's', inhibition_id: 'i', key: 'other', is_source: true, is_target: false };
    graph.set('s', [other]);
    expect(graph.findHolder('t', always)).toBeUndefined();
  });

  it('is no source that matches both filters, if the alert does as well', () => {
    const graph = createGraph({ s: { i: 'both' }, t: { i: 'both' } });
    expect(graph.findHolder('t', always)).toBeUndefined();
    graph.set('u', createGraph({ u: { i: 'source' } }).get('u'));
    expect(graph.findHolder('t', always)?.source_alert_id).toBe('u');
    expect(createGraph({ s: { i: 'both' }, t: { i: 'target' } }).findHolder('t', always)).toBeDefined();
  });

  it('is a source that is itself held, up to a chain of five', () => {
    const chain = createGraph(createChain(7));
    const held = Array.from({ length: 7 }, (_, n) => chain.findHolder(`a${n}`, always)?.source_alert_id);
    expect(held).toEqual([undefined, 'a2', 'a3', 'a4', 'a5', 'a6', undefined]);
  });

  it('is nothing in a circle, however many are in it', () => {
    const two = createGraph({ a: { i: 'source', j: 'target' }, b: { i: 'target', j: 'source' } });
    expect(['a', 'b'].map((id) => two.findHolder(id, always))).toEqual([undefined, undefined]);
    const three = createGraph({
      a: { i: 'source', k: 'target' },
      b: { i: 'target', j: 'source' },
      c: { j: 'target', k: 'source' },
    });
    expect(['a', 'b', 'c'].map((id) => three.findHolder(id, always))).toEqual(Array(3).fill(undefined));
  });

  it('is an alert of a circle that is told, for one that is not part of it', () => {
    const graph = createGraph({
      a: { i: 'source', j: 'target' },
      b: { i: 'target', j: 'source', k: 'source' },
      c: { k: 'target' },
    });
    expect(graph.findHolder('c', always)?.source_alert_id).toBe('b');
  });

  it('is the way out of a circle', () => {
    const graph = createGraph({
      a: { i: 'source', j: 'target' },
      b: { i: 'target', j: 'source', k: 'target' },
      root: { k: 'source' },
    });
    expect(graph.findHolder('b', always)?.source_alert_id).toBe('root');
    expect(graph.findHolder('a', always)?.source_alert_id).toBe('b');
  });
});

it('finds the targets of a source over any number of steps', () => {
  const graph = createGraph(createChain(4));
  expect([...graph.findTargets('a3')].toSorted()).toEqual(['a0', 'a1', 'a2']);
  expect([...graph.findTargets('a0')]).toEqual([]);
});

it('whoever is held has an alert that is told at the end of its chain', () => {
  const part = fc.constantFrom<Part>('source', 'target', 'both');
  const alerts = fc.dictionary(
    fc.constantFrom(...'abcdefgh'),
    fc.dictionary(fc.constantFrom('i', 'j', 'k', 'l'), part),
    { maxKeys: 8 },
  );
  let heldCount = 0;
  fc.assert(
    fc.property(alerts, (given) => {
      const graph = createGraph(given);
      const holders = new Map(Object.keys(given).map((id) => [id, graph.findHolder(id, always)]));
      for (const [id, holder] of holders) {
        if (holder === undefined) continue;
        heldCount += 1;
        let at: string = id;
        for (let step = 0; holders.get(at) !== undefined; step += 1) {
          expect(step).toBeLessThan(MAX_CHAIN);
          at = holders.get(at)?.source_alert_id ?? '';
        }
        expect(holders.has(at)).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
  expect(heldCount).toBeGreaterThan(100);
});
