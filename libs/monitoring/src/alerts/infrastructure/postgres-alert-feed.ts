import type { Pool } from 'pg';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { AlertChange, ChangeWithMessage } from '../../contracts/alert-outbox.js';
import type { FeedPosition } from '../../contracts/feed-position.js';
import { type FeedPage, type FeedSource, readVisible } from '../../feed/feed-source.js';
import { heartbeatKey } from '../../processing/domain/heartbeat-alarms.js';
import type { AlertMessage, AlertInfo } from '../domain/alert-record.js';
import { ALERT_SERIALIZER, ALERTS } from './alert-resource.js';
import { readAlertChanges } from './read-alert-changes.js';

const MAX_CHANGES = 200;
/** Milliseconds. */
const TIMEOUT_MS = 5_000;

/** Changes of alerts as they become visible, each with the alert in its state at that time. */
export class PostgresAlertFeed implements FeedSource<AlertMessage> {
  readonly name = 'alerts';
  readonly resource = ALERTS;
  readonly kind = 'alert';
  readonly retentionSeconds = 86_400;

  constructor(private readonly pool: Pool) {}

  async read(
    from: FeedPosition,
    horizon: FeedPosition,
    domains: readonly string[],
  ): Promise<FeedPage<AlertMessage>> {
    const { changes, next } = await readAlertChanges(this.pool, domains, from, horizon, MAX_CHANGES);
    const messages = await this.loadMessages(changes, horizon);
    return {
      items: messages.map(({ change: { domain_id, alert_id: id, position }, message: data }) => {
        return { domain_id, record: data.data.alert, id, position, type: data.type, data };
      }),
      next,
    };
  }

  /** Returns the messages of changes. Changes whose alert was removed are left out. */
  async loadMessages(
    changes: readonly AlertChange[],
    horizon: FeedPosition,
  ): Promise<readonly ChangeWithMessage[]> {
    const ids = changes.map(({ alert_id, position }) => ({ id: alert_id, at: position.at }));
    const found = await readVisible(this.pool, ids, horizon.at, () => this.readAlerts(changes));
    const notes = await this.readNotes(changes);
    return changes.flatMap((change) => {
      const alert = found.get(change.alert_id);
      if (alert === undefined) return [];
      const note = change.note_id === null ? null : (notes.get(change.note_id) ?? null);
      return [{ change, message: createMessage(change, alert, note), heartbeat: findHeartbeatName(alert) }];
    });
  }

  /** Returns the texts of the notes that changes added, unless they were deleted since. */
  private async readNotes(changes: readonly AlertChange[]): Promise<ReadonlyMap<string, string>> {
    const noted = changes.flatMap(({ domain_id, alert_id, note_id }) =>
      note_id === null ? [] : [{ domain_id, alert_id, note_id }],
    );
    if (noted.length === 0) return new Map();
    const { rows } = await this.pool.query<{ note_id: string; text: string }>({
      name: 'notes of the feed',
      query_timeout: TIMEOUT_MS,
      text: `
        select note.note_id, note.text from unnest($1::text[], $2::uuid[], $3::uuid[]) as wanted (domain_id, alert_id, note_id)
        join alert_note note on note.domain_id = wanted.domain_id and note.alert_id = wanted.alert_id
          and note.note_id = wanted.note_id`,
      values: [
        noted.map(({ domain_id }) => domain_id),
        noted.map(({ alert_id }) => parseId('alert', alert_id)),
        noted.map(({ note_id }) => parseId('note', note_id)),
      ],
    });
    return new Map(rows.map(({ note_id, text }) => [formatId('note', note_id), text]));
  }

  private async readAlerts(changes: readonly AlertChange[]): Promise<ReadonlyMap<string, AlertInfo>> {
    const wanted = [...new Map(changes.map((change) => [change.alert_id, change])).values()];
    const { rows } = await this.pool.query<object>({
      name: 'alerts of the feed',
      query_timeout: TIMEOUT_MS,
      // Each alert is looked up by itself: a plan from the time when the table was small would read all alerts of the domains.
      text: `
        select found.* from unnest($1::text[], $2::uuid[]) as wanted (domain_id, alert_id) cross join lateral (
          select ${ALERT_SERIALIZER.select()} from alert r
          where r.domain_id = wanted.domain_id and r.alert_id = wanted.alert_id
          offset 0
        ) as found`,
      values: [
        wanted.map(({ domain_id }) => domain_id),
        wanted.map(({ alert_id }) => parseId('alert', alert_id)),
      ],
    });
    return new Map(rows.map((row) => ALERT_SERIALIZER.read(row)).map((alert) => [alert.alert_id, alert]));
  }
}

/** Returns the name of the heartbeat of an alert. The prefix cannot be forged: no sender knows the id of its webhook. */
function findHeartbeatName({ event_key, webhook_id }: AlertInfo): string | null {
  const prefix = heartbeatKey(webhook_id, '');
  return event_key.startsWith(prefix) ? event_key.slice(prefix.length) : null;
}

export function createMessage(
  change: AlertChange,
  alert: AlertInfo,
  note: string | null = null,
): AlertMessage {
  const { kind, changed_at, state_before, state, severity_before, severity } = change;
  const { event_id, actor, assignee, note_id, flapping } = change;
  const states = { state_before, state, severity_before, severity };
  return {
    type: `alert.${kind}`,
    timestamp: changed_at,
    data: { alert, change: { ...states, event_id, actor, assignee, note_id, note, flapping } },
  };
}
