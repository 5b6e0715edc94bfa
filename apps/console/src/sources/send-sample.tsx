import { Send } from 'lucide';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { FormField } from '../design/form-field.tsx';
import { Icon } from '../design/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { useSave } from '../parts/use-save.js';
import { DeliveryOutcomes } from './delivery-outcomes.tsx';
import { createMarker, isAlarm, postSample, readFreshSample, type Sample } from './samples.js';

/** The number of sent samples that are shown. */
const MAX_SHOWN = 5;

interface Properties {
  /** The URL of the webhook, which contains its access key. */
  readonly url: string;
  readonly pluginId: string;
  readonly samples: readonly Sample[];
  readonly onSent: () => void;
}

interface Sent {
  readonly name: string;
  readonly delivery: Schemas['DeliveryInfo'];
}

/**
 * Posts a sample of the plugin to the webhook, as its sender would, with the present time. Each alert has a key of its own, which
 * a recovery that is sent after it shares.
 */
export function SendSample({ url, pluginId, samples, onSent }: Properties) {
  const [name, setName] = useState((samples.find(isAlarm) ?? samples[0])?.name ?? '');
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const [lastMarker, setLastMarker] = useState<string | undefined>(undefined);
  const { onSubmit, isBusy, message } = useSave(async () => {
    const chosen = samples.find((each) => each.name === name);
    const marker = (chosen && !isAlarm(chosen) && lastMarker) || createMarker();
    const sample = await readFreshSample(pluginId, name, marker);
    if (sample === undefined) return;
    const delivery = await postSample(url, sample);
    setSent((before) => [{ name, delivery }, ...before].slice(0, MAX_SHOWN));
    setLastMarker(marker);
    onSent();
  });
  return (
    <>
      <form class="form" onSubmit={onSubmit}>
        <FormField label="Sample" isRequired>
          <select value={name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
            {samples.map((sample) => (
              <option key={sample.name}>{sample.name}</option>
            ))}
          </select>
        </FormField>
        <div class="bar">
          <button type="submit" disabled={isBusy}>
            <Icon of={Send} />
            {isBusy ? 'Sending …' : sent.length === 0 ? 'Send a sample' : 'Send another sample'}
          </button>
        </div>
      </form>
      {message === undefined ? null : <Notice kind="bad">{message}</Notice>}
      <div role="log" aria-label="Sent samples">
        <ul class="sent">
          {sent.map(({ name: sampleName, delivery }) => (
            <li key={delivery.delivery_id}>
              <bdi>{sampleName}</bdi>
              <DeliveryOutcomes outcomes={delivery.outcomes} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
