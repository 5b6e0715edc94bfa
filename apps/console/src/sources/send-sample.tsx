import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client, SERVICE_URL } from '../client.js';
import { explainError } from '../connection.js';
import { Json } from '../parts/json.tsx';
import { Notice } from '../parts/notice.tsx';

type Sample = Schemas['PluginSample'];

interface Properties {
  /** The URL of the webhook, which contains its access key. */
  readonly url: string;
  readonly pluginId: string;
  readonly samples: readonly Sample[];
}

/**
 * Posts a sample of the plugin to the webhook, as its sender would, and shows the processed delivery. Each alert has a key of its
 * own, which a recovery that is sent after it shares.
 */
export function SendSample({ url, pluginId, samples }: Properties) {
  const [name, setName] = useState(samples[0]?.name ?? '');
  const [result, setResult] = useState<unknown>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [lastMarker, setLastMarker] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  if (samples.length === 0) return null;
  const send = async () => {
    const chosen = samples.find((each) => each.name === name);
    const marker =
      (chosen && !isAlert(chosen) && lastMarker) || crypto.getRandomValues(new Uint32Array(1)).join();
    setBusy(true);
    try {
      const path = { plugin_id: pluginId };
      const { samples: fresh } = await client.call('getPlugin', { path, query: { marker } });
      const sample = fresh.find((each) => each.name === name);
      if (sample !== undefined) setResult(await post(url, sample));
      setLastMarker(marker);
      setFailure(undefined);
    } catch (error) {
      setFailure(explainError(error));
    }
    setBusy(false);
  };
  return (
    <div>
      <p class="search">
        <label>
          Sample
          <select value={name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
            {samples.map((sample) => (
              <option key={sample.name}>{sample.name}</option>
            ))}
          </select>
        </label>
        <button type="button" disabled={busy} onClick={() => void send()}>
          Send it
        </button>
      </p>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
      {result === undefined ? null : <Json value={result} label="Result of the sample" />}
    </div>
  );
}

function isAlert({ expect }: Sample): boolean {
  return (expect as { event?: { event_type?: string } }[]).some(({ event }) => event?.event_type === 'ALERT');
}

async function post(
  url: string,
  { content_type = 'application/json', headers, body }: Sample,
): Promise<unknown> {
  // Posts to the origin and path prefix of this page, because the browser may not reach the public URL of the service.
  const { pathname } = new URL(url, location.href);
  const path = pathname.slice(pathname.indexOf('/monitoring/v1/'));
  const response = await fetch(SERVICE_URL + path, {
    method: 'POST',
    headers: {
      ...(headers as Record<string, string> | undefined),
      'content-type': content_type,
      prefer: 'wait=10',
    },
    body,
  });
  return response.json();
}
