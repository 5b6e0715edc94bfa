import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import { query } from './query.js';
import type { Sent } from './sending.js';

/** A row of alert_change. Ids are uuids. */
export interface ToldChange {
  readonly alert_id: string;
  readonly index: number;
  readonly kind: string;
  readonly state_before: string | null;
  readonly state: string;
  readonly severity_before: Severity | null;
  readonly severity: Severity;
  readonly event_id: string | null;
}

export interface FoundAlert {
  readonly alert_id: string;
  /** The number of its alarm; `null` if the alert does not belong to the run. */
  readonly n: number | null;
  readonly state: string;
  readonly severity: Severity;
  readonly acknowledged: boolean;
}

type Decision = Pick<Sent, 'n' | 'acknowledged' | 'deliveries'>;

export interface ChangeFindings {
  /** Alerts with a missing, duplicate or out-of-order change of kind opened, resolved or reopened. */
  readonly wrongChanges: readonly string[];
  /** As {@link wrongChanges}, for acknowledgements and escalations. */
  readonly wrongDecisions: readonly string[];
}

export async function checkChanges(
  databaseUrl: string,
  decided: readonly Decision[],
): Promise<ChangeFindings> {
  const told = await query<ToldChange>(
    databaseUrl,
    `select alert_id, kind, state_before, state, severity_before, severity, event_id, index::float8 as index
     from alert_change order by alert_change.xid, alert_change.index`,
  );
  const alerts = await query<FoundAlert>(
    databaseUrl,
    `select alert_id, substring(event_key from '^chaos-(\\d+)-$')::int as n, state, severity, acknowledged
     from alert order by opened_at, alert_id`,
  );
  return judgeChanges(told, alerts, decided);
}

/** @param told changes in the order of the table */
export function judgeChanges(
  told: readonly ToldChange[],
  alerts: readonly FoundAlert[],
  decided: readonly Decision[],
): ChangeFindings {
  const stories = Map.groupBy(told, ({ alert_id }) => alert_id);
  const found = new Map(alerts.map((one) => [one.alert_id, one]));
  const byNumber = new Map(alerts.map((one) => [one.n, one]));
  const decisions = Map.groupBy(decided, ({ n }) => n);
  const missed = [...decisions].flatMap(([n, of]) => {
    const [last, alert] = [of.at(-1), byNumber.get(n)];
    const isAsSaid = !last?.deliveries.length || (alert?.acknowledged ?? false) === last.acknowledged;
    return isAsSaid ? [] : [`${n} was ${last.acknowledged ? '' : 'no longer '}acknowledged, and is not so`];
  });
  const ids = [...new Set([...found.keys(), ...stories.keys()])];
  const faults = (faultOf: (story: readonly ToldChange[], alert: FoundAlert) => string | undefined) =>
    ids.flatMap((alert_id) => {
      const [alert, story = []] = [found.get(alert_id), stories.get(alert_id)];
      const fault = alert && faultOf(story, alert);
      const kinds = story.map(({ kind }) => kind).join(', ') || 'nothing';
      return fault === undefined ? [] : [`${alert_id}: ${fault}. It is ${alert?.state}, and was ${kinds}`];
    });
  const gone = ids.filter((id) => !found.has(id)).map((id) => `${id} is gone`);
  const decisionsOf = ({ n }: FoundAlert) => decisions.get(n ?? -1) ?? [];
  return {
    wrongChanges: [...gone, ...faults(stateFaultOf)],
    wrongDecisions: [
      ...missed,
      ...faults(
        (story, alert) =>
          decisionFaultOf(story, alert, decisionsOf(alert)) ?? escalationFaultOf(story, alert),
      ),
    ],
  };
}

/** Higher is worse. */
const rankOf = (severity: Severity) => -SEVERITIES.indexOf(severity);

const MOVES: ReadonlySet<string> = new Set(['opened', 'resolved', 'reopened']);

/** Checks that each change starts from the state of the previous one, and that the last leads to the state of the alert. */
function stateFaultOf(story: readonly ToldChange[], { state }: FoundAlert): string | undefined {
  for (const [at, change] of story.entries()) {
    const before = story[at - 1];
    if (change.state_before !== (before?.state ?? null)) return `${change.kind} begins elsewhere`;
    if (before && before.index > change.index) return `${change.kind} is out of order`;
    if (MOVES.has(change.kind) && change.state_before === change.state) return `${change.kind} twice`;
  }
  return story.at(-1)?.state === state ? undefined : 'the last change is missing';
}

/** Checks that acknowledgements and withdrawals alternate: in a run, no alert is acknowledged again while it is acknowledged. */
function decisionFaultOf(
  story: readonly ToldChange[],
  { acknowledged }: FoundAlert,
  decided: readonly Decision[],
): string | undefined {
  const told = story.filter(({ kind }) => kind === 'acknowledged' || kind === 'unacknowledged');
  let before = 'unacknowledged';
  for (const { kind } of told) {
    if (kind === before) return `${kind} twice, or first`;
    before = kind;
  }
  if ((before === 'acknowledged') !== acknowledged) return 'the last decision is missing';
  const times = decided.filter((one) => one.acknowledged).length;
  const isMore = told.filter(({ kind }) => kind === 'acknowledged').length > times;
  return isMore ? 'acknowledged more often than anybody did' : undefined;
}

/** Checks escalations. A late alarm may raise the severity of a resolved alert, which is no escalation. */
function escalationFaultOf(
  story: readonly ToldChange[],
  { state, severity }: FoundAlert,
): string | undefined {
  const escalations = story.filter(({ kind }) => kind === 'escalated');
  if (new Set(escalations.map(({ event_id }) => event_id)).size < escalations.length)
    return 'escalated twice by one event';
  if (
    escalations.some(
      (one) => one.severity_before !== null && rankOf(one.severity) <= rankOf(one.severity_before),
    )
  )
    return 'escalated to what is no worse';
  const worst = Math.max(...story.map((one) => rankOf(one.severity)));
  return state === 'OPEN' && rankOf(severity) > worst ? 'an escalation is missing' : undefined;
}
