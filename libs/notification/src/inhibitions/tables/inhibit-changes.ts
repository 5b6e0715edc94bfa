import type { ClientBase } from 'pg';
import type {
  AlertChange,
  AlertInfo,
  AlertQueries,
  ChangeWithMessage,
} from '#monitoring/contracts/alert-outbox.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { InhibitionGraph, type AlertRole, type Holder } from '../domain/inhibition-graph.js';
import {
  readRoles,
  type StoredRole,
  createRoles,
  describeInhibition,
  type Matched,
  type StoredInhibition,
} from './inhibition-tables.js';

/** Kinds of changes after which an alert waits for its source. */
const OPENINGS: ReadonlySet<string> = new Set(['opened', 'reopened', 'flapping']);
/** Milliseconds after its end for which a source counts, if the change that ended it was not read yet. */
const UNREAD_MS = 60_000;

/** What holds an alert back, and until when it surely does. */
export interface Inhibited extends Holder {
  readonly reason: string;
  readonly until: Date;
}

/** An alert whose opening still waited when its source arrived. Ids are uuids. */
export interface CaughtAlert extends Inhibited {
  readonly domain_id: string;
  readonly alert_id: string;
}

/** A source that holds nothing back any more. Ids are uuids. */
export interface EndedSource {
  readonly domain_id: string;
  readonly inhibition_id: string;
  readonly alert_id: string;
  /** When the alerts that it held back are told. */
  readonly told_at: Date;
}

/** What inhibitions do with a page of changes. */
export interface InhibitedChanges {
  readonly inhibited: ReadonlyMap<AlertChange, Inhibited>;
  /** Until when openings wait. */
  readonly waits: ReadonlyMap<AlertChange, Date>;
  /** The inhibitions (uuids) that each change is a target of. */
  readonly targets: ReadonlyMap<AlertChange, ReadonlySet<string>>;
  readonly caught: readonly CaughtAlert[];
  readonly ended: readonly EndedSource[];
  readonly stored: readonly StoredRole[];
  /** Alerts whose stored roles are replaced by these. */
  readonly removed: readonly Pick<StoredRole, 'alert_id' | 'domain_id'>[];
}

export const NOTHING_INHIBITED: InhibitedChanges = {
  ...{ inhibited: new Map(), waits: new Map(), targets: new Map() },
  ...{ caught: [], ended: [], stored: [], removed: [] },
};

interface MatchedChanges {
  /** In their order. */
  readonly changes: readonly AlertChange[];
  readonly inhibitions: readonly StoredInhibition[];
  /** The inhibitions that match each change. */
  readonly matched: ReadonlyMap<AlertChange, Matched>;
  /** The messages of these changes. */
  readonly messages: ReadonlyMap<AlertChange, ChangeWithMessage>;
}

/** Decides for each change whether an open alert holds it back, and what the change means for others. Writes nothing. */
export async function inhibitChanges(
  client: ClientBase,
  queries: AlertQueries,
  { changes: all, inhibitions, matched, messages }: MatchedChanges,
): Promise<InhibitedChanges> {
  const domains = new Set(inhibitions.map(({ domain_id }) => domain_id));
  const changes = all.filter(({ domain_id }) => domains.has(domain_id));
  if (changes.length === 0) return NOTHING_INHIBITED;
  const roles = new Map(
    changes.map((change) => {
      const alert = messages.get(change)?.message.data.alert;
      return [change, alert === undefined ? [] : createRoles(alert, matched.get(change))];
    }),
  );
  const alertIds = [...new Set(changes.map(({ alert_id }) => parseId('alert', alert_id)))];
  const ownRoles = [...roles].flatMap(([{ domain_id }, own]) => own.map((role) => ({ ...role, domain_id })));
  const stored = await readRoles(client, { roles: ownRoles, alertIds });
  const heard = await readHeard(queries, stored, [...messages.values()]);
  return new ChangeInhibitor(inhibitions, stored, heard).run(changes, roles);
}

