import { useState } from 'preact/hooks';
import { client } from '../client.js';
import { explain } from '../connection.js';
import { Notice } from '../parts/notice.tsx';
import { session } from '../session.js';
import { takeAlert, type Alert } from './live-alerts.js';

/** Takes an alert in hand, or gives it back. */
export function Acknowledge({ alert, onChange }: { readonly alert: Alert; readonly onChange?: () => void }) {
  const [failure, fail] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  if (alert.state !== 'OPEN' || session.value?.role === 'VIEWER') return null;
  const id = alert.acknowledged ? 'unacknowledgeAlert' : 'acknowledgeAlert';
  const change = async () => {
    setBusy(true);
    try {
      takeAlert((await client.call(id, { path: { alert_id: alert.alert_id }, body: {} })) as Alert);
      fail(undefined);
      onChange?.();
    } catch (error) {
      fail(explain(error));
    }
    setBusy(false);
  };
  return (
    <span class="action">
      <button type="button" disabled={busy} onClick={() => void change()}>
        {alert.acknowledged ? 'Unacknowledge' : 'Acknowledge'}
        <span class="unseen"> {alert.title.slice(0, 200)}</span>
      </button>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
    </span>
  );
}
