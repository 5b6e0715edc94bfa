import type { Alert } from './open-alerts.js';

/** A value that occurs in the open alerts. */
export interface Facet {
  /** The value by which the list is filtered; of a label, its name. */
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

interface Facets {
  readonly sources: readonly Facet[];
  readonly projects: readonly Facet[];
  readonly labels: readonly Facet[];
}

/** The number of values of each kind that a menu offers. Others can be typed. */
const MAX_FACETS = 15;

/** Counts what occurs in the alerts, the most frequent first. */
export function findFacets(alerts: readonly Alert[]): Facets {
  const [sources, projects, labels] = [new Counter(), new Counter(), new Counter()];
  for (const alert of alerts) {
    sources.add(alert.webhook_id, alert.source.name ?? alert.webhook_id);
    projects.add(alert.project_id, alert.project_id);
    for (const [name, value] of Object.entries(alert.labels)) labels.add(name, `${name}=${value}`, value);
  }
  return { sources: sources.top(), projects: projects.top(), labels: labels.top() };
}

/** The number of alerts whose labels are offered to group by: all would be counted at each change. */
const MAX_COUNTED = 200;

/** Returns names of labels of the first alerts, the most frequent first. */
export function findLabelNames(alerts: readonly Alert[]): readonly string[] {
  const names = new Counter();
  for (const { labels } of alerts.slice(0, MAX_COUNTED))
    for (const name of Object.keys(labels)) names.add(name, name);
  return names.top().map(({ id }) => id);
}

class Counter {
  private readonly counts = new Map<string, { id: string; name: string; count: number }>();

  /** @param part tells apart what has the same id */
  add(id: string, name: string, part = ''): void {
    const key = `${id}\n${part}`;
    const found = this.counts.get(key);
    if (found === undefined) this.counts.set(key, { id, name, count: 1 });
    else found.count += 1;
  }

  top(): readonly Facet[] {
    return [...this.counts.values()].toSorted((a, b) => b.count - a.count).slice(0, MAX_FACETS);
  }
}