/** When an alert was last heard of. */
export interface Heard {
  readonly last: number;
  /** `undefined`: it is open, or the change that ended it is read in its turn. */
  readonly resolved: number | undefined;
}

/** Reads when sources were last heard of; of alerts that change, their messages say it. @returns by uuid */
export async function readHeard(
  queries: AlertQueries,
  stored: readonly StoredRole[],
  messages: readonly ChangeWithMessage[],
): Promise<ReadonlyMap<string, Heard>> {
  const heard = new Map<string, Heard>();
  for (const { message } of messages) {
    const { alert } = message.data;
    heard.set(parseId('alert', alert.alert_id), { ...toHeard(alert), resolved: undefined });
  }
  const unknown = stored.filter(({ is_source, alert_id }) => is_source && !heard.has(alert_id));
  for (const [domain_id, sources] of Map.groupBy(unknown, (role) => role.domain_id)) {
    const ids = [...new Set(sources.map(({ alert_id }) => alert_id))];
    const alerts = await queries.load(
      domain_id,
      ids.map((id) => formatId('alert', id)),
    );
    for (const [alert_id, alert] of alerts) heard.set(parseId('alert', alert_id), toHeard(alert));
  }
  return heard;
}

function toHeard({ last_received_at, resolved_at }: AlertInfo): Heard {
  return {
    last: Date.parse(last_received_at),
    resolved: resolved_at === null ? undefined : Date.parse(resolved_at),
  };
}

/** Decides by the alerts that are open, as far as they matter. */
export class Inhibitor {
  readonly graph = new InhibitionGraph();
  protected readonly byId: ReadonlyMap<string, StoredInhibition>;

  constructor(
    inhibitions: readonly StoredInhibition[],
    stored: readonly StoredRole[],
    private readonly heard: ReadonlyMap<string, Heard>,
  ) {
    this.byId = new Map(inhibitions.map((each) => [each.inhibition_id, each]));
    for (const [alert_id, roles] of Map.groupBy(stored, (role) => role.alert_id))
      this.graph.set(alert_id, roles);
  }

  /** @param alert_id uuid */
  find(alert_id: string, at: number): Inhibited | undefined {
    const holder = this.graph.findHolder(alert_id, (role) => at < this.findEnd(role, at));
    const inhibition = this.byId.get(holder?.inhibition_id ?? '');
    if (holder === undefined || inhibition === undefined) return undefined;
    const until = this.findEnd({ ...holder, alert_id: holder.source_alert_id }, at);
    return { ...holder, reason: describeInhibition(inhibition.name), until: new Date(until) };
  }

  /** Returns until when a source takes effect if nothing more is heard of it. */
  private findEnd({ inhibition_id, alert_id }: Pick<AlertRole, 'inhibition_id' | 'alert_id'>, at: number) {
    const inhibition = this.byId.get(inhibition_id);
    const heard = this.heard.get(alert_id);
    if (inhibition === undefined || heard === undefined) return 0;
    const { last, resolved } = heard;
    return resolved !== undefined && resolved < at - UNREAD_MS ? 0 : last + inhibition.max * 1000;
  }
}

/** Goes through changes in their order. */
class ChangeInhibitor extends Inhibitor {
  private readonly inhibited = new Map<AlertChange, Inhibited>();
  private readonly waits = new Map<AlertChange, Date>();
  private readonly caught: CaughtAlert[] = [];
  private readonly ended: EndedSource[] = [];
  /** Until when the opening of each alert waits, by uuid. */
  private readonly waiting: Map<string, Date>;
  /** The domain of each alert whose roles may have changed, by uuid. */
  private readonly touched = new Map<string, string>();

  constructor(
    inhibitions: readonly StoredInhibition[],
    private readonly before: readonly StoredRole[],
    heard: ReadonlyMap<string, Heard>,
  ) {
    super(inhibitions, before, heard);
    this.waiting = new Map(
      before.flatMap(({ alert_id, waits_until }) => (waits_until === null ? [] : [[alert_id, waits_until]])),
    );
  }

