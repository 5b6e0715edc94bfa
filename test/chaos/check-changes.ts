import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import { query } from './query.js';
import type { SentAlarm } from './alarm-generator.js';

/** A row of alert_change. Ids are uuids. */
export interface AlertChangeRow {
  readonly alert_id: string;
  readonly index: number;
  readonly kind: string;
  readonly state_before: string | null;
  readonly state: string;
  readonly severity_before: Severity | null;
  readonly severity: Severity;
  readonly event_id: string | null;
}

export interface AlertRow {
  readonly alert_id: string;
  /** The number of its alarm; `null` if the alert does not belong to the run. */
  readonly n: number | null;
  readonly state: string;
  readonly severity: Severity;
  readonly acknowledged: boolean;
}

type Decision = Pick<SentAlarm, 'n' | 'acknowledged' | 'deliveries'>;

export interface ChangeFindings {
  /** Alerts with a missing, duplicate or out-of-order change of kind opened, resolved or reopened. */
  readonly wrongChanges: readonly string[];
  /** As {@link wrongChanges}, for acknowledgements and escalations. */
  readonly wrongDecisions: readonly string[];
}

export async function checkChanges(
  databaseUrl: string,
  domain_id: string,
  decisions: readonly Decision[],
): Promise<ChangeFindings> {
  const changes = await query<AlertChangeRow>(
    databaseUrl,
    `select alert_id, kind, state_before, state, severity_before, severity, event_id, index::float8 as index
     from alert_change where domain_id = '${domain_id}' order by alert_change.xid, alert_change.index`,
  );
  const alerts = await query<AlertRow>(
    databaseUrl,
    `select alert_id, substring(event_key from '^chaos-(\\d+)-$')::int as n, state, severity, acknowledged
     from alert where domain_id = '${domain_id}' order by opened_at, alert_id`,
  );
  return evaluateChanges(changes, alerts, decisions);
}

/** @param changes changes in the order of the table */
export function evaluateChanges(
  changes: readonly AlertChangeRow[],
  alerts: readonly AlertRow[],
  decisions: readonly Decision[],
): ChangeFindings {
  const changesByAlert = Map.groupBy(changes, ({ alert_id }) => alert_id);
  const alertsById = new Map(alerts.map((one) => [one.alert_id, one]));
  const alertsByNumber = new Map(alerts.map((one) => [one.n, one]));
  const decisionsByAlarm = Map.groupBy(decisions, ({ n }) => n);
  const wrongAcknowledgements = [...decisionsByAlarm].flatMap(([n, alarmDecisions]) => {
    const [last, alert] = [alarmDecisions.at(-1), alertsByNumber.get(n)];
    const isCorrect = !last?.deliveries.length || (alert?.acknowledged ?? false) === last.acknowledged;
    return isCorrect ? [] : [`${n} was ${last.acknowledged ? '' : 'no longer '}acknowledged, and is not so`];
  });
  const ids = [...new Set([...alertsById.keys(), ...changesByAlert.keys()])];
  const collectFaults = (
    faultOf: (alertChanges: readonly AlertChangeRow[], alert: AlertRow) => string | undefined,
  ) =>
    ids.flatMap((alert_id) => {
      const [alert, alertChanges = []] = [alertsById.get(alert_id), changesByAlert.get(alert_id)];
      const fault = alert && faultOf(alertChanges, alert);
      const kinds = alertChanges.map(({ kind }) => kind).join(', ') || 'nothing';
      return fault === undefined ? [] : [`${alert_id}: ${fault}. It is ${alert?.state}, and was ${kinds}`];
    });
  const missingAlerts = ids.filter((id) => !alertsById.has(id)).map((id) => `${id} is gone`);
  const decisionsOf = ({ n }: AlertRow) => decisionsByAlarm.get(n ?? -1) ?? [];
  return {
    wrongChanges: [...missingAlerts, ...collectFaults(findStateFault)],
    wrongDecisions: [
      ...wrongAcknowledgements,
      ...collectFaults(
        (alertChanges, alert) =>
          findDecisionFault(alertChanges, alert, decisionsOf(alert)) ??
          findEscalationFault(alertChanges, alert),
      ),
    ],
  };
}

/** Higher is worse. */
const rankOf = (severity: Severity) => -SEVERITIES.indexOf(severity);

const STATE_CHANGES: ReadonlySet<string> = new Set(['opened', 'resolved', 'reopened']);

/** Checks that each change starts from the state of the previous one, and that the last leads to the state of the alert. */
function findStateFault(alertChanges: readonly AlertChangeRow[], { state }: AlertRow): string | undefined {
  for (const [position, change] of alertChanges.entries()) {
    const previous = alertChanges[position - 1];
    if (change.state_before !== (previous?.state ?? null)) return `${change.kind} begins elsewhere`;
    if (previous && previous.index > change.index) return `${change.kind} is out of order`;
    if (STATE_CHANGES.has(change.kind) && change.state_before === change.state) return `${change.kind} twice`;
  }
  return alertChanges.at(-1)?.state === state ? undefined : 'the last change is missing';
}

/** Checks that acknowledgements and withdrawals alternate: in a run, no alert is acknowledged again while it is acknowledged. */
function findDecisionFault(
  alertChanges: readonly AlertChangeRow[],
  { acknowledged }: AlertRow,
  decisions: readonly Decision[],
): string | undefined {
  const decisionChanges = alertChanges.filter(
    ({ kind }) => kind === 'acknowledged' || kind === 'unacknowledged',
  );
  let previousKind = 'unacknowledged';
  for (const { kind } of decisionChanges) {
    if (kind === previousKind) return `${kind} twice, or first`;
    previousKind = kind;
  }
  if ((previousKind === 'acknowledged') !== acknowledged) return 'the last decision is missing';
  const decisionCount = decisions.filter((one) => one.acknowledged).length;
  const hasTooMany = decisionChanges.filter(({ kind }) => kind === 'acknowledged').length > decisionCount;
  return hasTooMany ? 'acknowledged more often than anybody did' : undefined;
}

/** Checks escalations. A late alarm may raise the severity of a resolved alert, which is no escalation. */
function findEscalationFault(
  alertChanges: readonly AlertChangeRow[],
  { state, severity }: AlertRow,
): string | undefined {
  const escalations = alertChanges.filter(({ kind }) => kind === 'escalated');
  if (new Set(escalations.map(({ event_id }) => event_id)).size < escalations.length)
    return 'escalated twice by one event';
  if (
    escalations.some(
      (one) => one.severity_before !== null && rankOf(one.severity) <= rankOf(one.severity_before),
    )
  )
    return 'escalated to what is no worse';
  const worst = Math.max(...alertChanges.map((one) => rankOf(one.severity)));
  return state === 'OPEN' && rankOf(severity) > worst ? 'an escalation is missing' : undefined;
}
