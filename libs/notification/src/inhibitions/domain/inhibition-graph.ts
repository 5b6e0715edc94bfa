/** What an alert is for one inhibition. Ids are uuids. */
export interface AlertRole {
  readonly alert_id: string;
  readonly inhibition_id: string;
  /** Equal for alerts with the same values of the fields that the inhibition compares. */
  readonly key: string;
  readonly is_source: boolean;
  readonly is_target: boolean;
}

/** The inhibition that holds an alert back, and its source. Ids are uuids. */
export interface Holder {
  readonly inhibition_id: string;
  readonly source_alert_id: string;
}

/** Whether a source takes effect: it may have been silent for too long. */
type IsLive = (source: AlertRole) => boolean;

/** The maximum number of alerts from one that is held to one that is told. */
export const MAX_CHAIN = 5;

/**
 * Open alerts, and what they are for inhibitions. An alert is held only if a chain of sources leads to an alert that is told:
 * somebody learns of the cause. In a circle without a way out, each is told.
 */
export class InhibitionGraph {
  private readonly roles = new Map<string, readonly AlertRole[]>();
  /** By inhibition and key. */
  private readonly sources = new Map<string, Map<string, AlertRole>>();
  private readonly targets = new Map<string, Map<string, AlertRole>>();

  /** Replaces what an alert is; an empty list if it is resolved. */
  set(alert_id: string, roles: readonly AlertRole[]): void {
    for (const role of this.get(alert_id)) {
      this.sources.get(getRoleKey(role))?.delete(alert_id);
      this.targets.get(getRoleKey(role))?.delete(alert_id);
    }
    this.roles.set(alert_id, roles);
    for (const role of roles) {
      if (role.is_source) addRole(this.sources, role);
      if (role.is_target) addRole(this.targets, role);
    }
  }

  get(alert_id: string): readonly AlertRole[] {
    return this.roles.get(alert_id) ?? [];
  }

  /** Returns the alerts that this one is a source of, and those that they are sources of, and so on. */
  findTargets(alert_id: string): ReadonlySet<string> {
    const found = new Set<string>();
    const queue = [alert_id];
    for (let next = queue.pop(); next !== undefined; next = queue.pop())
      for (const role of this.get(next).filter(({ is_source }) => is_source))
        for (const target of this.targets.get(getRoleKey(role))?.keys() ?? [])
          if (!found.has(target)) {
            found.add(target);
            queue.push(target);
          }
    return found;
  }

  /** Returns what holds an alert back: the source with the shortest chain, of equal ones the oldest. */
  findHolder(alert_id: string, isLive: IsLive): Holder | undefined {
    const levels: ReadonlyMap<string, Holder>[] = [];
    for (const level of this.walk(alert_id, isLive)) {
      const root = findFirst(level, (id) => this.findSources(id, isLive).length === 0);
      if (root !== undefined) return root;
      levels.push(level);
    }
    // Nothing but circles: an alert that is part of one is told, and holds those that are not.
    if (levels.length === 0 || this.isInClosedCircle(alert_id, isLive)) return undefined;
    for (const level of levels) {
      const holder = findFirst(level, (id) => this.isInClosedCircle(id, isLive));
      if (holder !== undefined) return holder;
    }
    return undefined;
  }

  /** Yields the alerts that are reached in one step, in two, and so on, each with the first step to it. */
  private *walk(alert_id: string, isLive: IsLive): Generator<ReadonlyMap<string, Holder>> {
    const seen = new Set([alert_id]);
    let from = new Map<string, Holder | undefined>([[alert_id, undefined]]);
    for (let step = 0; step < MAX_CHAIN; step += 1) {
      const level = new Map<string, Holder>();
      for (const [id, first] of from)
        for (const source of this.findSources(id, isLive)) {
          if (seen.has(source.source_alert_id)) continue;
          seen.add(source.source_alert_id);
          level.set(source.source_alert_id, first ?? source);
        }
      if (level.size === 0) return;
      yield level;
      from = level;
    }
  }

  /** Whether all alerts that can be reached from this one lead back to it. */
  private isInClosedCircle(alert_id: string, isLive: IsLive): boolean {
    return [...this.reach(alert_id, isLive)].every((id) => this.reach(id, isLive).has(alert_id));
  }

  private reach(alert_id: string, isLive: IsLive): ReadonlySet<string> {
    const reached = new Set<string>();
    const queue = [alert_id];
    for (let next = queue.pop(); next !== undefined; next = queue.pop())
      for (const { source_alert_id } of this.findSources(next, isLive))
        if (!reached.has(source_alert_id)) {
          reached.add(source_alert_id);
          queue.push(source_alert_id);
        }
    return reached;
  }

  /** Returns the sources of an alert, the oldest first. */
  private findSources(alert_id: string, isLive: IsLive): readonly Holder[] {
    return this.get(alert_id)
      .filter(({ is_target }) => is_target)
      .flatMap((target) =>
        [...(this.sources.get(getRoleKey(target))?.values() ?? [])]
          .filter((source) => source.alert_id !== alert_id && !(target.is_source && source.is_target))
          .filter(isLive)
          .map(({ inhibition_id, alert_id: source_alert_id }) => ({ inhibition_id, source_alert_id })),
      )
      .toSorted((a, b) => (a.source_alert_id < b.source_alert_id ? -1 : 1));
  }
}

const getRoleKey = ({ inhibition_id, key }: Pick<AlertRole, 'inhibition_id' | 'key'>) =>
  `${inhibition_id} ${key}`;

function addRole(to: Map<string, Map<string, AlertRole>>, role: AlertRole): void {
  const key = getRoleKey(role);
  const roles = to.get(key);
  if (roles) roles.set(role.alert_id, role);
  else to.set(key, new Map([[role.alert_id, role]]));
}

function findFirst(
  level: ReadonlyMap<string, Holder>,
  isTold: (alert_id: string) => boolean,
): Holder | undefined {
  for (const [id, first] of level) if (isTold(id)) return first;
  return undefined;
}