  run(
    changes: readonly AlertChange[],
    roles: ReadonlyMap<AlertChange, readonly AlertRole[]>,
  ): InhibitedChanges {
    const targets = new Map<AlertChange, ReadonlySet<string>>();
    for (const change of changes) {
      const own = roles.get(change) ?? [];
      targets.set(
        change,
        new Set(own.filter(({ is_target }) => is_target).map(({ inhibition_id }) => inhibition_id)),
      );
      this.apply(change, own);
    }
    const kept = [...this.touched].flatMap(([alert_id, domain_id]) => this.selectKept(alert_id, domain_id));
    const { inhibited, waits, caught, ended, before, touched } = this;
    return {
      ...{ inhibited, waits, targets, caught, ended, stored: kept },
      removed: before.filter(({ alert_id }) => touched.has(alert_id)),
    };
  }

  private apply(change: AlertChange, own: readonly AlertRole[]): void {
    const { domain_id, kind, changed_at } = change;
    const alert_id = parseId('alert', change.alert_id);
    const at = Date.parse(changed_at);
    const wasSource = new Set(this.graph.get(alert_id).filter(isSource).map(getSourceKey));
    const isSourceNow = new Set(own.filter(isSource).map(getSourceKey));
    if (own.length === 0 && this.graph.get(alert_id).length === 0) return;
    this.touched.set(alert_id, domain_id);
    for (const role of this.graph.get(alert_id).filter(isSource))
      if (!isSourceNow.has(getSourceKey(role))) this.end(role, domain_id, at);
    this.graph.set(alert_id, own);

    const held = this.find(alert_id, at);
    if (held !== undefined) this.inhibited.set(change, held);
    if (held !== undefined || own.length === 0) this.waiting.delete(alert_id);
    else if (OPENINGS.has(kind)) this.wait(change, alert_id, own, at);
    if ([...isSourceNow].some((key) => !wasSource.has(key))) this.catchTargets(alert_id, domain_id, at);
  }

  private wait(change: AlertChange, alert_id: string, own: readonly AlertRole[], at: number): void {
    const seconds = own.map((role) => (role.is_target ? (this.byId.get(role.inhibition_id)?.wait ?? 0) : 0));
    const wait = Math.max(0, ...seconds);
    if (wait === 0) return;
    const due = new Date(at + wait * 1000);
    this.waits.set(change, due);
    this.waiting.set(alert_id, due);
  }

  private end({ inhibition_id, alert_id }: AlertRole, domain_id: string, at: number): void {
    const told_at = new Date(at + (this.byId.get(inhibition_id)?.settle ?? 0) * 1000);
    this.ended.push({ domain_id, inhibition_id, alert_id, told_at });
    for (const [place, each] of this.caught.entries())
      if (each.inhibition_id === inhibition_id && each.source_alert_id === alert_id)
        this.caught[place] = { ...each, until: told_at };
  }

  /** Holds back the alerts that still wait for this one. */
  private catchTargets(source_id: string, domain_id: string, at: number): void {
    for (const alert_id of this.graph.findTargets(source_id)) {
      if ((this.waiting.get(alert_id)?.getTime() ?? 0) < at) continue;
      const held = this.find(alert_id, at);
      if (held === undefined) continue;
      this.caught.push({ ...held, domain_id, alert_id });
      this.waiting.delete(alert_id);
      this.touched.set(alert_id, domain_id);
    }
  }

  /** Sources are kept while they are open, with all that they are. Other alerts are kept while their opening waits. */
  private selectKept(alert_id: string, domain_id: string): readonly StoredRole[] {
    const roles = this.graph.get(alert_id);
    const waits_until = this.waiting.get(alert_id) ?? null;
    return waits_until !== null || roles.some(isSource)
      ? roles.map((role) => ({ ...role, domain_id, waits_until }))
      : [];
  }
}

const isSource = ({ is_source }: AlertRole) => is_source;
const getSourceKey = ({ inhibition_id, key }: AlertRole) => `${inhibition_id} ${key}`;
