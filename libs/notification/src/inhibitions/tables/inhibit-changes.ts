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
  removeRoles,
  storeRoles,
} from './inhibition-tables.js';
import { encodeTexts, encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { advanceLanes, encodeLaneKeys, type Lane } from '../../delivery/tables/notification-lanes.js';
import { isRemark } from '../../protocols/domain/remarks.js';
import type { AlertNotice } from '../../protocols/sent-message.js';
import { addMargin, storeSilenced } from '../../silences/tables/silenced-alerts.js';

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
interface CaughtAlert extends Inhibited {
  readonly domain_id: string;
  readonly alert_id: string;
}

/** A source that holds nothing back any more. Ids are uuids. */
interface EndedSource {
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
interface Heard {
  readonly last: number;
  /** `undefined`: it is open, or the change that ended it is read in its turn. */
  readonly resolved: number | undefined;
}

/**
 * Reads when sources were last heard of; of alerts that change, their messages say it.
 * @param signal cancels the statement
 * @returns by uuid
 */
export async function readHeard(
  queries: AlertQueries,
  stored: readonly StoredRole[],
  messages: readonly ChangeWithMessage[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Heard>> {
  const heard = new Map<string, Heard>();
  for (const { message } of messages) {
    const { alert } = message.data;
    heard.set(parseId('alert', alert.alert_id), { ...toHeard(alert), resolved: undefined });
  }
  const unknown = stored.filter(({ is_source, alert_id }) => is_source && !heard.has(alert_id));
  for (const [domain_id, sources] of Map.groupBy(unknown, (role) => role.domain_id)) {
    const ids = [...new Set(sources.map(({ alert_id }) => alert_id))];
    const alerts = await queries.loadFields(
      domain_id,
      ids.map((id) => formatId('alert', id)),
      ['last_received_at', 'resolved_at'],
      signal,
    );
    for (const [alert_id, alert] of alerts) heard.set(parseId('alert', alert_id), toHeard(alert));
  }
  return heard;
}

function toHeard({
  last_received_at,
  resolved_at,
}: Pick<AlertInfo, 'last_received_at' | 'resolved_at'>): Heard {
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

interface InDomain {
  readonly domain_id: string;
}

/**
 * Stores what inhibitions do with a page of changes. Called after the notifications of the page were written.
 * @param subscriptionIds the subscriptions of the domains. uuids
 * @param isRead whether the changes of this domain are processed
 * @returns how many notifications that waited to be sent are held back now
 */
export async function storeInhibited(
  client: ClientBase,
  changes: InhibitedChanges,
  subscriptionIds: readonly string[],
  isRead: (domain_id: string) => boolean,
): Promise<number> {
  const select = <T extends InDomain>(all: readonly T[]) => all.filter(({ domain_id }) => isRead(domain_id));
  // What was held back before is locked before lanes, the order everywhere.
  await endSources(client, select(changes.ended));
  const heldCount = await holdWaiting(client, select(changes.caught), subscriptionIds);
  const replaced = select(changes.removed).map(({ alert_id }) => alert_id);
  await removeRoles(client, [...new Set(replaced)]);
  await storeRoles(client, select(changes.stored));
  return heldCount;
}

/**
 * Holds back what waits to be sent of alerts whose source has arrived. What was tried may have arrived, and stays as it is.
 * Recoveries are never held back.
 */
async function holdWaiting(
  client: ClientBase,
  caught: readonly CaughtAlert[],
  subscriptionIds: readonly string[],
): Promise<number> {
  if (caught.length === 0) return 0;
  const { rows: lanes } = await client.query<Lane>({
    name: 'lanes that wait for a source',
    text: `
      select lane.subscription_id, lane.subject_id, lane.floor_id
      from notification_lane lane join notification head on head.notification_id = lane.head_id
      where lane.subscription_id = any($1::uuid[]) and lane.subject_id = any($2::uuid[]) and lane.attempt_id is null
        and lane.hold_key is null and lane.digest_id is null and head.attempt_count = 0
      order by lane.subscription_id, lane.subject_id for update of lane`,
    values: [encodeUuids(subscriptionIds), encodeUuids(caught.map(({ alert_id }) => alert_id))],
  });
  if (lanes.length === 0) return 0;
  const byAlert = new Map(caught.map((each) => [each.alert_id, each]));
  const holders = lanes.map(({ subject_id }) => byAlert.get(subject_id) as CaughtAlert);
  const { rows } = await client.query<{ subscription_id: string; alert_id: string; message: AlertNotice }>({
    name: 'hold back what waits for a source',
    text: `
      with held as (
        update notification n set state = 'INHIBITED', reason = t.reason, inhibition_id = t.inhibition_id,
          source_alert_id = t.source_alert_id, next_attempt_at = null
        from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[])
          as t (subscription_id, subject_id, floor_id, inhibition_id, source_alert_id, reason)
        where n.subscription_id = t.subscription_id and n.subject_id = t.subject_id and n.state in ('PENDING', 'HELD')
          and n.notification_id >= t.floor_id and n.notification_id >= $7 and n.attempt_count = 0
          and n.kind <> 'alert.resolved'
        returning n.subscription_id, n.alert_id, n.message, n.seq
      )
      select subscription_id, alert_id, message from held order by seq`,
    values: [
      ...encodeLaneKeys(lanes),
      encodeUuids(lanes.map(({ floor_id }) => floor_id)),
      encodeUuids(holders.map(({ inhibition_id }) => inhibition_id)),
      encodeUuids(holders.map(({ source_alert_id }) => source_alert_id)),
      encodeTexts(holders.map(({ reason }) => reason)),
      // A lower bound, so that PostgreSQL skips older partitions.
      lanes.map(({ floor_id }) => floor_id).toSorted()[0],
    ],
  });
  await storeSilenced(
    client,
    rows
      .filter(({ message }) => !isRemark(message.type))
      .flatMap(({ message: notice, ...pair }) => {
        const { until, domain_id, inhibition_id, source_alert_id } = byAlert.get(
          pair.alert_id,
        ) as CaughtAlert;
        const held = { domain_id, inhibition_id, source_alert_id, silence_id: null };
        return [{ ...pair, ...held, look_at: addMargin(until), notice }];
      }),
  );
  await advanceLanes(client, lanes);
  return rows.length;
}

/** Makes what sources held back due once it has settled. Locks it in the order used everywhere, to avoid deadlocks. */
async function endSources(client: ClientBase, ended: readonly EndedSource[]): Promise<void> {
  if (ended.length === 0) return;
  await client.query({
    name: 'sources have ended',
    text: `
      with due as materialized (
        select s.subscription_id, s.alert_id, t.told_at
        from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as t (inhibition_id, source_alert_id, told_at)
        join silenced_alert s on s.inhibition_id = t.inhibition_id and s.source_alert_id = t.source_alert_id
        order by s.subscription_id, s.alert_id for update of s
      )
      update silenced_alert s set look_at = due.told_at
      from due where s.subscription_id = due.subscription_id and s.alert_id = due.alert_id`,
    values: [
      encodeUuids(ended.map(({ inhibition_id }) => inhibition_id)),
      encodeUuids(ended.map(({ alert_id }) => alert_id)),
      encodeTimes(ended.map(({ told_at }) => told_at)),
    ],
  });
}
